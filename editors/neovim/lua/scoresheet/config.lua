--- The options of the plugin.

local M = {}

---@class scoresheet.BoardOptions
---@field position 'float'|'left'|'right'|'above'|'below' The position of the board.
---@field pieces 'unicode'|'solid'|'letters' ♔ and ♚; ♚ for both, told apart by colour; or K and k.
---@field coordinates boolean Whether to show the names of files and ranks.
---@field details boolean Whether to show the opening, clocks, material and next moves below the board.
---@field auto boolean Whether the board opens with the first file of games.

---@class scoresheet.Options
---@field autostart boolean Whether the language server is started for PGN, EPD and FEN.
---@field server vim.lsp.Config|table Merged into `lsp/scoresheet.lua`: `cmd`, `settings`, ...
---@field folds boolean Whether to use the server's folds for games, comments and variations.
---@field keymaps boolean Whether buffers get the keys of |scoresheet-keymaps|.
---@field board scoresheet.BoardOptions

---@type scoresheet.Options
local DEFAULTS = {
  autostart = true,
  server = {},
  folds = true,
  keymaps = false,
  board = { position = 'float', pieces = 'unicode', coordinates = true, details = true, auto = false },
}

local POSITIONS = { 'float', 'left', 'right', 'above', 'below' }
local PIECES = { 'unicode', 'solid', 'letters' }

local options = DEFAULTS

---@param value any
---@param allowed string[]
---@param name string
local function one_of(value, allowed, name)
  if not vim.tbl_contains(allowed, value) then
    error(('scoresheet: %s must be one of %s, not %s'):format(name, table.concat(allowed, ', '), vim.inspect(value)), 0)
  end
end

--- Raises an error if `given` has an unknown key or an invalid value, and names it.
---@param given table
---@param defaults table
---@param path string
local function validate(given, defaults, path)
  for key, value in pairs(given) do
    local default = defaults[key]
    if default == nil then
      local known = vim.tbl_keys(defaults)
      table.sort(known)
      error(('scoresheet: there is no option %s%s; there are %s'):format(path, key, table.concat(known, ', ')), 0)
    end
    if type(value) ~= type(default) then
      error(('scoresheet: %s%s must be a %s, not %s'):format(path, key, type(default), vim.inspect(value)), 0)
    end
    if key == 'board' then
      validate(value, default, 'board.')
    end
  end
end

--- Sets the options of the user; others keep their defaults.
---@param given? table
function M.set(given)
  given = given or {}
  validate(given, DEFAULTS, '')
  local merged = vim.tbl_deep_extend('force', DEFAULTS, given)
  one_of(merged.board.position, POSITIONS, 'board.position')
  one_of(merged.board.pieces, PIECES, 'board.pieces')
  options = merged
end

--- The current options.
---@return scoresheet.Options
function M.get()
  return options
end

--- The possible positions of the board.
---@return string[]
function M.positions()
  return POSITIONS
end

return M
