--- Study mode, and games that are played through.

local h = require('harness')
local board = require('scoresheet.board')

local GAME = '[Event "Test"]\n[Result "1-0"]\n\n1. |e4 e5 2. Nf3 (2. f4)\n2... Nc6 3. Bb5 1-0\n'

--- What the screen shows of a line.
---@param line integer
---@return string
local function shown(line)
  vim.cmd('redraw')
  local text = ''
  for column = 1, 40 do
    text = text .. vim.fn.screenstring(vim.fn.win_screenpos(0)[1] + line - 1, vim.fn.win_screenpos(0)[2] + column - 1)
  end
  return (text:gsub('%s+$', ''))
end

--- Waits until the screen shows this on a line.
---@param line integer
---@param expected string
local function await_shown(line, expected)
  h.await(('line %d: %s'):format(line, expected), function()
    return shown(line) == expected
  end)
end

h.test('study mode hides what follows, and the result', function()
  h.open(GAME)
  vim.cmd('Scoresheet board right')
  vim.cmd('Scoresheet study')
  await_shown(4, '1. e4')
  await_shown(5, '')
  h.equal(shown(2), '[Result ""]')
  local function details()
    local window = assert(board.window())
    return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
  end
  h.equal(details():find('Next:', 1, true), nil)
  h.type(']m]m')
  vim.api.nvim_exec_autocmds('CursorMoved', { buffer = 0 })
  await_shown(4, '1. e4 e5 2. Nf3')
  h.equal(vim.diagnostic.is_enabled({ bufnr = 0 }), false)
  vim.cmd('Scoresheet study')
  await_shown(5, '2... Nc6 3. Bb5 1-0')
  h.equal({ shown(2), vim.wo.conceallevel }, { '[Result "1-0"]', 0 })
  h.contains(details(), 'Next: 2... Nc6')
  h.equal(vim.diagnostic.is_enabled({ bufnr = 0 }), true)
  -- A redraw with the board beside it is not the last one that headless Neovim makes.
  vim.cmd('Scoresheet board close')
end)

h.test('moves are guessed', function()
  local game = h.open(GAME)
  vim.cmd('Scoresheet study')
  local function guess(move)
    return h.said(function()
      vim.cmd('Scoresheet guess ' .. move)
    end)
  end
  h.contains(guess('e5'), 'e5 is right; 1 of 1 at the first try')
  h.contains(guess('f4'), 'f4 is in a variation')
  h.contains(guess('Bc4'), 'Bc4 was not played')
  h.contains(guess('Nf6'), 'Nf6 cannot be played here')
  h.contains(
    h.said(function()
      vim.cmd('Scoresheet hint')
    end),
    'The piece on g1 moves'
  )
  h.contains(guess('g1f3'), 'g1f3 is right; 1 of 2 at the first try')
  h.contains(h.with_cursor(), '2. |Nf3')
  -- A wrong guess is kept, but not one that a variation has.
  local kept = require('scoresheet.train.mistakes').path(vim.api.nvim_buf_get_name(game))
  local boxes = require('scoresheet.train.boxes')
  h.equal(vim.fn.readfile(kept), {
    ('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 bm Nf3; c9 "box 1, due %s"; id "? - ?, Test, move 2";'):format(
      boxes.after(boxes.today(), 1)
    ),
  })
  h.contains(
    h.said(function()
      vim.cmd('Scoresheet solution')
    end),
    'Nc6 was played; the position is kept in ' .. vim.fs.basename(kept) .. '; 1 of 3 at the first try'
  )
  h.equal(#vim.fn.readfile(kept), 2)
  vim.cmd('Scoresheet study')
  h.type('G$')
  h.contains(guess('e4'), 'No move follows here')
end)

h.test('a game is played through to the end of its line', function()
  h.open(GAME)
  local autoplay = require('scoresheet.autoplay')
  vim.cmd('Scoresheet autoplay 0.01')
  h.await('the end', function()
    return not autoplay.is_on()
  end)
  h.contains(h.with_cursor(), '3. |Bb5')
  -- Whoever goes elsewhere stops it.
  h.type('gg')
  vim.cmd('Scoresheet autoplay 0.2')
  h.type('G')
  h.await('the stop', function()
    return not autoplay.is_on()
  end)
  h.equal(vim.api.nvim_win_get_cursor(0)[1], 5)
  h.contains(
    h.said(function()
      vim.cmd('Scoresheet autoplay soon')
    end),
    'soon is no number of seconds'
  )
end)
