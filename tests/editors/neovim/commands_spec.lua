--- `:Scoresheet`: playing, refactoring, and the rest.

local h = require('harness')

local TAGS = '[Event "Test"]\n\n'

h.test('a move is played at the end of the line', function()
  h.open(TAGS .. '1. e4 |e5 *\n')
  vim.cmd('Scoresheet play Nf3')
  h.equal(h.with_cursor(), TAGS .. '1. e4 e5 2. Nf|3 *')
end)

h.test('a move is played as a variation', function()
  h.open(TAGS .. '1. |e4 e5 *\n')
  vim.cmd('Scoresheet play c7c5')
  h.equal(h.text(), TAGS .. '1. e4 e5 (1... c5) *')
end)

h.test('a move that follows is gone to', function()
  h.open(TAGS .. '1. |e4 e5 *\n')
  vim.cmd('Scoresheet play e5')
  h.equal(h.with_cursor(), TAGS .. '1. e4 e|5 *')
end)

h.test('a move that cannot be played is refused', function()
  h.open(TAGS .. '1. |e4 e5 *\n')
  local said
  local notify = vim.notify
  vim.notify = function(message)
    said = message
  end
  vim.cmd('Scoresheet play Ke4')
  vim.notify = notify
  h.equal(said, 'Scoresheet: Ke4 cannot be played here')
  h.equal(h.text(), TAGS .. '1. e4 e5 *')
end)

h.test('a refactoring is done by its name', function()
  h.open(TAGS .. '1. e4 e5 (1... |c5) 2. Nf3 *\n')
  vim.cmd('Scoresheet refactor deleteVariation')
  h.await('the change', function()
    return h.text() == TAGS .. '1. e4 e5 2. Nf3 *'
  end)
end)

h.test('names are completed', function()
  h.open(TAGS .. '1. e4 e5 (1... |c5) 2. Nf3 *\n')
  h.equal(vim.fn.getcompletion('Scoresheet bo', 'cmdline'), { 'board' })
  h.equal(vim.fn.getcompletion('Scoresheet board r', 'cmdline'), { 'right' })
  h.equal(vim.fn.getcompletion('Scoresheet play Nf', 'cmdline'), { 'Nf3' })
  h.equal(vim.fn.getcompletion('Scoresheet refactor prom', 'cmdline'), { 'promote' })
end)

