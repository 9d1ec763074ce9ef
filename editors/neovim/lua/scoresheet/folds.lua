--- Folds by the server. Neovim 0.11 supports them; for 0.10 this module requests and caches them.

local request = require('scoresheet.request')
local server = require('scoresheet.server')

local M = {}

local HAS_OWN = vim.lsp.foldexpr ~= nil

--- The fold levels of lines by buffer, as foldexpr returns them.
---@type table<integer, table<integer, string>>
local levels_of = {}

--- The texts of closed folds by buffer and line, for Neovim 0.10.
---@type table<integer, table<integer, string>>
local texts_of = {}

--- The foldexpr value of each line in a fold: start, inside or end.
---@param folds lsp.FoldingRange[]
---@return table<integer, string>
local function levels(folds)
  local depth, starts = {}, {}
  for _, fold in ipairs(folds) do
    for line = fold.startLine, fold.endLine do
      depth[line] = (depth[line] or 0) + 1
    end
    starts[fold.startLine] = true
  end
  local said = {}
  for line, level in pairs(depth) do
    said[line + 1] = (starts[line] and '>' or '') .. level
  end
  return said
end

--- The text of each fold that has one of its own.
---@param folds lsp.FoldingRange[]
---@return table<integer, string>
local function texts(folds)
  local said = {}
  for _, fold in ipairs(folds) do
    said[fold.startLine + 1] = fold.collapsedText
  end
  return said
end

--- Makes the windows of a buffer compute their folds again.
---@param buffer integer
local function fold_again(buffer)
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    if vim.wo[window].foldmethod == 'expr' then
      vim.wo[window][0].foldmethod = 'expr'
    end
  end
end

---@param buffer integer
local function refresh(buffer)
  local client = server.client(buffer)
  if not client then
    return
  end
  local params = { textDocument = vim.lsp.util.make_text_document_params(buffer) }
  request.ask(client, buffer, 'textDocument/foldingRange', params, function(err, folds)
    if err or not vim.api.nvim_buf_is_loaded(buffer) then
      return
    end
    levels_of[buffer], texts_of[buffer] = levels(folds or {}), texts(folds or {})
    fold_again(buffer)
  end)
end

--- Keeps the folds of a buffer up to date.
---@param buffer integer
function M.attach(buffer)
  if HAS_OWN then
    return
  end
  local group = vim.api.nvim_create_augroup('scoresheet.folds.' .. buffer, {})
  vim.api.nvim_create_autocmd({ 'LspAttach', 'TextChanged', 'InsertLeave' }, {
    group = group,
    buffer = buffer,
    callback = vim.schedule_wrap(function()
      refresh(buffer)
    end),
  })
  vim.api.nvim_create_autocmd('BufUnload', {
    group = group,
    buffer = buffer,
    callback = function()
      levels_of[buffer], texts_of[buffer] = nil, nil
      vim.api.nvim_del_augroup_by_id(group)
    end,
  })
end

--- For 'foldexpr'.
---@return string
function M.expr()
  if HAS_OWN then
    return vim.lsp.foldexpr(vim.v.lnum)
  end
  local levels_here = levels_of[vim.api.nvim_get_current_buf()]
  return levels_here and levels_here[vim.v.lnum] or '0'
end

--- For 'foldtext': the players, event, date and result of a game, the first line of other folds, and how many lines are closed.
---@return string
function M.text()
  local first, last = vim.v.foldstart, vim.v.foldend
  local texts_here = texts_of[vim.api.nvim_get_current_buf()] or {}
  local text = HAS_OWN and vim.lsp.foldtext() or texts_here[first] or vim.fn.getline(first)
  return ('%s (%d lines) '):format(text, last - first + 1)
end

return M
