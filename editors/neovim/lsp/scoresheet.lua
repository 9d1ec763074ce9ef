--- The language server, for `vim.lsp.enable('scoresheet')` (Neovim 0.11). Neovim 0.10 reads it through `scoresheet.server`.

---@type vim.lsp.Config
return {
  cmd = { 'scoresheet', 'lsp' },
  filetypes = { 'pgn', 'epd', 'fen' },
  -- Where a workspace begins. A file outside of any is served all the same.
  root_markers = { 'scoresheet.toml', '.git' },
}
