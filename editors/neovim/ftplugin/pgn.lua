require('scoresheet.filetype').games()
