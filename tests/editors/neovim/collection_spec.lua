--- The explorer, and searches for games.

local h = require('harness')
local explorer = require('scoresheet.explorer')

local GAMES = [==[
[Event "Reykjavik"]
[White "Spassky"]
[Black "Fischer"]
[Date "1972.07.11"]
[WhiteElo "2660"]
[BlackElo "2785"]
[Result "0-1"]

1. d4 Nf6 2. c4 e6 3. Nf3 d5 0-1

[Event "Reykjavik"]
[White "Fischer"]
[Black "Spassky"]
[Date "1972.07.23"]
[WhiteElo "2785"]
[BlackElo "2660"]
[Result "1-0"]

1. c4 e6 2. Nf3 d5 3. d4 {♘} Nf6 1-0

[Event "Moscow"]
[White "Tal"]
[Black "Bronstein"]
[Result "1/2-1/2"]

1. d4 d5 2. c4 e6 3. Nf3 1/2-1/2
]==]

--- Opens the games, with those of the file as the source.
---@param text? string
local function open(text)
  h.open(text or GAMES)
  vim.cmd('Scoresheet scope document')
  vim.cmd('Scoresheet filter')
end

--- Puts the cursor on a word, as moving there would.
---@param word string
local function go_to(word)
  vim.fn.search('\\V' .. word, 'w')
  vim.api.nvim_exec_autocmds('CursorMoved', { buffer = 0 })
end

---@return string[]
local function lines()
  local window = explorer.window()
  return window and vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false) or {}
end

--- Waits until the explorer has a line that matches.
---@param pattern string
---@return string
local function await_line(pattern)
  return h.await('a line like ' .. pattern, function()
    return vim.iter(lines()):find(function(line)
      return line:match(pattern) ~= nil
    end)
  end)
end

h.test('the explorer counts what was played, and follows the cursor', function()
  open()
  local source = vim.api.nvim_get_current_win()
  vim.cmd('Scoresheet explorer')
  await_line('3 games in this file')
  h.equal(vim.trim(await_line('^ d4')):gsub('%s+', ' '), 'd4 2 67 % 50 50 25 % 2660 1972')
  h.equal(vim.trim(await_line('^ All')):gsub('%s+', ' '), 'All 3 100 % 34 33 33 50 % 2722 1972')
  h.equal(vim.api.nvim_get_current_win(), source)
  go_to('Nf3 d5 0-1')
  -- By whatever moves the position was reached.
  h.equal(vim.trim(await_line('^ d5')):gsub('%s+', ' '), 'd5 1 100 % 100 0 % 2785 1972')
  vim.cmd('Scoresheet explorer')
  h.equal(explorer.window(), nil)
end)

h.test('the results are a bar in colours', function()
  open()
  vim.cmd('Scoresheet explorer')
  await_line('^ d4')
  local buffer = vim.api.nvim_win_get_buf(assert(explorer.window()))
  local namespace = vim.api.nvim_get_namespaces()['scoresheet.explorer']
  local marks = vim.api.nvim_buf_get_extmarks(buffer, namespace, { 2, 0 }, { 2, -1 }, { details = true })
  local parts = vim.tbl_map(function(mark)
    return { mark[4].hl_group, mark[4].end_col - mark[3] }
  end, marks)
  h.equal(parts[1][1], 'ScoresheetBarDraw')
  h.equal(parts[2], { 'ScoresheetBarBlack', parts[1][2] })
end)

h.test('a move of the explorer is played, and taken back', function()
  open()
  local game = vim.api.nvim_get_current_buf()
  go_to('e6 3. Nf3 1/2')
  vim.cmd('Scoresheet explorer')
  await_line('^ Nf3')
  vim.cmd('Scoresheet explorer enter')
  h.type('jj<CR>')
  await_line('^ All')
  h.await('the position after Nf3', function()
    return not lines()[3]:match('^ Nf3')
  end)
  h.equal(vim.api.nvim_get_current_win(), explorer.window())
  h.type('h')
  await_line('^ Nf3')
  -- Another move becomes a variation.
  vim.cmd('wincmd p')
  go_to('d4 d5 2. c4 e6')
  vim.cmd('Scoresheet explorer enter')
  await_line('^ Nf6')
  h.type('gg/Nf6<CR>l')
  h.contains(table.concat(vim.api.nvim_buf_get_lines(game, 0, -1, false), '\n'), '1. d4 d5 (1... Nf6) 2. c4')
end)

h.test('the games of a move are listed with their places', function()
  open()
  vim.cmd('Scoresheet explorer')
  await_line('^ d4')
  vim.cmd('Scoresheet explorer enter')
  h.type('jjo')
  local list = h.await_list('d4: 2 games')
  h.equal({ list[1].lnum, list[1].col }, { 9, 4 })
  h.equal(list[1].text, 'Spassky – Fischer, Reykjavik, 1972.07.11, 0-1: 1. d4')
  h.equal(list[2].text, 'Tal – Bronstein, Moscow, 1/2-1/2: 1. d4')
  vim.cmd('cclose')
end)

