--- The options of the plugin.

local M = {}

---@class scoresheet.BoardOptions
---@field position 'float'|'left'|'right'|'above'|'below' The position of the board.
---@field pieces 'unicode'|'solid'|'letters' ♔ and ♚; ♚ for both, told apart by colour; or K and k.
---@field coordinates boolean Whether to show the names of files and ranks.
---@field details boolean Whether to show the opening, clocks, material and next moves below the board.
---@field seconds number The time between the moves of a game that is played through.
---@field auto boolean Whether the board opens with the first file of games.

---@class scoresheet.ExplorerOptions
---@field position 'left'|'right'|'above'|'below' The position of the explorer.
---@field height integer Its height in lines, above or below the game.
---@field width integer Its width in cells, at its left or right.

---@class scoresheet.GamesOptions
---@field height integer The height of the table of games in lines.

---@class scoresheet.CollectionOptions Which games the explorer counts and the search looks at.
---@field scope 'document'|'workspace'|'chosen' Those of the file, of the workspace, or of `files`.
---@field files string[] Files and folders.
---@field filter string A query that the games counted by the explorer must fulfil; empty for all games.

---@class scoresheet.StudyOptions
---@field keep_mistakes boolean Whether moves that are missed in study mode are kept in an EPD file beside the games.

---@class scoresheet.Options
---@field autostart boolean Whether the language server is started for PGN, EPD and FEN.
---@field embedded boolean Whether it is also started for Markdown, AsciiDoc and LaTeX with chess.
---@field server vim.lsp.Config|table Merged into `lsp/scoresheet.lua`: `cmd`, `settings`, ...
---@field folds boolean Whether to use the server's folds for games, comments and variations.
---@field hints boolean Whether to show the meaning of NAGs after them, and what else the server is set to hint at.
---@field keymaps boolean Whether buffers get the keys of |scoresheet-keymaps|.
---@field board scoresheet.BoardOptions
---@field explorer scoresheet.ExplorerOptions
---@field games scoresheet.GamesOptions
---@field collection scoresheet.CollectionOptions
---@field study scoresheet.StudyOptions

---@type scoresheet.Options
local DEFAULTS = {
  autostart = true,
  embedded = true,
  server = {},
  folds = true,
  hints = true,
  keymaps = false,
  board = { position = 'float', pieces = 'unicode', coordinates = true, details = true, seconds = 2, auto = false },
  explorer = { position = 'below', height = 12, width = 62 },
  games = { height = 15 },
  collection = { scope = 'workspace', files = {}, filter = '' },
  study = { keep_mistakes = true },
}

local POSITIONS = { 'float', 'left', 'right', 'above', 'below' }
local SIDES = { 'left', 'right', 'above', 'below' }
local SCOPES = { 'document', 'workspace', 'chosen' }
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
    if type(default) == 'table' and next(default) then
      validate(value, default, key .. '.')
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
  one_of(merged.explorer.position, SIDES, 'explorer.position')
  one_of(merged.collection.scope, SCOPES, 'collection.scope')
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

--- The possible positions of the explorer.
---@return string[]
function M.sides()
  return SIDES
end

--- Which games the explorer can count and the search can look at.
---@return string[]
function M.scopes()
  return SCOPES
end

return M
