--- Completion of queries, from the server (`scoresheet/query`).

local request = require('scoresheet.request')
local server = require('scoresheet.server')

local M = {}

--- What can be written at the end of a query.
---@param query string The query so far.
---@return { label: string, newText: string, range: lsp.Range }[]
local function items(query)
  local client, buffer = server.any_client()
  if not client then
    return {}
  end
  local params = { query = query, position = { line = 0, character = #query } }
  if server.client() then
    params.textDocument = vim.lsp.util.make_text_document_params()
  end
  local help = request.wait('scoresheet/query', params, buffer)
  return help and help.items or {}
end

--- The completions of the last word of a query.
---@param lead string The part at the end of `query` that a completion replaces.
---@param query string
---@return string[]
function M.complete(lead, query)
  local before = query:sub(1, #query - #lead)
  local found = {}
  for _, item in ipairs(items(query)) do
    local text = query:sub(1, item.range.start.character) .. item.newText
    if vim.startswith(text, before) then
      found[#found + 1] = text:sub(#before + 1)
    end
  end
  return found
end

--- The completions of a query in a prompt.
---@param lead string
---@param line string
---@param position integer In bytes.
---@return string[]
function M.complete_prompt(lead, line, position)
  return M.complete(lead, line:sub(1, position))
end

--- The options of a prompt for a query.
---@param prompt string
---@param default? string
---@return table
function M.prompt(prompt, default)
  return { prompt = prompt, default = default, completion = "customlist,v:lua.require'scoresheet.collection.query'.complete_prompt" }
end

return M
