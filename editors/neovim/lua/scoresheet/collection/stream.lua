--- Requests whose answers come bit by bit (`partialResultToken`), and can be cancelled.

local request = require('scoresheet.request')

local M = {}

--- Who gets the partial answers, by their tokens.
---@type table<string, fun(part: any)>
local listeners = {}

--- The clients whose progress is read here.
---@type table<integer, true>
local heard = {}

local count = 0

--- Hands partial answers to their listeners; other progress goes where it went before.
---@param client vim.lsp.Client
local function listen(client)
  if heard[client.id] then
    return
  end
  heard[client.id] = true
  local before = client.handlers['$/progress'] or vim.lsp.handlers['$/progress']
  client.handlers['$/progress'] = function(err, params, ...)
    local listener = params and listeners[params.token]
    if listener then
      return listener(params.value)
    end
    return before(err, params, ...)
  end
end

--- Sends a request. Each partial answer replaces the one before, and the answer replaces the last.
---@param client vim.lsp.Client
---@param buffer integer
---@param method string
---@param params table
---@param on_part fun(part: any)
---@param on_answer fun(err: lsp.ResponseError?, result: any)
---@return fun() cancel After it, neither function is called.
function M.ask(client, buffer, method, params, on_part, on_answer)
  listen(client)
  count = count + 1
  local token = 'scoresheet.nvim.' .. count
  listeners[token] = on_part
  local with_token = vim.tbl_extend('error', params, { partialResultToken = token })
  local id = request.ask(client, buffer, method, with_token, function(err, result)
    if listeners[token] then
      listeners[token] = nil
      on_answer(err, result ~= vim.NIL and result or nil)
    end
  end)
  return function()
    if listeners[token] and id then
      listeners[token] = nil
      request.cancel(client, id)
    end
  end
end

return M
