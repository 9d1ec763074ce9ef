--- Which games the explorer counts and the search looks at: those of the file, of the workspace, or of chosen files and folders; and of
--- these, those that a query finds.

local config = require('scoresheet.config')
local query = require('scoresheet.collection.query')

local M = {}

--- What the user has chosen in this session, in place of the options.
---@type { scope?: string, files?: string[], filter?: string }
local chosen = {}

---@type table<string, fun()>
local listeners = {}

local function changed()
  for _, listener in pairs(listeners) do
    listener()
  end
end

--- Calls `listener` whenever other games are chosen.
---@param name string A second listener with the same name replaces the first.
---@param listener fun()
function M.on_change(name, listener)
  listeners[name] = listener
end

--- The name of the source: "document", "workspace" or "chosen".
---@return string
function M.name()
  return chosen.scope or config.get().collection.scope
end

--- The chosen files and folders.
---@return string[]
local function files()
  return chosen.files or config.get().collection.files
end

--- The query that the counted games must fulfil; empty for all games.
---@return string
function M.filter()
  return chosen.filter or config.get().collection.filter
end

--- The scope in the terms of the protocol.
---@return 'document'|'workspace'|{ files: string[] }
function M.scope()
  local name = M.name()
  if name ~= 'chosen' then
    return name
  end
  return {
    files = vim.tbl_map(function(path)
      return vim.uri_from_fname(vim.fn.fnamemodify(vim.fn.expand(path), ':p'))
    end, files()),
  }
end

--- The files and folders of the options that are not there.
---@return string[]
function M.missing()
  return vim.tbl_filter(function(path)
    return not vim.uv.fs_stat(vim.fn.expand(path))
  end, config.get().collection.files)
end

--- The source in words.
---@return string
function M.words()
  local name = M.name()
  if name == 'chosen' then
    return table.concat(vim.tbl_map(vim.fs.basename, files()), ', ')
  end
  return name == 'document' and 'this file' or 'all files'
end

--- Chooses the source.
---@param arguments string[] "document", "workspace", "chosen" for the files of the options, or files and folders.
function M.choose(arguments)
  local first = arguments[1]
  if #arguments == 1 and vim.tbl_contains(config.scopes(), first) then
    if first == 'chosen' and #files() == 0 then
      error('no files are chosen; name files and folders, or set the option collection.files', 0)
    end
    chosen.scope = first
  else
    for _, path in ipairs(arguments) do
      if not vim.uv.fs_stat(vim.fn.expand(path)) then
        error(('%s is no file and no folder; there are also document, workspace and chosen'):format(path), 0)
      end
    end
    chosen.scope, chosen.files = 'chosen', arguments
  end
  changed()
end

--- Prompts for the source.
function M.prompt()
  local words = { document = 'This file', workspace = 'All files of the workspace', chosen = 'Chosen files and folders' }
  local scopes = vim.tbl_filter(function(scope)
    return scope ~= 'chosen' or #files() > 0
  end, config.scopes())
  local options = {
    prompt = 'Games of',
    format_item = function(scope)
      return words[scope]
    end,
  }
  vim.ui.select(scopes, options, function(scope)
    if scope then
      M.choose({ scope })
    end
  end)
end

--- Sets the query that the counted games must fulfil.
---@param text string Empty for all games.
function M.set_filter(text)
  chosen.filter = text
  changed()
end

--- Prompts for that query.
function M.prompt_filter()
  vim.ui.input(query.prompt('Count only games in which: ', M.filter()), function(text)
    if text then
      M.set_filter(vim.trim(text))
    end
  end)
end

return M
