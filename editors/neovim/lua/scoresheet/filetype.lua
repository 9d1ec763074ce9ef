--- The setup of buffers of games and records.

local M = {}

local OURS = { pgn = true, epd = true, fen = true }

--- Whether a buffer has games or records.
---@param buffer integer
---@return boolean
function M.is_ours(buffer)
  return OURS[vim.bo[buffer].filetype] == true
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

--- The common setup of games and records.
local function common()
  local config = require('scoresheet.config').get()
  if config.folds then
    require('scoresheet.folds').attach(vim.api.nvim_get_current_buf())
    set({
      foldmethod = 'expr',
      foldexpr = "v:lua.require'scoresheet.folds'.expr()",
      foldtext = "v:lua.require'scoresheet.folds'.text()",
      foldlevel = 99,
    })
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
  set({ commentstring = '# %s', comments = ':#', wrap = false })
  common()
end

return M
