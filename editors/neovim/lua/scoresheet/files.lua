--- Files of games that are not in a window.

local server = require('scoresheet.server')

local M = {}

--- How long the server may take until it knows a file that was loaded, in milliseconds: Neovim tells it a moment later.
local PATIENCE = 1000

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
  if server.any_client() then
    vim.wait(PATIENCE, function()
      return server.client(buffer) ~= nil
    end, 5)
  end
  return buffer
end

return M
