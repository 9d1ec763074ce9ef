" Chess games and positions in Vim, through ALE: source this in your vimrc.

augroup scoresheet
  autocmd!
  autocmd BufRead,BufNewFile *.[pP][gG][nN] setfiletype pgn
  autocmd BufRead,BufNewFile *.[eE][pP][dD] setfiletype epd
  autocmd BufRead,BufNewFile *.[fF][eE][nN] setfiletype fen
  autocmd FileType pgn setlocal commentstring={\ %s\ } textwidth=79 matchpairs=(:),{:},[:] omnifunc=ale#completion#OmniFunc
  autocmd FileType epd,fen setlocal commentstring=#\ %s nowrap
augroup END

" The root of a workspace: the folder of scoresheet.toml, or else that of the file.
function! ScoresheetRoot(buffer) abort
  let l:file = ale#path#FindNearestFile(a:buffer, 'scoresheet.toml')
  return fnamemodify(empty(l:file) ? expand('#' . a:buffer . ':p') : l:file, ':p:h')
endfunction

" ALE pipes the text through `scoresheet format`.
function! ScoresheetFormat(buffer) abort
  let l:name = ale#Escape(expand('#' . a:buffer . ':p'))
  return {'command': 'scoresheet format --quiet --stdin-filename ' . l:name . ' -'}
endfunction

function! s:Define() abort
  for l:language in ['pgn', 'epd', 'fen']
    call ale#linter#Define(l:language, {
    \ 'name': 'scoresheet',
    \ 'lsp': 'stdio',
    \ 'executable': 'scoresheet',
    \ 'command': '%e lsp',
    \ 'language': l:language,
    \ 'project_root': function('ScoresheetRoot'),
    \})
    let g:ale_linters = extend(get(g:, 'ale_linters', {}), {l:language: ['scoresheet']}, 'keep')
    let g:ale_fixers = extend(get(g:, 'ale_fixers', {}), {l:language: [function('ScoresheetFormat')]}, 'keep')
  endfor
endfunction

" At this event ALE is loaded, and has not checked the file yet.
autocmd scoresheet FileType pgn,epd,fen ++once call s:Define()

execute 'source' fnameescape(expand('<sfile>:p:h') . '/games.vim')
