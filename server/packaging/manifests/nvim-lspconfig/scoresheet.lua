---@brief
---
--- @repository@
---
--- Language server for chess PGN, EPD and FEN files: findings with repairs, formatting, the board at the cursor, completion of moves.
---
--- `scoresheet` is one program: see its README for how to install it.

---@type vim.lsp.Config
return {
  cmd = { 'scoresheet', 'lsp' },
  filetypes = { 'pgn', 'epd', 'fen' },
  root_markers = { 'scoresheet.toml', '.git' },
}
