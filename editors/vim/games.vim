" Searches and counts of games, through ALE's connection to the server: ALE's own lists of references and symbols show places without
" the players. scoresheet.vim sources this.

" How many games are listed at most: what the server gives at once.
let s:limit = 1000

" Sends a request of the server's own, and calls a function with its result. server/docs/protocol.md describes them.
function! s:Request(method, params, Act) abort
  let l:buffer = bufnr('')
  if index(['pgn', 'epd', 'fen'], &filetype) < 0
    return s:Say('Open a file of games first: this one has the file type "' . &filetype . '"')
  endif
  let l:params = extend({'textDocument': {'uri': ale#util#ToURI(expand('#' . l:buffer . ':p'))}}, a:params)
  try
    call ale#lsp_linter#SendRequest(l:buffer, 'scoresheet', [0, a:method, l:params], function('s:Answer', [a:Act]))
  catch
    call s:Say('ALE does not run the server here; :ALEInfo shows why')
  endtry
endfunction

function! s:Answer(Act, response) abort
  if has_key(a:response, 'error')
    let l:data = get(a:response.error, 'data', v:null)
    let l:hint = type(l:data) is v:t_dict ? get(l:data, 'suggestion', v:null) : v:null
    return s:Say(a:response.error.message . (type(l:hint) is v:t_string ? '; ' . l:hint : ''))
  endif
  call a:Act(a:response.result)
endfunction

function! s:Say(text) abort
  redraw
  echohl WarningMsg
  echomsg 'Scoresheet: ' . a:text
  echohl None
endfunction

" The place of the cursor in the protocol, which counts UTF-16 units.
function! s:Cursor() abort
  let l:before = strpart(getline('.'), 0, col('.') - 1)
  let l:units = exists('*strutf16len') ? strutf16len(l:before) : strchars(l:before)
  return {'position': {'line': line('.') - 1, 'character': l:units}}
endfunction

function! s:Known(value) abort
  return type(a:value) is v:t_string && a:value !~# '^?\?$'
endfunction

" The players, event, date as far as it is known, and result of a game, and the move that was found.
function! s:Label(game) abort
  let l:players = map(['white', 'black'], {_, key -> s:Known(get(a:game, key, v:null)) ? a:game[key] : '?'})
  let l:told = filter(map(['event', 'date', 'result'], {_, key -> get(a:game, key, v:null)}), {_, told -> s:Known(told)})
  let l:label = join([join(l:players, ' – ')] + map(l:told, {_, told -> substitute(told, '\.??', '', 'g')}), ', ')
  return l:label . (s:Known(get(a:game, 'move', v:null)) ? ': ' . a:game.move : '')
endfunction

function! s:Entry(game) abort
  let l:start = a:game.range.start
  return {'filename': ale#util#ToResource(a:game.uri), 'lnum': l:start.line + 1, 'col': l:start.character + 1, 'text': s:Label(a:game)}
endfunction

" Lists games that were found in the quickfix window.
function! s:List(about, found) abort
  for l:file in a:found.unread
    call s:Say(ale#util#ToResource(l:file.uri) . ': ' . l:file.message)
  endfor
  if empty(a:found.games)
    return s:Say(a:about . ': no game is found')
  endif
  let l:shown = len(a:found.games) < a:found.total ? ', the first ' . len(a:found.games) : ''
  let l:title = a:about . ': ' . a:found.total . (a:found.total == 1 ? ' game' : ' games') . l:shown
  call setqflist([], ' ', {'title': l:title, 'items': map(copy(a:found.games), {_, game -> s:Entry(game)})})
  botright copen
endfunction

" Lists the games of the workspace that a query finds; all without a query.
function! ScoresheetSearch(query) abort
  let l:params = {'limit': s:limit}
  if !empty(a:query)
    let l:params.query = a:query
  endif
  call s:Request('scoresheet/search', l:params, function('s:List', [empty(a:query) ? 'All games' : a:query]))
endfunction

" Lists the games of the workspace that reach the position at the cursor, each at its move.
function! ScoresheetPosition() abort
  call s:Request('scoresheet/search', extend({'limit': s:limit}, s:Cursor()), function('s:List', ['This position']))
endfunction

function! s:Share(part, counts) abort
  let l:decided = a:counts.white + a:counts.draws + a:counts.black
  return l:decided == 0 ? '' : printf('%.0f', 100.0 * a:part / l:decided)
endfunction

function! s:Row(name, counts, all) abort
  let l:share = printf('%.0f', 100.0 * a:counts.games / max([a:all, 1]))
  let l:score = a:counts.score is v:null ? '' : printf('%.0f %%', 100.0 * a:counts.score)
  let l:parts = map(['white', 'draws', 'black'], {_, key -> s:Share(a:counts[key], a:counts)})
  let l:numbers = map(['averageElo', 'lastYear'], {_, key -> a:counts[key] is v:null ? '' : a:counts[key]})
  return substitute(call('printf', ['%-8s %7d %4s %%  %5s %5s %5s  %6s  %5s  %4s', a:name, a:counts.games, l:share] + l:parts + [l:score] + l:numbers), '\s\+$', '', '')
endfunction

" Shows a count of moves in the preview window.
function! s:Count(explorer) abort
  if type(a:explorer) isnot v:t_dict
    return s:Say('There is no position here, or it is a guess')
  endif
  let l:all = a:explorer.total.games
  let l:opening = type(a:explorer.opening) is v:t_dict ? trim(a:explorer.opening.eco . ' ' . a:explorer.opening.name) . ', ' : ''
  let l:lines = [l:opening . l:all . (l:all == 1 ? ' game' : ' games') . ' of the workspace reach' . (l:all == 1 ? 'es' : '') . ' this position', '']
  let l:lines += [printf('%-8s %7s %6s  %5s %5s %5s  %6s  %5s  %4s', 'Move', 'Games', 'Share', 'White', 'Draw', 'Black', 'Score', 'Elo', 'Last')]
  let l:lines += map(copy(a:explorer.moves), {_, move -> s:Row(move.san, move, l:all)})
  call ale#preview#Show(l:lines + [s:Row('All', a:explorer.total, l:all)], {'stay_here': 1, 'filetype': 'scoresheet-moves'})
endfunction

" Shows what was played from the position at the cursor in the games of the workspace, and how the games ended.
function! ScoresheetMoves() abort
  call s:Request('scoresheet/explorer', s:Cursor(), function('s:Count'))
endfunction

command! -nargs=? ScoresheetSearch call ScoresheetSearch(<q-args>)
command! ScoresheetPosition call ScoresheetPosition()
command! ScoresheetMoves call ScoresheetMoves()
