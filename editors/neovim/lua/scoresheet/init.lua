--- Scoresheet for Neovim: the language server for chess games, a board beside the text, and ways through a game.
--- Nothing here is needed for the plugin to work; |scoresheet.txt| describes it.

local M = {}

--- Changes what the plugin does. Call it before the first file of games is opened.
---@param options? table As described in |scoresheet-options|.
function M.setup(options)
  require('scoresheet.config').set(options)
end

--- The move and the opening at the cursor in a few words, for a statusline; empty in other buffers.
---@return string
function M.statusline()
  return require('scoresheet.statusline').text()
end

return M
