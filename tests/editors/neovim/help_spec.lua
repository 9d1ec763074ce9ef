--- The help file: it is found without a plugin manager, and describes every command, key and option.

local h = require('harness')

h.test('the help is found, and its tags are up to date', function()
  vim.cmd('help scoresheet')
  h.contains(h.text(), 'Chess games and positions in Neovim')
  local folder = vim.fs.dirname(vim.api.nvim_buf_get_name(0))
  local copy = vim.fn.tempname()
  vim.fn.mkdir(copy)
  vim.uv.fs_copyfile(folder .. '/scoresheet.txt', copy .. '/scoresheet.txt')
  vim.cmd.helptags(copy)
  h.equal(vim.fn.readfile(folder .. '/tags'), vim.fn.readfile(copy .. '/tags'))
end)

--- The help file.
---@return string
local function help()
  local path = vim.api.nvim_get_runtime_file('doc/scoresheet.txt', false)[1]
  return table.concat(vim.fn.readfile(path), '\n')
end

--- The section of the help file from one tag to the next line of equals signs.
---@param tag string
---@return string
local function section(tag)
  return assert((help() .. '\n===='):match('%*' .. vim.pesc(tag) .. '%*(.-)\n====')) .. '\n'
end

--- Fails with the names that `text` lacks.
---@param names string[]
---@param text string
---@param pattern string With `%s` for the name.
local function describes(names, text, pattern)
  h.equal(#names > 0, true)
  h.equal(
    vim.tbl_filter(function(name)
      return text:match(pattern:format(vim.pesc(name))) == nil
    end, names),
    {}
  )
end

h.test('the help has every command', function()
  describes(vim.fn.getcompletion('Scoresheet ', 'cmdline'), section(':Scoresheet'):gsub('%[', ''), '\n:Scoresheet %s[%%s%%]]')
end)

h.test('the help has every key', function()
  local plugs = {}
  for _, mode in ipairs({ 'n', 'x' }) do
    for _, map in ipairs(vim.api.nvim_get_keymap(mode)) do
      plugs[#plugs + 1] = map.lhs:match('^<Plug>(%(scoresheet%-.*%))$')
    end
  end
  h.open('1. e4 *\n')
  local keys = vim.tbl_map(
    function(map)
      return (map.lhs:gsub('^\\', '<LocalLeader>'))
    end,
    vim.tbl_filter(function(map)
      return vim.startswith(map.desc or '', 'Scoresheet: ')
    end, vim.api.nvim_buf_get_keymap(0, 'n'))
  )
  local text = section('scoresheet-keymaps')
  describes(keys, text, '\n  [^\n]*%s[ ,]')
  describes(plugs, text, '%s')
end)

for _, name in ipairs({ 'board', 'explorer', 'games' }) do
  h.test(('the help has every key of the %s'):format(name), function()
    h.open('1. e4 *\n')
    vim.cmd(('Scoresheet %s%s'):format(name, name == 'games' and '' or ' enter'))
    local keys = vim.tbl_map(function(map)
      return map.lhs
    end, vim.api.nvim_buf_get_keymap(0, 'n'))
    describes(keys, section('scoresheet-' .. name), '\n  [^\n]*%s[ ,\n]')
    h.type('q')
  end)
end

h.test('the help has every option and its default', function()
  local text = section('scoresheet-options')
  local config = require('scoresheet.config')
  local before = config.get()
  config.set({})
  local defaults = config.get()
  config.set(before)
  local function check(options, indent)
    for name, value in pairs(options) do
      if type(value) == 'table' and next(value) then
        h.contains(text, ('\n%s%s = {'):format(indent, name))
        check(value, indent .. '  ')
      else
        h.contains(text, ('\n%s%s = %s,'):format(indent, name, vim.inspect(value):gsub('"', "'")))
      end
    end
  end
  check(defaults, '    ')
end)

h.test('the help has every highlight group', function()
  require('scoresheet.highlights').define()
  describes(vim.fn.getcompletion('Scoresheet', 'highlight'), section('scoresheet-highlights'), '%s')
end)
