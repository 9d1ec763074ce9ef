--- Files of games that are not in a window.

local M = {}

--- The buffer of a file, loaded so that the server knows it.
---@param path string
---@return integer
function M.loaded(path)
  local buffer = vim.fn.bufadd(vim.fn.fnamemodify(vim.fn.expand(path), ':p'))
  vim.fn.bufload(buffer)
  vim.bo[buffer].buflisted = true
  if vim.bo[buffer].filetype == '' then
    vim.bo[buffer].filetype = vim.filetype.match({ filename = path }) or 'pgn'
  end
  return buffer
end

return M
