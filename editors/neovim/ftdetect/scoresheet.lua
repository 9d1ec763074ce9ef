-- Neovim knows none of these by itself. Many collections come from systems that write names in capitals.
vim.filetype.add({
  extension = { pgn = 'pgn', epd = 'epd', fen = 'fen', PGN = 'pgn', EPD = 'epd', FEN = 'fen' },
})
