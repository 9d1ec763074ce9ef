-- Neovim does not detect these file types. Many collections come from systems that write file names in capitals.
vim.filetype.add({
  extension = { pgn = 'pgn', epd = 'epd', fen = 'fen', PGN = 'pgn', EPD = 'epd', FEN = 'fen' },
})
