--- The ranges that enclose a position, from the server (`textDocument/selectionRange`): the word, the move, the variation, the game,
--- the file.

local request = require('scoresheet.request')

local M = {}

---@class scoresheet.Place
---@field line integer From 1.
---@field column integer In bytes, from 0.

---@class scoresheet.Stretch A part of the buffer, half-open.
---@field from scoresheet.Place
---@field to scoresheet.Place

--- Whether `one` is before `other`.
---@param one scoresheet.Place
---@param other scoresheet.Place
---@return boolean
function M.is_before(one, other)
  if one.line ~= other.line then
    return one.line < other.line
  end
  return one.column < other.column
end

--- Whether `outer` contains `inner`.
---@param outer scoresheet.Stretch
---@param inner scoresheet.Stretch
---@return boolean
function M.contains(outer, inner)
  return not M.is_before(inner.from, outer.from) and not M.is_before(outer.to, inner.to)
end

--- Converts a range of the protocol to a part of the buffer.
---@param range lsp.Range
---@return scoresheet.Stretch
function M.stretch(range)
  local from_line, from_column = request.place(0, range.start)
  local to_line, to_column = request.place(0, range['end'])
  return {
    from = { line = from_line, column = from_column },
    to = { line = to_line, column = to_column },
  }
end

--- The ranges that enclose a position, from the smallest to the whole file.
---@param position lsp.Position
---@return scoresheet.Stretch[]
---@return string? error
function M.at(position)
  local params = { textDocument = vim.lsp.util.make_text_document_params(), positions = { position } }
  local answer, err = request.wait('textDocument/selectionRange', params)
  local stretches = {}
  local range = answer and answer[1]
  while range do
    stretches[#stretches + 1] = M.stretch(range.range)
    range = range.parent
  end
  return stretches, err
end

--- The ranges that enclose the cursor.
---@return scoresheet.Stretch[]
---@return string? error
function M.at_cursor()
  local client = require('scoresheet.server').client()
  if not client then
    return {}, 'The language server is not running here; see :checkhealth scoresheet'
  end
  return M.at(request.at_cursor(0, client).position)
end

--- The game at the cursor: the largest range inside the file. nil between games.
---@return scoresheet.Stretch?
---@return string? error
function M.game()
  local stretches, err = M.at_cursor()
  return stretches[#stretches - 1], err
end

--- The text of a part.
---@param stretch scoresheet.Stretch
---@return string
function M.text(stretch)
  local from, to = stretch.from, stretch.to
  local lines = vim.api.nvim_buf_get_text(0, from.line - 1, from.column, to.line - 1, to.column, {})
  return table.concat(lines, '\n')
end

return M
