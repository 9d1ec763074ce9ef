--- Copies the position at the cursor.

local request = require('scoresheet.request')

local M = {}

--- Copies the position in Forsyth-Edwards Notation to a register: by default to the clipboard if there is one, else to the unnamed one.
---@param register? string
function M.copy_fen(register)
  register = register or (vim.fn.has('clipboard') == 1 and '+' or '"')
  local board, err = request.wait_at_cursor('scoresheet/board')
  if not board or not board.fen then
    return request.say(err or 'The position is not known here')
  end
  vim.fn.setreg(register, board.fen)
  request.say(board.fen, vim.log.levels.INFO)
end

return M
