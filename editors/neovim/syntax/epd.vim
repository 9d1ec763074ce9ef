" Records, painted before the language server has read them.

if exists('b:current_syntax')
  finish
endif

syntax match epdPlacement /^\s*[pnbrqkPNBRQK1-8\/]\+/ nextgroup=epdSide skipwhite
syntax match epdSide /[wb]/ contained nextgroup=epdCastling skipwhite
syntax match epdCastling /-\|[A-HKQa-hkq]\+/ contained nextgroup=epdEnPassant skipwhite
syntax match epdEnPassant /-\|[a-h][36]/ contained nextgroup=epdCounter skipwhite
syntax match epdCounter /\<\d\+\>/ contained nextgroup=epdCounter skipwhite

" 16.2.4: operations, an opcode and its operands up to a semicolon.
syntax match epdOpcode /\<\h\w*\ze\(\s[^;]*\)\?;/ contains=NONE
syntax region epdOperand start=/"/ end=/"/ oneline
syntax match epdDelimiter /;/
syntax match epdComment /^\s*#.*$/

highlight default link epdPlacement String
highlight default link epdSide Keyword
highlight default link epdCastling Constant
highlight default link epdEnPassant Constant
highlight default link epdCounter Number
highlight default link epdOpcode Identifier
highlight default link epdOperand String
highlight default link epdDelimiter Delimiter
highlight default link epdComment Comment

let b:current_syntax = 'epd'
