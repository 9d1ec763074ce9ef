--- The table of games.

local h = require('harness')

---@param white string
---@param date string
---@param moves string
---@return string
local function game(white, date, moves)
  return ('[White "%s"]\n[Black "Rival"]\n[Date "%s"]\n[Result "*"]\n\n%s *\n\n'):format(white, date, moves)
end

local GAMES = game('Tal', '1960.03.15', '1. e4 c6') .. game('Ärö', '1972.??.??', '1. c4 |e5 2. Nc3') .. game('Fischer', '1970.01.01', '1. d4 d6 2. d9')

--- Opens the games, and the table of them.
---@param text? string
---@return integer buffer
local function open(text)
  local buffer = h.open(text or GAMES)
  vim.cmd('Scoresheet scope document')
  vim.cmd('Scoresheet games')
  h.await('the table', function()
    return vim.bo.filetype == 'scoresheetgames' and vim.wo.statusline ~= ''
  end)
  return buffer
end

--- The names of White in the table.
---@return string
local function names()
  local found = {}
  for _, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    found[#found + 1] = line:match('^ (%S+)')
  end
  return table.concat(found, ' ')
end

---@param expected string
local function await_names(expected)
  h.await('the games ' .. expected, function()
    return names() == expected
  end)
end

--- Answers prompts with `answer`, while `run` runs.
---@param answer string
---@param run fun()
local function answering(answer, run)
  local input, select = vim.ui.input, vim.ui.select
  vim.ui.input = function(_, on_confirm)
    on_confirm(answer)
  end
  vim.ui.select = function(_, _, on_choice)
    on_choice(answer)
  end
  run()
  vim.ui.input, vim.ui.select = input, select
end

h.test('the games are listed, sorted and filtered', function()
  open()
  await_names('Tal Ärö Fischer')
  local line = vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]
  h.equal(vim.trim(line:gsub('%s+', ' ')), 'Tal Rival * 1960.03.15 B10 2')
  h.contains(vim.wo.winbar, 'White')
  h.contains(vim.wo.statusline, '3 games in this file')
  -- Values are in columns, whatever letters are before them.
  h.equal(vim.fn.strdisplaywidth(vim.fn.getline(1)), vim.fn.strdisplaywidth(vim.fn.getline(2)))
  h.type('sd')
  await_names('Tal Fischer Ärö')
  h.contains(vim.wo.winbar, 'Date↑')
  h.type('sd')
  await_names('Ärö Fischer Tal')
  h.contains(vim.wo.winbar, 'Date↓')
  h.type('sf')
  h.type('sf')
  h.await('the findings', function()
    h.type('r')
    vim.wait(100)
    return vim.fn.getline(1):match('Fischer.*1E')
  end)
  h.type('sg')
  await_names('Tal Ärö Fischer')
  answering('plies > 2', function()
    h.type('f')
  end)
  await_names('Ärö')
  h.contains(vim.wo.statusline, '1 game in this file: plies > 2')
  vim.cmd('Scoresheet games white = Tal')
  await_names('Tal')
  h.type('q')
  h.equal(#vim.api.nvim_list_wins(), 1)
end)

h.test('a narrow window goes without some columns', function()
  open()
  await_names('Tal Ärö Fischer')
  vim.cmd('wincmd L')
  for _, width in ipairs({ 90, 50, 40 }) do
    vim.cmd('vertical resize ' .. width)
    vim.api.nvim_exec_autocmds('WinResized', {})
    for line = 1, 3 do
      h.equal(vim.fn.strdisplaywidth(vim.fn.getline(line)) <= width, true)
    end
  end
  h.equal(vim.wo.winbar:gsub('%s+', ' '), '%#ScoresheetTitle# White Black Res')
end)

h.test('a game is opened where it is now', function()
  local buffer = open()
  await_names('Tal Ärö Fischer')
  vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { '; one', '; two' })
  h.type('j<CR>')
  h.await('the game', function()
    return vim.api.nvim_get_current_buf() == buffer and vim.fn.getline('.') == '[White "Ärö"]'
  end)
end)

h.test('games are copied to a register and to a file', function()
  open()
  await_names('Tal Ärö Fischer')
  h.type('jVj"xy')
  h.equal(vim.fn.getreg('x'), vim.trim(game('Ärö', '1972.??.??', '1. c4 e5 2. Nc3')) .. '\n\n' .. vim.trim(game('Fischer', '1970.01.01', '1. d4 d6 2. d9')) .. '\n')
  local other = vim.fn.tempname() .. '.pgn'
  vim.fn.writefile({ '1. g4 *' }, other)
  h.type('gg')
  answering(other, function()
    h.type('a')
  end)
  local lines = vim.api.nvim_buf_get_lines(vim.fn.bufnr(other), 0, -1, false)
  h.equal(table.concat(lines, '\n'), '1. g4 *\n\n' .. vim.trim(game('Tal', '1960.03.15', '1. e4 c6')))
end)

h.test('games are deleted once the user agrees, and come back by undo', function()
  local buffer = open()
  await_names('Tal Ärö Fischer')
  local function text()
    return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
  end
  local before = text()
  h.type('j')
  answering('Keep', function()
    h.type('Vjd')
  end)
  h.equal(text(), before)
  answering('Delete', function()
    h.type('Vkd')
  end)
  h.equal(text(), vim.trim(game('Tal', '1960.03.15', '1. e4 c6')))
  await_names('Tal')
  vim.api.nvim_buf_call(buffer, function()
    vim.cmd('silent undo')
  end)
  h.equal(text(), before)
end)

h.test('a game that has changed is not deleted', function()
  local buffer = open()
  await_names('Tal Ärö Fischer')
  vim.api.nvim_buf_set_lines(buffer, 0, 1, false, { '[White "Petrosian"]' })
  local notify, said = vim.notify, nil
  vim.notify = function(message)
    said = message
  end
  answering('Delete', function()
    h.type('ggd')
  end)
  vim.notify = notify
  h.equal(type(said), 'string')
  h.contains(table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n'), 'Petrosian')
end)

h.test('long lists are read page by page', function()
  local many = {}
  for number = 1, 1300 do
    many[number] = game('P' .. number, '2020.01.01', '1. e4')
  end
  open(table.concat(many))
  h.await('the first page', function()
    return vim.fn.line('$') == 1000
  end)
  h.contains(vim.wo.statusline, '1,300 games in this file')
  h.type('G')
  vim.api.nvim_exec_autocmds('CursorMoved', { buffer = 0 })
  h.await('the second page', function()
    return vim.fn.line('$') == 1300
  end)
  h.contains(vim.fn.getline('$'), 'P1300')
end)

h.test('queries are completed', function()
  open()
  vim.cmd('quit')
  h.equal(vim.fn.getcompletion('Scoresheet search plies > 2 and castl', 'cmdline')[1], 'castling')
  h.equal(vim.fn.getcompletion('Scoresheet filter resul', 'cmdline')[1], 'result')
end)
