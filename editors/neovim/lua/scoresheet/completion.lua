--- Completion with CTRL-X CTRL-O. Neovim's own takes of what the server gives only the text before the first blank, which leaves the number
--- of a move without the move and half of a name; and it writes the names of snippets in place of them.

local request = require('scoresheet.request')

local M = {}

--- What the menu shows, from the first call of the function to the second one.
---@type table[]
local entries = {}

--- Where an item begins and ends, in bytes from 0.
---@param item lsp.CompletionItem
---@return integer from
---@return integer to
local function span(item)
  local range = item.textEdit.range
  local _, from = request.place(0, range.start)
  local _, to = request.place(0, range['end'])
  return from, to
end

--- The text of an item's documentation, for the preview window.
---@param item lsp.CompletionItem
---@return string?
local function documentation(item)
  local text = item.documentation
  return type(text) == 'table' and text.value or text
end

--- An entry of the menu.
---@param item lsp.CompletionItem
---@param line string
---@param column integer The cursor, in bytes.
---@param start integer Where the completion begins.
---@return table
local function entry(item, line, column, start)
  local from, to = span(item)
  local is_snippet = item.insertTextFormat == vim.lsp.protocol.InsertTextFormat.Snippet
  -- A snippet is written when it is accepted; until then its name is there.
  local text = is_snippet and item.label or item.textEdit.newText
  return {
    word = line:sub(start + 1, from) .. text,
    abbr = item.label,
    menu = item.detail,
    kind = vim.lsp.protocol.CompletionItemKind[item.kind],
    info = documentation(item),
    icase = 1,
    dup = 1,
    user_data = {
      scoresheet = {
        snippet = is_snippet and item.textEdit.newText or nil,
        label = item.label,
        -- What the item replaces after the cursor.
        rest = line:sub(column + 1, math.max(to, column)),
      },
    },
  }
end

--- Requests what can be written at the cursor, and makes the entries of the menu.
---@return integer start In bytes, from 0; -3 where there is nothing.
local function find()
  local line, column = vim.api.nvim_get_current_line(), vim.api.nvim_win_get_cursor(0)[2]
  local answer = request.wait_at_cursor('textDocument/completion')
  local found, start = {}, column
  for _, item in ipairs(answer and (answer.items or answer) or {}) do
    local from, to = span(item)
    local written, name = line:sub(from + 1, column), item.filterText or item.label
    -- The name that is being written is among those of the file, too.
    local is_new = item.textEdit.newText ~= line:sub(from + 1, math.max(to, column))
    if is_new and vim.startswith(name:lower(), written:lower()) then
      start = math.min(start, from)
      -- What has the case of the written text comes first.
      local rank = vim.startswith(name, written) and '0' or '1'
      found[#found + 1] = { item = item, order = rank .. (item.sortText or item.label) }
    end
  end
  table.sort(found, function(one, other)
    return one.order < other.order
  end)
  entries = vim.tbl_map(function(one)
    return entry(one.item, line, column, start)
  end, found)
  return #entries > 0 and start or -3
end

--- For 'omnifunc'.
---@param find_start integer
---@return integer|table
function M.omnifunc(find_start)
  if find_start == 1 then
    return find()
  end
  return entries
end

--- Ends what was taken: deletes what it replaces after the cursor, and writes a snippet.
local function finish()
  local item = vim.v.completed_item
  local data = type(item.user_data) == 'table' and item.user_data.scoresheet
  if not data then
    return
  end
  local line, column = unpack(vim.api.nvim_win_get_cursor(0))
  local text = vim.api.nvim_get_current_line()
  if data.rest ~= '' and text:sub(column + 1, column + #data.rest) == data.rest then
    vim.api.nvim_buf_set_text(0, line - 1, column, line - 1, column + #data.rest, { '' })
  end
  if data.snippet and vim.endswith(text:sub(1, column), data.label) then
    vim.api.nvim_buf_set_text(0, line - 1, column - #data.label, line - 1, column, { '' })
    vim.snippet.expand(data.snippet)
  end
end

--- Completes in the current buffer.
function M.attach()
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].omnifunc = "v:lua.require'scoresheet.completion'.omnifunc"
  vim.api.nvim_create_autocmd('CompleteDone', {
    group = vim.api.nvim_create_augroup('scoresheet.completion.' .. buffer, {}),
    buffer = buffer,
    callback = function()
      -- Neovim 0.10 does not say why completion ends; there nothing is completed if it is cancelled.
      local reason = vim.v.event.reason
      if reason == nil or reason == 'accept' then
        finish()
      end
    end,
  })
end

return M
