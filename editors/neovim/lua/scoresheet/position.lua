--- Copies the position or the moves at the cursor.

local request = require('scoresheet.request')

local M = {}

--- How moves are written.
M.NOTATIONS = { 'san', 'figurines', 'uci', 'fen' }

--- Which moves are copied, by the names of the protocol.
local PARTS = { ['main-line'] = 'mainLine', line = 'line', variation = 'variation' }

--- The clipboard if there is one, else the unnamed register.
---@return string
local function default_register()
  return vim.fn.has('clipboard') == 1 and '+' or '"'
end

--- Copies the position in Forsyth-Edwards Notation to a register: by default to the clipboard if there is one, else to the unnamed one.
---@param register? string
function M.copy_fen(register)
  register = register or default_register()
  local board, err = request.wait_at_cursor('scoresheet/board')
  if not board or not board.fen then
    return request.say(err or 'The position is not known here')
  end
  vim.fn.setreg(register, board.fen)
  request.say(board.fen, vim.log.levels.INFO)
end

--- Copies moves without comments: by default in SAN, from the start of the game through the variation at the cursor.
---@param arguments string[] A notation, a part of the game, or both in any order.
function M.copy_moves(arguments)
  local params = {}
  for _, argument in ipairs(arguments) do
    if vim.tbl_contains(M.NOTATIONS, argument) then
      params.notation = argument
    elseif PARTS[argument] then
      params.part = PARTS[argument]
    else
      error(('moves cannot be copied as %s; there are %s'):format(argument, table.concat(M.copied(), ', ')), 0)
    end
  end
  local line, err = request.wait_at_cursor('scoresheet/line', params)
  if not line or line.moves == 0 then
    return request.say(err or 'There are no moves here')
  end
  vim.fn.setreg(default_register(), line.text)
  request.say(line.text, vim.log.levels.INFO)
end

--- What `copy_moves` takes.
---@return string[]
function M.copied()
  local parts = vim.tbl_keys(PARTS)
  table.sort(parts)
  return vim.list_extend(vim.list_slice(M.NOTATIONS), parts)
end

return M