h.test('the explorer says why it is empty', function()
  open('[Event "A"]\n\n1. e4 e5 2. |Ke3 d6 *\n')
  vim.cmd('Scoresheet explorer')
  await_line('The position is a guess; no games are counted')
end)

h.test('the best game of a move is opened', function()
  open()
  vim.cmd('Scoresheet explorer')
  await_line('^ c4')
  local game = vim.api.nvim_get_current_win()
  vim.cmd('Scoresheet explorer enter')
  h.type('/c4<CR>b')
  h.await('the game', function()
    return vim.api.nvim_win_get_cursor(game)[1] == 19
  end)
end)

h.test('games are filtered, and come from chosen files', function()
  open()
  vim.cmd('Scoresheet explorer')
  await_line('3 games in this file')
  vim.cmd('Scoresheet filter player = Tal')
  await_line('1 game in this file')
  h.contains(vim.wo[assert(explorer.window())].statusline, 'player = Tal')
  vim.cmd('Scoresheet filter playr = Tal')
  await_line('did you mean player')
  vim.cmd('Scoresheet filter')
  local other = vim.fn.tempname() .. '.pgn'
  vim.fn.writefile({ '1. g4 *' }, other)
  vim.cmd('Scoresheet scope ' .. other)
  await_line('1 game in ' .. vim.pesc(vim.fs.basename(other)))
  await_line('^ g4')
  h.contains(
    h.said(function()
      vim.cmd('Scoresheet scope nowhere.pgn')
    end),
    'nowhere.pgn is no file and no folder'
  )
  vim.cmd('Scoresheet scope document')
end)

h.test('the explorer does not outlive the window of its game', function()
  open()
  vim.cmd('Scoresheet explorer')
  vim.cmd('Scoresheet board right')
  h.equal(#vim.api.nvim_list_wins(), 3)
  vim.api.nvim_exec_autocmds('QuitPre', {})
  h.equal(#vim.api.nvim_list_wins(), 1)
end)

h.test('a search lists the games, and leads to them', function()
  open()
  vim.cmd('Scoresheet search  player = Fischer and result = 1-0')
  local list = h.await_list('player = Fischer and result = 1-0: 1 game')
  h.equal(list[1].text, 'Fischer – Spassky, Reykjavik, 1972.07.23, 1-0')
  vim.cmd('cfirst')
  h.equal(vim.fn.getline('.'), '[Event "Reykjavik"]')
  h.equal(vim.api.nvim_win_get_cursor(0)[1], 11)
  vim.cmd('cclose')
end)

h.test('games with this position and this material are found', function()
  open()
  go_to('d5 0-1')
  vim.cmd('Scoresheet search-position')
  local list = h.await_list('This position: 2 games')
  h.equal({ list[1].lnum, list[2].lnum, list[2].col }, { 9, 19, #'1. c4 e6 2. Nf3 d5 3. d4 {♘} ' + 1 })
  vim.cmd('cclose')
  vim.cmd('Scoresheet search-material')
  h.await_list('material KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP: 3 games')
  vim.cmd('cclose')
end)

h.test('a query that does not read is explained', function()
  open()
  h.contains(
    h.said(function()
      vim.cmd('Scoresheet search playr = Tal')
    end),
    'term; did you mean player?'
  )
  h.contains(
    h.said(function()
      vim.cmd('Scoresheet search player = Nobody')
    end),
    'player = Nobody: no game is found'
  )
end)

h.test('a game is picked', function()
  open()
  local select, items = vim.ui.select, nil
  vim.ui.select = function(given, options, on_choice)
    items = vim.tbl_map(options.format_item, given)
    on_choice(given[3], 3)
  end
  vim.cmd('Scoresheet pick')
  h.await('the pick', function()
    return items
  end)
  vim.ui.select = select
  h.equal(#items, 3)
  h.equal(items[3], 'Tal – Bronstein, Moscow, 1/2-1/2')
  h.equal(vim.api.nvim_win_get_cursor(0)[1], 21)
  h.equal(#vim.api.nvim_list_wins(), 1)
end)

h.test('Telescope or fzf-lua shows the games where it is installed', function()
  for _, module in ipairs({ 'fzf-lua', 'telescope.builtin' }) do
    open()
    local titles = {}
    package.loaded[module] = {
      quickfix = function()
        titles[#titles + 1] = vim.fn.getqflist({ title = 0 }).title
      end,
    }
    vim.cmd('Scoresheet pick player = Tal')
    h.await('the picker', function()
      return titles[1]
    end)
    package.loaded[module] = nil
    h.equal(titles, { 'player = Tal: 1 game' })
  end
end)
