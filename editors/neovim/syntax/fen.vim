" A list of FEN records: EPD without operations, but with counters.

runtime! syntax/epd.vim
