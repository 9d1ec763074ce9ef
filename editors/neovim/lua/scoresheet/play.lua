--- Inserts a move into the game at the cursor.

local enclosing = require('scoresheet.enclosing')
local request = require('scoresheet.request')
local server = require('scoresheet.server')

local M = {}

--- Plays a move from the position at the cursor: it continues the line, or becomes a variation if another move follows.
---@param move string In SAN or UCI notation.
function M.play(move)
  local answer, err = request.wait_at_cursor('scoresheet/play', { move = move })
  if not answer then
    return request.say(err or 'Moves can be played in games only')
  end
  local client = server.client()
  if not client then
    return
  end
  vim.lsp.util.apply_text_edits(answer.edits, vim.api.nvim_get_current_buf(), client.offset_encoding)
  local move_end = enclosing.stretch({ start = answer.position, ['end'] = answer.position }).from
  -- On the move, unless it starts a line; the position after it is the same.
  vim.api.nvim_win_set_cursor(0, { move_end.line, math.max(0, move_end.column - 1) })
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
  vim.ui.select(moves, { prompt = 'Play' }, function(move)
    if move then
      M.play(move)
    end
  end)
end

return M
