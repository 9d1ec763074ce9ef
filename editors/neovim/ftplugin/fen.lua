require('scoresheet.filetype').records()
