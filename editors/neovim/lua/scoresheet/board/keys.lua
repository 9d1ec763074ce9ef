--- The keys of the board window: they act on the game, and the focus stays on the board.

local pane = require('scoresheet.pane')

local M = {}

--- A function of another module, with arguments.
---@param module string
---@param name string
---@return fun()
local function call(module, name, ...)
  local arguments = { ... }
  return function()
    require('scoresheet.' .. module)[name](unpack(arguments))
  end
end

---@param command string
---@return fun()
local function ex(command)
  return function()
    vim.cmd(command)
  end
end

---@type scoresheet.Key[]
local KEYS = {
  { 'l', 'goes to the next move', call('motions', 'next_move') },
  { 'h', 'goes to the previous move', call('motions', 'previous_move') },
  { 'j', 'enters the next variation', call('motions', 'into_variation') },
  { 'k', 'leaves the variation', call('motions', 'out_of_variation') },
  { 'p', 'plays a move', call('play', 'choose') },
  { '1', 'writes or takes away !', call('annotate', 'nag', 1) },
  { '2', 'writes or takes away ?', call('annotate', 'nag', 2) },
  { '3', 'writes or takes away !!', call('annotate', 'nag', 3) },
  { '4', 'writes or takes away ??', call('annotate', 'nag', 4) },
  { '5', 'writes or takes away !?', call('annotate', 'nag', 5) },
  { '6', 'writes or takes away ?!', call('annotate', 'nag', 6) },
  { 'c', 'writes the comment', call('annotate', 'comment') },
  { 'm', 'marks squares and draws arrows', call('annotate', 'choose_marks') },
  { 'u', 'undoes the last change of the game', ex('silent undo') },
  { '<C-R>', 'does it again', ex('silent redo') },
  { 'f', 'flips the board', call('board', 'flip') },
  { 'e', 'shows or hides the explorer', call('explorer', 'toggle') },
  { 's', 'starts or ends study mode', call('study', 'toggle') },
  { 'g', 'guesses the next move', call('study', 'prompt') },
  { '!', 'shows the move that was to be guessed', call('study', 'solve') },
  { '<Space>', 'plays the game through, or stops', call('autoplay', 'toggle') },
  { 'q', 'closes the board', call('board', 'close') },
}

--- Maps the keys in the buffer of the board.
---@param buffer integer
---@param in_game fun(act: fun()) Calls a function in the window of the game.
function M.map(buffer, in_game)
  local keys = vim.tbl_map(function(key)
    return {
      key[1],
      key[2],
      function()
        in_game(key[3])
      end,
    }
  end, KEYS)
  pane.map(buffer, keys)
end

return M
