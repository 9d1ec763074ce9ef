--- The board beside the text, and the statusline.

local h = require('harness')
local board = require('scoresheet.board')

local GAME = '[Event "Test"]\n\n1. |e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 {[%cal Gb1c3][%csl Re5]} 3. Bb5 *\n'

--- The lines of the board's window.
---@return string[]
local function lines()
  local window = board.window()
  return window and vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false) or {}
end

--- Waits until the board's first line says this.
---@param title string
local function await_title(title)
  h.await('the title ' .. title, function()
    return lines()[1] and vim.startswith(lines()[1] .. ' ', title .. ' ')
  end)
end

--- The highlight groups at a square of the board as White sees it.
---@param square string
---@return string[]
local function groups_at(square)
  local file, rank = square:byte() - 96, tonumber(square:sub(2))
  local row = 9 - rank
  local line = lines()[row + 1]
  local column = vim.str_byteindex(line, 3 + 3 * (file - 1) + 1)
  local buffer = vim.api.nvim_win_get_buf(assert(board.window()))
  local namespace = vim.api.nvim_get_namespaces()['scoresheet.board']
  local found = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buffer, namespace, { row, 0 }, { row, -1 }, { details = true })) do
    if mark[3] <= column and column < mark[4].end_col then
      found[#found + 1] = mark[4].hl_group
    end
  end
  table.sort(found)
  return found
end

--- Puts the cursor on a word, as moving there would.
---@param word string
local function go_to(word)
  vim.fn.search('\\V' .. word, 'w')
  vim.api.nvim_exec_autocmds('CursorMoved', { buffer = 0 })
end

h.test('the board follows the cursor and leaves it where it is', function()
  h.open(GAME)
  local source = vim.api.nvim_get_current_win()
  vim.cmd('Scoresheet board')
  await_title(' 1. e4')
  h.equal(lines()[2], ' 8  ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜ ')
  h.equal(lines()[6], ' 4              ♙          ')
  h.equal(lines()[10], '    a  b  c  d  e  f  g  h ')
  h.equal(vim.api.nvim_get_current_win(), source)
  go_to('Nf3')
  await_title(' 2. Nf3')
  h.equal(lines()[7], ' 3                 ♘       ')
  go_to('exf4')
  await_title(' 2... exf4, in a variation')
  h.contains(table.concat(lines(), '\n'), 'C33')
end)

h.test('last move, colours of comments and pieces are highlighted', function()
  h.open(GAME)
  vim.cmd('Scoresheet board')
  go_to('Nc6')
  await_title(' 2... Nc6')
  h.equal(groups_at('c6'), { 'ScoresheetBlackPiece', 'ScoresheetLastMove', 'ScoresheetLight' })
  h.equal(groups_at('b8'), { 'ScoresheetDark', 'ScoresheetLastMove' })
  h.equal(groups_at('c3'), { 'ScoresheetDark', 'ScoresheetGreen' })
  h.equal(groups_at('e5'), { 'ScoresheetBlackPiece', 'ScoresheetDark', 'ScoresheetRed' })
  h.contains(table.concat(lines(), '\n'), 'b1 → c3')
  h.contains(table.concat(lines(), '\n'), 'Next: 3. Bb5')
end)

h.test('a king in check is highlighted', function()
  h.open('[Event "Test"]\n\n1. e4 f5 2. |Qh5+ g6 *\n')
  vim.cmd('Scoresheet board')
  await_title(' 2. Qh5+')
  h.equal(groups_at('e8'), { 'ScoresheetBlackPiece', 'ScoresheetCheck', 'ScoresheetLight' })
end)

h.test('the board is turned round', function()
  h.open(GAME)
  vim.cmd('Scoresheet board')
  await_title(' 1. e4')
  vim.cmd('Scoresheet flip')
  h.equal(lines()[2], ' 1  ♖  ♘  ♗  ♔  ♕  ♗  ♘  ♖ ')
  h.equal(lines()[10], '    h  g  f  e  d  c  b  a ')
  vim.cmd('Scoresheet flip')
  h.equal(lines()[10], '    a  b  c  d  e  f  g  h ')
end)

h.test('the board is shown after each change of the text', function()
  h.open('[Event "Test"]\n\n1. e4 |e5 *\n')
  vim.cmd('Scoresheet board')
  await_title(' 1... e5')
  h.type('cimc5<Esc>')
  vim.api.nvim_exec_autocmds('TextChanged', { buffer = 0 })
  await_title(' 1... c5')
end)

h.test('the board can stand in a split, and goes with the window of its game', function()
  h.open(GAME)
  for _, position in ipairs({ 'right', 'left', 'above', 'below' }) do
    vim.cmd('Scoresheet board ' .. position)
    await_title(' 1. e4')
    h.equal(vim.api.nvim_win_get_config(assert(board.window())).relative, '')
  end
  vim.cmd('Scoresheet board close')
  h.equal(board.window(), nil)
  vim.cmd('split')
  vim.cmd('Scoresheet board')
  vim.cmd('close')
  h.await('the board to be closed', function()
    return board.window() == nil and #vim.api.nvim_list_wins() == 1
  end)
end)

h.test('a split has the size of the board, and keeps what a user gives it', function()
  h.open(GAME)
  for _, position in ipairs({ 'right', 'left' }) do
    vim.cmd('Scoresheet board ' .. position)
    await_title(' 1. e4')
    h.equal(vim.api.nvim_win_get_width(assert(board.window())), vim.fn.strdisplaywidth(lines()[2]) + 1)
  end
  for _, position in ipairs({ 'above', 'below' }) do
    vim.cmd('Scoresheet board ' .. position)
    await_title(' 1. e4')
    -- The details are beside the diagram.
    h.equal(vim.api.nvim_win_get_height(assert(board.window())), 10)
    h.contains(lines()[1], ' 1. e4                       ')
    h.contains(lines()[1], "B00 King's Pawn Game")
  end
  vim.cmd('Scoresheet board close')
  vim.cmd('vsplit')
  vim.cmd('vertical resize 40')
  vim.cmd('Scoresheet board above')
  await_title(' 1. e4')
  h.await('a higher board', function()
    return vim.api.nvim_win_get_height(assert(board.window())) == #lines()
  end)
  h.equal(#lines() > 10, true)
  vim.api.nvim_win_set_height(assert(board.window()), 11)
  go_to('e5')
  await_title(' 1... e5')
  h.equal(vim.api.nvim_win_get_height(assert(board.window())), 11)
end)

h.test('the board turns to the game that is edited', function()
  h.open(GAME)
  vim.cmd('Scoresheet board')
  await_title(' 1. e4')
  vim.cmd('split ' .. vim.fn.tempname() .. '.pgn')
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { '1. d4 d5 *' })
  go_to('d4')
  await_title(' 1. d4')
end)

h.test('the board follows after the file is read anew', function()
  h.open(GAME)
  vim.cmd('Scoresheet board')
  await_title(' 1. e4')
  vim.cmd('edit!')
  go_to('Nf3')
  await_title(' 2. Nf3')
end)

h.test('colours take a tint of the colour scheme, and those of a user are kept', function()
  h.open(GAME)
  vim.o.background = 'dark'
  vim.cmd('Scoresheet board')
  local function background(group)
    return vim.api.nvim_get_hl(0, { name = group }).bg
  end
  local dark = background('ScoresheetLight')
  vim.o.background = 'light'
  h.equal(type(background('ScoresheetLight')), 'number')
  h.equal(background('ScoresheetLight') ~= dark, true)
  vim.o.background = 'dark'
  h.equal(background('ScoresheetLight'), dark)
  vim.api.nvim_set_hl(0, 'ScoresheetDark', { bg = 0x123456 })
  vim.cmd('Scoresheet board close')
  vim.cmd('Scoresheet board')
  h.equal(background('ScoresheetDark'), 0x123456)
  vim.api.nvim_set_hl(0, 'ScoresheetDark', {})
end)

h.test('a float does not hide the cursor', function()
  vim.o.columns = 60
  h.open('[Event "Test"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. |O-O Be7 *\n')
  vim.cmd('Scoresheet board')
  await_title(' 5. O-O')
  h.equal(vim.api.nvim_win_get_config(assert(board.window())).anchor, 'SE')
  vim.o.columns = 120
end)

h.test('pieces can be letters', function()
  local config = require('scoresheet.config')
  local before = config.get()
  config.set(vim.tbl_deep_extend('force', before, { board = { pieces = 'letters', coordinates = false } }))
  h.open(GAME)
  vim.cmd('Scoresheet board')
  await_title(' 1. e4')
  h.equal(lines()[2], ' r  n  b  q  k  b  n  r ')
  config.set(before)
end)

h.test('a wrong option is an error that says what there is', function()
  local config = require('scoresheet.config')
  local _, err = pcall(config.set, { board = { piece = 'letters' } })
  h.contains(err, 'there is no option board.piece; there are auto, coordinates, details, pieces, position')
  _, err = pcall(config.set, { board = { pieces = 'runes' } })
  h.contains(err, 'board.pieces must be one of unicode, solid, letters')
end)

h.test('the statusline says the move and the opening', function()
  h.open(GAME)
  local text = h.await('the statusline', function()
    local text = require('scoresheet').statusline()
    return text ~= '' and text
  end)
  h.equal(text, '1. e4 B00')
end)

h.test('the lens above a game leads to its board', function()
  local buffer, client = h.open('[Event "One"]\n\n1. e4 *\n\n{🏆} [Event "Two"]\n\n1. d4 d|5 *\n')
  board.close()
  local answer = client.request_sync('textDocument/codeLens', { textDocument = vim.lsp.util.make_text_document_params() }, 8000, buffer)
  local lens = vim.iter(assert(answer).result):filter(function(lens)
    return lens.command and lens.command.title == 'board'
  end):last()
  h.equal(lens.command.command, 'scoresheet.showBoard')
  client.commands[lens.command.command](lens.command, { client_id = client.id, bufnr = buffer })
  h.await('the board', board.window)
  h.equal(vim.api.nvim_get_current_buf(), buffer)
  h.equal(vim.api.nvim_win_get_cursor(0), { 5, #'{🏆} ' })
  board.close()
end)
