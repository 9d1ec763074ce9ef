--- Requests to the server about positions in a buffer.

local server = require('scoresheet.server')

local M = {}

--- The timeout of requests that block the user, in milliseconds. Answers usually take less than one.
local PATIENCE = 2000

--- The position of a cursor as parameters of the protocol.
---@param window integer
---@param client vim.lsp.Client
---@return lsp.TextDocumentPositionParams
function M.at_cursor(window, client)
  return vim.lsp.util.make_position_params(window, client.offset_encoding)
end

--- Calls a method of the client, which is a plain function in Neovim 0.10.
---@param client vim.lsp.Client
---@param name string
---@return any
local function call(client, name, ...)
  if vim.fn.has('nvim-0.11') == 1 then
    return client[name](client, ...)
  end
  return client[name](...)
end

--- Sends a request, and calls `on_answer` with the answer.
---@param client vim.lsp.Client
---@param buffer integer
---@param method string
---@param params table
---@param on_answer fun(err: lsp.ResponseError?, result: any)
---@return integer? id
function M.ask(client, buffer, method, params, on_answer)
  local is_sent, id = call(client, 'request', method, params, function(err, result)
    on_answer(err, result)
  end, buffer)
  return is_sent and id or nil
end

--- Cancels a request.
---@param client vim.lsp.Client
---@param id integer
function M.cancel(client, id)
  call(client, 'cancel_request', id)
end

--- Sends a request, and waits for the answer.
---@param method string
---@param params table
---@param buffer? integer
---@return any result nil if there is none
---@return string? error the reason
function M.wait(method, params, buffer)
  buffer = buffer or vim.api.nvim_get_current_buf()
  local client = server.client(buffer)
  if not client then
    return nil, 'The language server is not running here; see :checkhealth scoresheet'
  end
  local answer, err = call(client, 'request_sync', method, params, PATIENCE, buffer)
  if not answer then
    return nil, err or 'no answer'
  end
  if answer.err then
    return nil, answer.err.message
  end
  return answer.result
end

--- Sends a request about the cursor of the current window, and waits for the answer.
---@param method string
---@param more? table Further parameters.
---@return any result
---@return string? error
function M.wait_at_cursor(method, more)
  local client = server.client()
  if not client then
    return nil, 'The language server is not running here; see :checkhealth scoresheet'
  end
  local params = vim.tbl_extend('error', M.at_cursor(0, client), more or {})
  return M.wait(method, params)
end

--- Converts a position of the protocol to a line from 1 and a byte column from 0.
---@param buffer integer
---@param position lsp.Position
---@return integer line
---@return integer column
function M.place(buffer, position)
  local client = server.client(buffer) or server.any_client()
  local encoding = client and client.offset_encoding or 'utf-16'
  -- In the protocol a lone CR ends a line, in a buffer it may not.
  if position.line >= vim.api.nvim_buf_line_count(buffer) then
    local last = vim.api.nvim_buf_line_count(buffer)
    return last, #vim.api.nvim_buf_get_lines(buffer, last - 1, last, false)[1]
  end
  local line = vim.api.nvim_buf_get_lines(buffer, position.line, position.line + 1, false)[1]
  local column
  if vim.fn.has('nvim-0.11') == 1 then
    column = vim.str_byteindex(line, encoding, position.character, false)
  else
    column = vim.lsp.util._str_byteindex_enc(line, position.character, encoding)
  end
  return position.line + 1, column
end

--- Shows a message.
---@param text string
---@param level? integer
function M.say(text, level)
  vim.notify('Scoresheet: ' .. text, level or vim.log.levels.WARN)
end

return M
