--- The setup of buffers of games and records.

local M = {}

local OURS = { pgn = true, epd = true, fen = true }

--- Whether a buffer has games or records.
---@param buffer integer
---@return boolean
function M.is_ours(buffer)
  return OURS[vim.bo[buffer].filetype] == true
end

--- Whether a buffer has games or records, or blocks of them that the server knows.
---@param buffer integer
---@return boolean
function M.has_chess(buffer)
  return M.is_ours(buffer) or require('scoresheet.embedded').is_served(buffer)
end

--- Sets options of the current buffer and remembers how to undo them.
---@param options table<string, string|boolean|integer>
local function set(options)
  local undo = {}
  for name, value in pairs(options) do
    vim.opt_local[name] = value
    undo[#undo + 1] = 'setlocal ' .. name .. '<'
  end
  local before = vim.b.undo_ftplugin
  table.sort(undo)
  vim.b.undo_ftplugin = (before and before .. ' | ' or '') .. table.concat(undo, ' | ')
end

--- Sets options that belong to the window. Where the buffer is in none yet, as it was loaded to write into it, they are set once it is shown.
---@param options table<string, string|boolean|integer>
local function set_in_window(options)
  set(options)
  if vim.fn.win_gettype() == 'autocmd' then
    vim.api.nvim_create_autocmd('BufWinEnter', {
      buffer = vim.api.nvim_get_current_buf(),
      once = true,
      callback = function()
        for name, value in pairs(options) do
          vim.opt_local[name] = value
        end
      end,
    })
  end
end

--- The common setup of games and records.
local function common()
  local config = require('scoresheet.config').get()
  if config.folds then
    require('scoresheet.folds').attach(vim.api.nvim_get_current_buf())
    set_in_window({
      foldmethod = 'expr',
      foldexpr = "v:lua.require'scoresheet.folds'.expr()",
      foldtext = "v:lua.require'scoresheet.folds'.text()",
      foldlevel = 99,
    })
  end
  require('scoresheet.completion').attach()
  if config.hints then
    local buffer = vim.api.nvim_get_current_buf()
    require('scoresheet.server').when_ready(buffer, function()
      vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
    end)
  end
  if config.keymaps then
    require('scoresheet.keymaps').attach(vim.api.nvim_get_current_buf())
  end
end

--- For a buffer of games.
function M.games()
  -- Lines are 79 columns wide in export format; `;` starts a comment that ends with the line (section 5 of the standard).
  set({ commentstring = '{ %s }', comments = ':;', matchpairs = '(:),{:},[:]', textwidth = 79 })
  common()
end

--- For a buffer of records, one a line.
function M.records()
  set({ commentstring = '# %s', comments = ':#' })
  set_in_window({ wrap = false })
  common()
end

return M
