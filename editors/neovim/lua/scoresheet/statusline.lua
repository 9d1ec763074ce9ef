--- The move at the cursor, for a statusline.

local filetype = require('scoresheet.filetype')
local follow = require('scoresheet.follow')
local page = require('scoresheet.board.page')

local M = {}

---@type table<integer, true>
local started = {}

local function redraw()
  vim.cmd.redrawstatus({ bang = true })
end

--- For example "3... exd4 C41 +0.25"; empty without an answer and in other buffers. The statuslines of other windows show the last
--- answer.
---@return string
function M.text()
  local window = vim.g.statusline_winid or vim.api.nvim_get_current_win()
  local buffer = vim.api.nvim_win_get_buf(window)
  if not filetype.has_chess(buffer) then
    return ''
  end
  if not started[buffer] then
    started[buffer] = true
    -- Do not start a request while a statusline is drawn.
    vim.schedule(function()
      follow.start(buffer, 'statusline', redraw)
    end)
    vim.api.nvim_create_autocmd('BufUnload', {
      buffer = buffer,
      once = true,
      callback = function()
        started[buffer] = nil
      end,
    })
  end
  local board = follow.board(buffer)
  if not board then
    return ''
  end
  local parts = {}
  parts[#parts + 1] = board.lastMove and page.numbered(board.lastMove)
  parts[#parts + 1] = board.opening and board.opening.eco
  parts[#parts + 1] = board.evaluation and board.evaluation.score
  -- A percent sign would start an item of the statusline.
  return (table.concat(parts, ' '):gsub('%%', '%%%%'))
end

return M
