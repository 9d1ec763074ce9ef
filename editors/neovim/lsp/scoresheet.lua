--- The language server, for `vim.lsp.enable('scoresheet')` (Neovim 0.11). Neovim 0.10 reads it through `scoresheet.server`.

---@type vim.lsp.Config
return {
  cmd = { 'scoresheet', 'lsp' },
  filetypes = { 'pgn', 'epd', 'fen' },
  -- Where a workspace begins. A file outside of any is served all the same.
  root_markers = { 'scoresheet.toml', '.git' },
  -- The lens above a game leads to its board; only editors that say so are offered it.
  capabilities = { experimental = { commands = { commands = { 'scoresheet.showBoard' } } } },
  commands = {
    ['scoresheet.showBoard'] = function(command, context)
      require('scoresheet.board').show_at(command.arguments[1], context.client_id)
    end,
  },
}
