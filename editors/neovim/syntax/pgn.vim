" Games, painted before the language server has read them. It knows better: its semantic tokens lie over this.

if exists('b:current_syntax')
  finish
endif

" A long comment or variation that began far above is found again from here.
syntax sync minlines=100

" 8.1: tag pairs.
syntax region pgnTag matchgroup=Delimiter start=/^\s*\[\ze\s*\w/ end=/\]/ oneline contains=pgnTagName,pgnTagValue
syntax match pgnTagName /\[\s*\zs\w\+/ contained
syntax keyword pgnRosterTag Event Site Date Round White Black Result contained containedin=pgnTag
syntax region pgnTagValue start=/"/ skip=/\\[\\"]/ end=/"/ oneline contained

" 5 and 6: comments and escape lines.
syntax region pgnComment start=/{/ end=/}/ contains=pgnCommand
syntax match pgnComment /;.*$/ contains=pgnCommand
syntax match pgnCommand /\[%\w\+[^]]*\]/ contained
syntax match pgnEscapeLine /^%.*$/

" 8.2: moves, numbers, NAGs, results; variations may be nested.
syntax match pgnMove /\<[KQRBN]\?[a-h]\?[1-8]\?x\?[a-h][1-8]\(=\?[QRBN]\)\?[+#]\?/
syntax match pgnMove /\<O-O\(-O\)\?[+#]\?/
syntax match pgnMoveNumber /\<\d\+\s*\.\+/
syntax match pgnAnnotation /\$\d\+/
syntax match pgnAnnotation /[!?]\{1,2}/
syntax match pgnResult /\<\(1-0\|0-1\|1\/2-1\/2\)\>/
syntax match pgnResult /\*/
syntax match pgnVariationMove /\<[KQRBN]\?[a-h]\?[1-8]\?x\?[a-h][1-8]\(=\?[QRBN]\)\?[+#]\?/ contained
syntax match pgnVariationMove /\<O-O\(-O\)\?[+#]\?/ contained
syntax region pgnVariation matchgroup=Delimiter start=/(/ end=/)/ contains=pgnVariation,pgnVariationMove,pgnMoveNumber,pgnAnnotation,pgnComment

" As the protocol's own names for these parts are coloured: server/docs/semantic-tokens.md.
highlight default link pgnRosterTag Keyword
highlight default link pgnTagName Identifier
highlight default link pgnTagValue String
highlight default link pgnComment Comment
highlight default link pgnCommand Macro
highlight default link pgnEscapeLine PreProc
highlight default link pgnMove Function
highlight default link pgnVariationMove Identifier
highlight default link pgnMoveNumber Number
highlight default link pgnAnnotation Operator
highlight default link pgnResult Constant

let b:current_syntax = 'pgn'
