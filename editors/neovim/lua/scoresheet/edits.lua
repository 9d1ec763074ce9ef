--- Makes the edits that the server gives for a game, and goes to the move that they are about.

local enclosing = require('scoresheet.enclosing')
local follow = require('scoresheet.follow')
local request = require('scoresheet.request')
local server = require('scoresheet.server')

local M = {}

--- Requests edits at the cursor, makes them, and puts the cursor on their move.
---@param method string `scoresheet/play` or `scoresheet/annotate`.
---@param params table What is written.
---@param otherwise string The message where the server gives none.
---@param is_joined? boolean Whether they are undone together with the edits before.
---@return boolean is_done
function M.request(method, params, otherwise, is_joined)
  local answer, err = request.wait_at_cursor(method, params)
  local client = server.client()
  if not answer or not client then
    request.say(err or otherwise)
    return false
  end
  local buffer = vim.api.nvim_get_current_buf()
  if not is_joined then
    -- Keys that are pressed in another window do not end a step of undo.
    vim.cmd('let &g:undolevels = &g:undolevels')
  end
  vim.lsp.util.apply_text_edits(answer.edits, buffer, client.offset_encoding)
  local move_end = enclosing.stretch({ start = answer.position, ['end'] = answer.position }).from
  -- On the move, unless it starts a line; the position after it is the same.
  vim.api.nvim_win_set_cursor(0, { move_end.line, math.max(0, move_end.column - 1) })
  follow.refresh(buffer)
  return true
end

return M
