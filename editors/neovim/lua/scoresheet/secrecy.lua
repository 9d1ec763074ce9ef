--- Hides parts of a text from the reader, for studies and training: the text, and what findings and hints tell of it.

local M = {}

local namespace = vim.api.nvim_create_namespace('scoresheet.secrecy')

--- What a window needs to hide text.
local HIDING = { conceallevel = 2, concealcursor = 'nvic' }

---@class scoresheet.Secrecy
---@field buffer integer
---@field window integer
---@field options table<string, any> The options of the window as they were.
---@field had_diagnostics boolean
---@field had_hints boolean

--- Makes a window ready to hide text, and switches off what would tell of it.
---@param buffer integer
---@param window integer
---@return scoresheet.Secrecy
function M.start(buffer, window)
  local options = {}
  for name, value in pairs(HIDING) do
    options[name] = vim.wo[window][0][name]
    vim.wo[window][0][name] = value
  end
  local secrecy = {
    buffer = buffer,
    window = window,
    options = options,
    had_diagnostics = vim.diagnostic.is_enabled({ bufnr = buffer }),
    had_hints = vim.lsp.inlay_hint.is_enabled({ bufnr = buffer }),
  }
  -- Findings and hints in the hidden text would tell what comes.
  vim.diagnostic.enable(false, { bufnr = buffer })
  vim.lsp.inlay_hint.enable(false, { bufnr = buffer })
  return secrecy
end

--- Hides a part of the text.
---@param buffer integer
---@param from integer[] Line and byte column, from 0.
---@param to integer[]
function M.hide(buffer, from, to)
  vim.api.nvim_buf_set_extmark(buffer, namespace, from[1], from[2], {
    end_row = to[1],
    end_col = to[2],
    conceal = '',
    -- Above the server's tokens.
    priority = 200,
  })
end

--- Shows lines again.
---@param buffer integer
---@param first integer Lines from 0, half-open; -1 is the end.
---@param last integer
function M.show(buffer, first, last)
  vim.api.nvim_buf_clear_namespace(buffer, namespace, first, last)
end

--- Shows everything again.
---@param secrecy scoresheet.Secrecy
function M.stop(secrecy)
  local buffer, window = secrecy.buffer, secrecy.window
  if vim.api.nvim_buf_is_valid(buffer) then
    M.show(buffer, 0, -1)
    vim.diagnostic.enable(secrecy.had_diagnostics, { bufnr = buffer })
    vim.lsp.inlay_hint.enable(secrecy.had_hints, { bufnr = buffer })
  end
  if vim.api.nvim_win_is_valid(window) then
    for name, value in pairs(secrecy.options) do
      vim.wo[window][0][name] = value
    end
  end
end

return M
