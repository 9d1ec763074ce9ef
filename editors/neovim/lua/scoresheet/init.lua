--- Scoresheet for Neovim: the language server for chess games, a board beside the text, and motions through a game.
--- The plugin works without calling this module; |scoresheet.txt| describes it.

local M = {}

--- Sets the options of the plugin. Call it before the first file of games is opened.
---@param options? table As described in |scoresheet-options|.
function M.setup(options)
  require('scoresheet.config').set(options)
end

--- The move and the opening at the cursor, for a statusline; empty in other buffers.
---@return string
function M.statusline()
  return require('scoresheet.statusline').text()
end

return M
