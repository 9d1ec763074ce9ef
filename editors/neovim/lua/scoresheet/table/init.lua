--- The table of games: those of the file, the workspace or chosen files, sorted by any column and filtered by a query.

local config = require('scoresheet.config')
local found = require('scoresheet.collection.found')
local page = require('scoresheet.table.page')
local pane = require('scoresheet.pane')
local query = require('scoresheet.collection.query')
local request = require('scoresheet.request')
local scope = require('scoresheet.collection.scope')
local search = require('scoresheet.collection.search')
local server = require('scoresheet.server')
local stream = require('scoresheet.collection.stream')
local texts = require('scoresheet.table.texts')
local words = require('scoresheet.words')

local M = {}

---@class scoresheet.ShownTable
---@field window integer
---@field buffer integer
---@field source integer The window in which games are opened.
---@field document? table The document that the scope `document` means.
---@field query string
---@field sort? { column: string, descending: boolean }
---@field games scoresheet.FoundGame[]
---@field total integer
---@field complete boolean
---@field list? integer The list of the server that the pages are of.
---@field widths integer[]
---@field cancel? fun() Ends the request in progress.

---@type scoresheet.ShownTable?
local shown

local group = vim.api.nvim_create_augroup('scoresheet.table', {})

--- How many games are read at once: what the server gives at most.
local PAGE = 1000

--- How many lines before the last one the next page is read.
local AHEAD = 100

--- Text for a statusline or a window bar.
---@param text string
---@return string
local function literal(text)
  return (text:gsub('%%', '%%%%'))
end

--- Writes lines, the names of the columns above them, and below them how many games there are.
---@param from integer
---@param lines string[]
local function write(from, lines)
  assert(shown)
  local buffer = shown.buffer
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, from, -1, false, lines)
  vim.bo[buffer].modifiable = false
  local filter = shown.query ~= '' and (': ' .. shown.query) or ''
  local more = shown.complete and '' or ' so far'
  local count = (' %s%s in %s%s'):format(words.games(shown.total), more, scope.words(), filter)
  vim.wo[shown.window][0].statusline = literal(count)
  vim.wo[shown.window][0].winbar = '%#ScoresheetTitle#' .. literal(page.header(shown.widths, shown.sort))
end

---@return boolean
local function is_open()
  return shown ~= nil and pane.is_open(shown.window, shown.buffer)
end

--- Adds a page of games.
---@param answer scoresheet.FoundGames
local function add(answer)
  assert(shown)
  shown.total, shown.complete, shown.list = answer.total, answer.complete, answer.list
  local lines = vim.tbl_map(function(game)
    return page.row(shown.widths, game)
  end, answer.games)
  local from = #shown.games
  vim.list_extend(shown.games, answer.games)
  write(from, lines)
end

--- Lays the games out anew where the window has another width.
local function lay_out()
  if not shown or not is_open() then
    return
  end
  local widths = page.widths(vim.api.nvim_win_get_width(shown.window))
  if vim.deep_equal(widths, shown.widths) then
    return
  end
  shown.widths = widths
  write(0, vim.tbl_map(function(game)
    return page.row(widths, game)
  end, shown.games))
end

--- Reads the page after the games that are there; with `is_first`, the first one anew.
---@param is_first boolean
local function read(is_first)
  local table_shown = shown
  local client, buffer = server.any_client()
  if not table_shown or not is_open() or not client or not buffer or (not is_first and table_shown.cancel) then
    return
  end
  if table_shown.cancel then
    table_shown.cancel()
  end
  local params = {
    query = table_shown.query ~= '' and table_shown.query or nil,
    sort = table_shown.sort and { table_shown.sort } or nil,
    scope = scope.scope(),
    textDocument = table_shown.document,
    limit = PAGE,
    offset = is_first and 0 or #table_shown.games,
  }
  local function on_part(part)
    if shown == table_shown and is_open() and is_first then
      shown.total, shown.complete, shown.games = part.total, false, {}
      write(0, {})
    end
  end
  table_shown.cancel = stream.ask(client, buffer, 'scoresheet/search', params, on_part, function(err, answer)
    table_shown.cancel = nil
    if shown ~= table_shown or not is_open() then
      return
    end
    if err then
      return request.say(search.reason(err))
    end
    -- The files have changed since the first page: the pages do not fit together.
    local is_other = not is_first and answer.list ~= shown.list
    if is_first or is_other then
      shown.games = {}
    end
    if is_other then
      return read(true)
    end
    add(answer)
  end)
end

--- Reads the next page when the cursor is close to the last game.
local function read_ahead()
  if not shown or not is_open() or #shown.games >= shown.total then
    return
  end
  if vim.api.nvim_win_get_cursor(shown.window)[1] > #shown.games - AHEAD then
    read(false)
  end
end

--- Sorts by a column; by the same again, in the opposite order.
---@param column? string nil for the order of the files
local function sort(column)
  if not shown then
    return
  end
  local is_again = shown.sort and shown.sort.column == column
  shown.sort = column and { column = column, descending = is_again and not shown.sort.descending or false }
  read(true)
end

--- The games of the lines from one to another.
---@param first integer
---@param last integer
---@return scoresheet.FoundGame[]
local function between(first, last)
  return shown and vim.list_slice(shown.games, first, last) or {}
end

--- The games of the selection, or that of the cursor's line.
---@return scoresheet.FoundGame[]
local function selected()
  local here = vim.fn.line('.')
  local other = vim.fn.mode():match('[vV\22]') and vim.fn.line('v') or here
  vim.cmd('normal! \27')
  return between(math.min(here, other), math.max(here, other))
