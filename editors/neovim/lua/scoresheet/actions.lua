--- The server's code actions by name: fixes of a whole file and refactorings of a game.

local request = require('scoresheet.request')
local server = require('scoresheet.server')

local M = {}

--- The common kind of all refactorings.
local REFACTOR = 'refactor'

--- Applies all safe fixes.
function M.fix_all()
  vim.lsp.buf.code_action({ context = { only = { 'source.fixAll.scoresheet' }, diagnostics = {} }, apply = true })
end

--- Sorts the tags of all games.
function M.organize_tags()
  vim.lsp.buf.code_action({ context = { only = { 'source.organizeTags' }, diagnostics = {} }, apply = true })
end

function M.format()
  vim.lsp.buf.format({ name = server.NAME })
end

--- The short name of a refactoring's kind: promote for refactor.rewrite.promote, extract.variation for refactor.extract.variation.
---@param kind string
---@return string
local function short(kind)
  return (kind:gsub('^refactor%.', ''):gsub('^rewrite%.', ''))
end

--- The kinds of the refactorings at the cursor, by their short names.
---@return table<string, string>
local function offered()
  local client = server.client()
  if not client then
    return {}
  end
  local position = request.at_cursor(0, client).position
  local answer = request.wait('textDocument/codeAction', {
    textDocument = vim.lsp.util.make_text_document_params(),
    range = { start = position, ['end'] = position },
    context = { only = { REFACTOR }, diagnostics = {} },
  })
  local kinds = {}
  for _, action in ipairs(answer or {}) do
    kinds[short(action.kind)] = action.kind
  end
  return kinds
end

--- The short names of the refactorings at the cursor.
---@return string[]
function M.refactorings()
  local names = vim.tbl_keys(offered())
  table.sort(names)
  return names
end

--- Applies a refactoring at the cursor; without a name, prompts for one.
---@param name? string
function M.refactor(name)
  local kind = name and offered()[name] or REFACTOR
  if name and kind == REFACTOR then
    return request.say(('%s cannot be done here; :Scoresheet refactor shows what can'):format(name))
  end
  vim.lsp.buf.code_action({ context = { only = { kind }, diagnostics = {} }, apply = name ~= nil })
end

return M