h.test('the position is copied', function()
  h.open(TAGS .. '1. |e4 e5 *\n')
  vim.cmd('Scoresheet copy-fen a')
  h.equal(vim.fn.getreg('a'), 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1')
end)

h.test('moves are copied in a notation', function()
  h.open(TAGS .. '1. e4 e5 (1... c5 2. |Nf3 d6) 2. d4 *\n')
  local register = vim.fn.has('clipboard') == 1 and '+' or '"'
  for arguments, expected in pairs({
    [''] = '1. e4 c5 2. Nf3 d6',
    ['uci variation'] = 'c7c5 g1f3 d7d6',
    ['main-line figurines'] = '1. e4 e5 2. d4',
  }) do
    vim.cmd('Scoresheet copy-moves ' .. arguments)
    h.equal(vim.fn.getreg(register), expected)
  end
  h.equal(vim.fn.getcompletion('Scoresheet copy-moves f', 'cmdline'), { 'figurines', 'fen' })
end)

h.test('a game is moved and copied', function()
  local first, second = TAGS .. '1. e4 *', TAGS .. '1. d4 *'
  h.open(first .. '\n\n' .. TAGS .. '1. |d4 *\n')
  vim.cmd('Scoresheet move-game 1')
  h.equal(h.text(), second .. '\n\n' .. first)
  vim.cmd('Scoresheet move-game 2')
  h.equal(h.text(), first .. '\n\n' .. second)
  vim.cmd('Scoresheet copy-game 1')
  h.equal(h.text(), table.concat({ second, first, second }, '\n\n'))
  local other = vim.fn.tempname() .. '.pgn'
  vim.fn.writefile(vim.split(first, '\n'), other)
  vim.cmd('Scoresheet move-game ' .. other)
  h.equal(h.text(), first .. '\n\n' .. second)
  local lines = vim.api.nvim_buf_get_lines(vim.fn.bufnr(other), 0, -1, false)
  h.equal(table.concat(lines, '\n'), first .. '\n\n' .. second)
end)

h.test('games are gone through', function()
  h.open('|1. e4 *\n\n[Event "B"]\n\n1. d4 *\n')
  vim.cmd('Scoresheet next-game')
  h.equal(vim.api.nvim_win_get_cursor(0), { 3, 0 })
  vim.cmd('Scoresheet previous-game')
  h.equal(vim.api.nvim_win_get_cursor(0), { 1, 0 })
end)

h.test('folds are those of the server', function()
  h.open('[Event "A"]\n[Site "?"]\n\n1. e4\ne5 *\n\n[Event "B"]\n[Site "?"]\n\n1. d4\nd5 *\n')
  h.await('folds', function()
    vim.cmd('normal! zx')
    return vim.fn.foldlevel(2) == 1 and vim.fn.foldlevel(6) == 0
  end)
  -- Nothing is closed until a user wants it.
  h.equal(vim.fn.foldclosed(1), -1)
  vim.cmd('normal! zM')
  h.equal({ vim.fn.foldclosed(1), vim.fn.foldclosedend(1) }, { 1, 5 })
  h.equal({ vim.fn.foldclosed(7), vim.fn.foldclosedend(7) }, { 7, 11 })
end)

h.test('a closed fold says who played', function()
  h.open('[Event "Reykjavik"]\n[White "Spassky"]\n[Black "Fischer"]\n[Result "0-1"]\n\n1. e4 {a\nb} c5 0-1\n')
  local function closed(line)
    return vim.fn.foldtextresult(line)
  end
  h.await('folds', function()
    vim.cmd('normal! zxzM')
    return closed(1) == 'Spassky – Fischer, Reykjavik, 0-1 (7 lines) '
  end)
  vim.cmd('normal! zR6Gzc')
  h.equal(closed(6), '1. e4 {a (2 lines) ')
end)

h.test('a comment is made of a line', function()
  h.open('|1. e4 *\n')
  h.equal(vim.bo.commentstring, '{ %s }')
  vim.cmd.setfiletype('epd')
end)

h.test('games are painted before the server speaks', function()
  h.open('[Event "A"]\n\n1. e4 e5 (1... c5 {x}) $1 *\n')
  vim.cmd('syntax on')
  local function group(line, column)
    return vim.fn.synIDattr(vim.fn.synID(line, column, 1), 'name')
  end
  h.equal(group(1, 2), 'pgnRosterTag')
  h.equal(group(1, 9), 'pgnTagValue')
  h.equal(group(3, 1), 'pgnMoveNumber')
  h.equal(group(3, 4), 'pgnMove')
  h.equal(group(3, 16), 'pgnVariationMove')
  h.equal(group(3, 19), 'pgnComment')
  h.equal(group(3, 24), 'pgnAnnotation')
end)

h.test('health has no errors', function()
  local buffer = h.open('1. e4 *\n')
  local mistakes = require('scoresheet.train.mistakes')
  mistakes.keep(vim.api.nvim_buf_get_name(buffer), 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -', 'Bc5', 'x')
  vim.cmd('Scoresheet scope workspace')
  vim.cmd('Scoresheet health')
  local report = h.text()
  -- The file is in no repository and not in the current folder.
  h.contains(report, 'without a workspace: games of other files are not found')
  h.contains(report, '.mistakes.epd: 0 of 1 positions are due')
  h.contains(report, 'Games of all files are counted and searched')
  h.contains(report, 'Games are picked with vim.ui.select')
  h.contains(report, 'The help file has its tags')
  h.equal(report:find('ERROR', 1, true), nil)
end)

h.test('health names a chosen file that is missing', function()
  local config = require('scoresheet.config')
  local before = config.get()
  config.set(vim.tbl_deep_extend('force', before, { collection = { scope = 'chosen', files = { '/nowhere.pgn' } } }))
  h.open('1. e4 *\n')
  vim.cmd('Scoresheet health')
  h.contains(h.text(), '/nowhere.pgn is no file and no folder')
  config.set(before)
end)

h.test('the findings of files are listed', function()
  h.open(TAGS .. '1. e4 e5 *\n')
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder)
  vim.fn.writefile({ '[Event "A"]', '', '1. e4 e5 2. Ke3 *' }, folder .. '/broken games.pgn')
  vim.cmd('Scoresheet check ' .. folder)
  h.await('the list', function()
    return vim.fn.getqflist({ title = 0 }).title == '1 finding in ' .. folder
  end)
  local entry = vim.fn.getqflist()[1]
  h.equal({ entry.lnum, entry.col, entry.type }, { 3, 13, 'E' })
  h.contains(entry.text, 'Ke3 cannot be played')
  h.equal(vim.fs.basename(vim.api.nvim_buf_get_name(entry.bufnr)), 'broken games.pgn')
  vim.cmd('cclose')
end)