end

--- Says how many games something was done with.
---@param games scoresheet.FoundGame[]
---@param done string
local function report(games, done)
  request.say(('%s %s'):format(words.games(#games), done), vim.log.levels.INFO)
end

local function open_game()
  local game = selected()[1]
  if not game or not shown then
    return
  end
  if not vim.api.nvim_win_is_valid(shown.source) then
    vim.cmd('aboveleft new')
    shown.source = vim.api.nvim_get_current_win()
  end
  vim.api.nvim_set_current_win(shown.source)
  found.open(game.data)
end

local function yank()
  -- Read before another command resets it.
  local register = vim.v.register
  local games = selected()
  if #games == 0 then
    return
  end
  local lines, err = texts.lines(games)
  if not lines then
    return request.say(err or 'The games are gone')
  end
  vim.fn.setreg(register, lines, 'l')
  report(games, 'copied')
end

local function copy_to_file()
  local games = selected()
  if #games == 0 then
    return
  end
  vim.ui.input({ prompt = 'Copy to the file: ', completion = 'file' }, function(path)
    if not path or vim.trim(path) == '' then
      return
    end
    local is_done, err = texts.append(games, vim.trim(path))
    if not is_done then
      return request.say(err or 'The games are gone')
    end
    report(games, ('copied to %s, which is not saved yet'):format(vim.trim(path)))
  end)
end

local function publish()
  local games = selected()
  local lines, err
  if #games > 0 then
    lines, err = texts.lines(games)
  end
  if not lines then
    return err and request.say(err)
  end
  vim.ui.input({ prompt = ('Pages of %s in the folder: '):format(words.games(#games)), completion = 'file' }, function(path)
    if path and vim.trim(path) ~= '' then
      require('scoresheet.publish').write(lines, 'games.pgn', vim.trim(path))
    end
  end)
end

local function delete()
  local games = selected()
  if #games == 0 then
    return
  end
  local what = #games == 1 and 'this game' or ('these %s games'):format(words.grouped(#games))
  vim.ui.select({ 'Delete', 'Keep' }, { prompt = ('Delete %s from the text?'):format(what) }, function(choice)
    if choice ~= 'Delete' then
      return
    end
    local is_done, err = texts.delete(games)
    if not is_done then
      return request.say(err or 'The games are gone')
    end
    report(games, 'deleted; the files are not saved yet')
    read(true)
  end)
end

local function filter()
  vim.ui.input(query.prompt('Only games in which: ', shown and shown.query), function(text)
    if text and shown then
      shown.query = vim.trim(text)
      read(true)
    end
  end)
end

---@type scoresheet.Key[]
local KEYS = {
  { '<CR>', 'opens the game', open_game },
  { 'f', 'lists only games that a query finds', filter },
  { 'c', 'chooses whose games are listed', scope.prompt },
  { 'y', 'copies the games of the selection or the line to a register', yank },
  { 'a', 'appends them to a file', copy_to_file },
  { 'p', 'makes pages of them', publish },
  { 'd', 'deletes them', delete },
  {
    'r',
    'reads the games again',
    function()
      read(true)
    end,
  },
  {
    'sg',
    'puts the games in the order of the files',
    function()
      sort(nil)
    end,
  },
  {
    'q',
    'closes the table',
    function()
      M.close()
    end,
  },
}

for _, column in ipairs(page.COLUMNS) do
  KEYS[#KEYS + 1] = {
    's' .. column.key,
    'sorts by ' .. column.name:gsub('_', ' '),
    function()
      sort(column.name)
    end,
  }
end

--- Opens the table, or puts the cursor there.
---@param filter_query? string Lists only games that this query finds.
function M.open(filter_query)
  if not server.client_for_search() then
    return request.say('The language server does not run; open a file of games, or go to their folder with :cd. See :checkhealth scoresheet')
  end
  require('scoresheet.highlights').define()
  local document = server.client() and vim.lsp.util.make_text_document_params() or shown and shown.document
  if not is_open() then
    M.close()
    local source = vim.api.nvim_get_current_win()
    vim.cmd(('botright %dsplit'):format(config.get().games.height))
    local window, buffer = vim.api.nvim_get_current_win(), pane.buffer('scoresheetgames')
    vim.api.nvim_win_set_buf(window, buffer)
    shown = { window = window, buffer = buffer, source = source, query = '', games = {}, total = 0, complete = false, widths = {} }
    for option, value in pairs({ wrap = false, cursorline = true, number = false, relativenumber = false, signcolumn = 'no' }) do
      vim.wo[window][0][option] = value
    end
    pane.map(buffer, KEYS, { 'n', 'x' })
    vim.api.nvim_create_autocmd('CursorMoved', { buffer = buffer, callback = read_ahead })
    vim.api.nvim_create_autocmd({ 'VimResized', 'WinResized' }, { group = group, callback = lay_out })
    scope.on_change('table', function()
      read(true)
    end)
  end
  assert(shown)
  vim.api.nvim_set_current_win(shown.window)
  shown.document = document
  shown.query = filter_query or shown.query
  shown.widths = page.widths(vim.api.nvim_win_get_width(shown.window))
  -- The first answer may take a while; the names of the columns are there at once.
  shown.total, shown.complete, shown.games = 0, false, {}
  write(0, {})
  read(true)
end

--- Closes the table.
function M.close()
  local closing = shown
  shown = nil
  if not closing then
    return
  end
  vim.api.nvim_clear_autocmds({ group = group })
  if closing.cancel then
    closing.cancel()
  end
  pane.close(closing.window, closing.buffer)
end

return M
