--- Opens a game that was found, where it is now.

local files = require('scoresheet.files')
local request = require('scoresheet.request')
local search = require('scoresheet.collection.search')
local server = require('scoresheet.server')

local M = {}

--- Opens the text of a game in a compressed file, which cannot be opened itself.
---@param text string
local function open_text(text)
  vim.cmd.enew()
  vim.bo.buftype = 'nofile'
  vim.bo.bufhidden = 'wipe'
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(text, '\r?\n'))
  vim.bo.filetype = 'pgn'
end

--- Opens a game in the current window, at the move that was found.
---@param data any The `data` of the game.
function M.open(data)
  local client, buffer = server.any_client()
  if not client or not buffer then
    return request.say('The language server is not running')
  end
  local window = vim.api.nvim_get_current_win()
  request.ask(client, buffer, 'scoresheet/foundGame', { data = data }, function(err, found)
    if err then
      return request.say(search.reason(err))
    end
    vim.api.nvim_win_call(vim.api.nvim_win_is_valid(window) and window or 0, function()
      if type(found.text) == 'string' then
        return open_text(found.text)
      end
      vim.cmd.normal({ "m'", bang = true })
      vim.api.nvim_win_set_buf(0, files.loaded(vim.uri_to_fname(found.uri)))
      local line = math.min(found.range.start.line + 1, vim.api.nvim_buf_line_count(0))
      vim.api.nvim_win_set_cursor(0, { line, found.range.start.character })
      vim.cmd('normal! zv')
    end)
  end)
end

return M
