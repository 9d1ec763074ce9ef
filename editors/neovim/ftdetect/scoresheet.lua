-- Neovim knows none of these by itself.
vim.filetype.add({ extension = { pgn = 'pgn', epd = 'epd', fen = 'fen' } })
