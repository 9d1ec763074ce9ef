--- Pages of games, and pictures of positions.

local h = require('harness')

local GAMES = '[Event "Open"]\n[White "Berg"]\n[Black "Carl"]\n[Result "1-0"]\n\n1. e4 |e5 {[%cal Gg1f3]} 1-0\n'

--- Answers the offer to open the pages while `run` runs, and returns the prompt.
---@param run fun()
---@return string
local function offered(run)
  local select, prompt = vim.ui.select, nil
  vim.ui.select = function(_, options, on_choice)
    prompt = options.prompt
    on_choice('Done')
  end
  run()
  h.await('the offer', function()
    return prompt
  end)
  vim.ui.select = select
  return prompt
end

---@param path string
---@return string
local function read(path)
  return table.concat(vim.fn.readfile(path), '\n')
end

h.test('pages are made of the games as they are in the buffer', function()
  local buffer = h.open(GAMES)
  vim.api.nvim_buf_set_text(buffer, 1, 8, 1, 12, { 'Unsaved' })
  local prompt = offered(function()
    vim.cmd('Scoresheet publish')
  end)
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':r') .. '-pages'
  h.contains(prompt, vim.fs.basename(folder) .. '/index.html')
  h.contains(read(folder .. '/index.html'), 'Unsaved')
  local page = vim.fn.tempname() .. '.md'
  h.contains(
    offered(function()
      vim.cmd('Scoresheet publish ' .. page)
    end),
    page
  )
  h.contains(read(page), 'Unsaved')
end)

h.test('pages that cannot be made are explained', function()
  h.open(GAMES)
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder)
  vim.fn.writefile({ 'mine' }, folder .. '/notes.txt')
  h.contains(
    h.said(function()
      vim.cmd('Scoresheet publish ' .. folder)
    end),
    'it is no empty folder and no site of ours'
  )
  h.equal(read(folder .. '/notes.txt'), 'mine')
end)

h.test('a picture has the position with its arrows', function()
  local buffer = h.open(GAMES)
  h.contains(
    h.said(function()
      vim.cmd('Scoresheet picture')
    end),
    '-1-1e5.svg'
  )
  local picture = read(vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':r') .. '-1-1e5.svg')
  h.contains(picture, '<svg')
  vim.cmd('Scoresheet flip')
  local other = vim.fn.tempname() .. '.svg'
  h.said(function()
    vim.cmd('Scoresheet picture ' .. other)
  end)
  vim.cmd('Scoresheet flip')
  h.equal(read(other) ~= picture, true)
  h.contains(
    h.said(function()
      vim.cmd('Scoresheet picture board.png')
    end),
    'Pictures are SVG files: write board.svg'
  )
end)

h.test('pages are made of the games of the table that are selected', function()
  h.open(GAMES .. '\n[White "Dahl"]\n\n1. d4 *\n')
  vim.cmd('Scoresheet scope document')
  vim.cmd('Scoresheet games')
  h.await('the table', function()
    return vim.bo.filetype == 'scoresheetgames' and h.text():find('Dahl', 1, true)
  end)
  local page = vim.fn.tempname() .. '.txt'
  local input = vim.ui.input
  vim.ui.input = function(_, on_confirm)
    on_confirm(page)
  end
  offered(function()
    h.type('/Dahl<CR>p')
  end)
  vim.ui.input = input
  h.contains(read(page), 'Dahl')
  h.equal(read(page):find('Berg', 1, true), nil)
end)
