--- Inserts a move into the game at the cursor.

local edits = require('scoresheet.edits')
local prompt = require('scoresheet.prompt')
local request = require('scoresheet.request')

local M = {}

--- Plays a move from the position at the cursor: it continues the line, or becomes a variation if another move follows.
---@param move string In SAN or UCI notation.
function M.play(move)
  edits.request('scoresheet/play', { move = move }, 'Moves can be played in games only')
end

--- The moves that can be played at the cursor, in SAN.
---@return string[]
function M.moves()
  local board = request.wait_at_cursor('scoresheet/board')
  return vim.tbl_map(function(move)
    return move.san
  end, board and board.legalMoves or {})
end

--- Prompts for a move, and plays it.
function M.choose()
  local moves = M.moves()
  if #moves == 0 then
    return request.say('No move can be played here', vim.log.levels.INFO)
  end
  prompt.select(moves, { prompt = 'Play' }, M.play)
end

return M
