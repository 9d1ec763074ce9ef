--- An hour of an annotator, from an empty Neovim in a folder of games to the page that is published.

local h = require('harness')

---@param white string
---@param black string
---@param tags string
---@param moves string
---@return string[]
local function game(white, black, tags, moves)
  return { '[Event "Berlin"]', ('[White "%s"]'):format(white), ('[Black "%s"]'):format(black), tags, '', moves, '' }
end

local EVERGREEN = '1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.b4 Bxb4 5.c3 Ba5 6.d4 exd4 7.O-O d3 8.Qb3 Qf6 1-0'

--- A folder with games, in which Neovim works and no server runs.
---@return string
local function folder_of_games()
  vim.lsp.stop_client(vim.lsp.get_clients())
  h.await('the end of the servers', function()
    return #vim.lsp.get_clients() == 0
  end)
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder)
  vim.fn.writefile(game('Anderssen, Adolf', 'Dufresne, Jean', '[Date "1852.??.??"]', EVERGREEN), folder .. '/old.pgn')
  local others = game('Carl', 'Dahl', '[Date "2019.03.01"]', '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bb6 1/2-1/2')
  vim.list_extend(others, game('Eva', 'Fine', '[Date "2020.03.01"]', '1. d4 d5 *'))
  vim.fn.writefile(others, folder .. '/club.pgn')
  vim.cmd.cd(folder)
  vim.cmd.enew()
  return vim.fn.getcwd()
end

--- Answers the next prompt with a text while `run` runs.
---@param answer string
---@param run fun()
local function answering(answer, run)
  local input, is_asked = vim.ui.input, false
  vim.ui.input = function(_, on_confirm)
    is_asked = true
    on_confirm(answer)
  end
  run()
  h.await('the prompt', function()
    return is_asked
  end)
  vim.ui.input = input
end

--- The lines of the explorer.
---@return string
local function explorer_text()
  local window = require('scoresheet.explorer').window()
  return window and table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n') or ''
end

h.test('an hour of an annotator', function()
  local before = vim.fn.getcwd()
  local folder = folder_of_games()

  -- The model game is found, and copied into a new file.
  vim.cmd('Scoresheet search player = Anderssen and eco in C51..C52')
  local list = h.await_list('player = Anderssen and eco in C51..C52: 1 game')
  h.equal(list[1].text, 'Anderssen, Adolf – Dufresne, Jean, Berlin, 1852, 1-0')
  vim.cmd('cfirst | cclose')
  h.equal(vim.fs.basename(vim.api.nvim_buf_get_name(0)), 'old.pgn')
  h.await('the server', function()
    return #vim.lsp.get_clients({ bufnr = 0 }) == 1
  end)
  vim.cmd('Scoresheet copy-game lecture.pgn')
  vim.cmd('edit lecture.pgn')
  h.equal(vim.fn.getline(1), '[Event "Berlin"]')
  h.equal(vim.fn.getline(2), '[White "Anderssen, Adolf"]')

  -- Keys go through the game and annotate it.
  h.type('8]m')
  h.contains(h.with_cursor(), '4.b4 |Bxb4')
  h.type('\\3')
  answering('takes what is offered', function()
    h.type('\\c')
  end)
  answering('Gc4f7 Rf7', function()
    h.type('\\m')
  end)
  vim.cmd('Scoresheet play c3')
  vim.cmd('Scoresheet play Bc5')
  vim.cmd('Scoresheet play O-O')
  h.contains(h.text(), '5.c3 Ba5 (5... Bc5 6. O-O)')

  -- The explorer has the games of the folder.
  h.type('[v3[m')
  h.contains(h.with_cursor(), '|b4 Bxb4')
  vim.cmd('Scoresheet explorer')
  h.await('the explorer', function()
    -- Also the copy that is not saved yet.
    return explorer_text():match('3 games in all files') and explorer_text():match('Bb6%s+1%s')
  end)
  vim.cmd('Scoresheet explorer enter')
  h.type('/Bb6<CR>o')
  h.equal(#h.await_list('Bb6: 1 game'), 1)
  vim.cmd('cclose')
  vim.cmd('Scoresheet explorer close')

  -- A slip is found, and undone.
  vim.cmd('buffer lecture.pgn')
  vim.fn.search('Qb3')
  h.type('cwQb4<Esc>')
  h.await('the finding', function()
    return vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR })[1]
  end)
  vim.cmd('Scoresheet check')
  h.contains(h.await_list('1 finding in this file')[1].text, 'Qb4 cannot be played')
  vim.cmd('cfirst | cclose')
  h.equal(vim.fn.expand('<cword>'), 'Qb4')
  h.type('u')
  h.await('no finding', function()
    return #vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR }) == 0
  end)

  -- The game is formatted, saved, checked with the others, and published.
  vim.cmd('Scoresheet format')
  vim.cmd('silent write')
  h.equal(vim.fn.readfile('lecture.pgn'), {
    '[Event "Berlin"]',
    '[Site "?"]',
    '[Date "1852.??.??"]',
    '[Round "?"]',
    '[White "Anderssen, Adolf"]',
    '[Black "Dufresne, Jean"]',
    '[Result "1-0"]',
    '',
    '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 $3 { [%csl Rf7] [%cal Gc4f7] takes',
    'what is offered } 5. c3 Ba5 (5... Bc5 6. O-O) 6. d4 exd4 7. O-O d3 8. Qb3 Qf6',
    '1-0',
    '',
  })
  local notify, message = vim.notify, nil
  vim.notify = function(text)
    message = text
  end
  vim.cmd('Scoresheet check all')
  h.await('the check', function()
    return message
  end)
  vim.notify = notify
  h.contains(message, 'Nothing to report in the files of this folder')
  local select, prompt = vim.ui.select, nil
  vim.ui.select = function(_, options)
    prompt = options.prompt
  end
  vim.cmd('Scoresheet publish')
  h.await('the pages', function()
    return prompt
  end)
  vim.ui.select = select
  h.equal(prompt, 'The pages are in lecture-pages/index.html')
  local pages = vim.fn.glob(folder .. '/lecture-pages/games/*.html', true, true)
  h.contains(table.concat(vim.fn.readfile(pages[1]), '\n'), 'takes what is offered')
  vim.cmd.cd(before)
end)
