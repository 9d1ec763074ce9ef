--- The explorer: what was played in the position at the cursor, in a window that follows the cursor of the game.

local config = require('scoresheet.config')
local filetype = require('scoresheet.filetype')
local follow = require('scoresheet.follow')
local page = require('scoresheet.explorer.page')
local pane = require('scoresheet.pane')
local request = require('scoresheet.request')
local scope = require('scoresheet.collection.scope')
local search = require('scoresheet.collection.search')
local server = require('scoresheet.server')
local stream = require('scoresheet.collection.stream')

local M = {}

---@class scoresheet.ShownExplorer
---@field window integer
---@field buffer integer
---@field source integer The window of the game.
---@field game integer Its buffer.
---@field asked? { fen: string, tick: integer, params: table } What the last request was about.
---@field cancel? fun() Ends the request in progress.
---@field rows table<integer, scoresheet.ExplorerMove|scoresheet.Counts> What is on which line.

---@type scoresheet.ShownExplorer?
local shown

local group = vim.api.nvim_create_augroup('scoresheet.explorer', {})
local namespace = vim.api.nvim_create_namespace('scoresheet.explorer')

--- How long the text must stay as it is before the games are counted anew, and how long counts of the position before stay until those
--- of the next one come. In milliseconds.
local PAUSE, GRACE = 250, 120

--- The protocol's error code for a text that has changed meanwhile.
local CONTENT_MODIFIED = -32801

---@param lines string[]
---@param marks scoresheet.Mark[]
local function write(lines, marks)
  if not shown or not pane.is_open(shown.window, shown.buffer) then
    return
  end
  pane.write(shown.buffer, namespace, lines, marks)
  local filter = scope.filter() ~= '' and (', ' .. scope.filter()) or ''
  vim.wo[shown.window][0].statusline = (' Explorer: %s%s'):format(scope.words(), filter):gsub('%%', '%%%%')
end

---@param text string
local function say(text)
  if shown then
    shown.rows = {}
    write({ ' ' .. text }, {})
  end
end

---@param explorer scoresheet.Explorer
local function show(explorer)
  if not shown or not pane.is_open(shown.window, shown.buffer) then
    return
  end
  local lines, marks
  lines, marks, shown.rows = page.lay_out(explorer, scope.words(), vim.api.nvim_win_get_width(shown.window))
  write(lines, marks)
end

local function stop()
  if shown and shown.cancel then
    shown.cancel()
    shown.cancel = nil
  end
end

--- Requests the counts of the position of `shown.asked`.
local function ask()
  local explorer = shown
  local client = explorer and server.client(explorer.game)
  if not explorer or not client or not explorer.asked then
    return
  end
  stop()
  local asked, has_answer = explorer.asked, false
  local function is_current()
    return shown == explorer and explorer.asked == asked
  end
  local function receive(answer)
    if is_current() then
      has_answer = true
      show(answer)
    end
  end
  local params = vim.tbl_extend('error', asked.params, { scope = scope.scope(), query = scope.filter() ~= '' and scope.filter() or nil })
  explorer.cancel = stream.ask(client, explorer.game, 'scoresheet/explorer', params, receive, function(err, answer)
    if not is_current() then
      return
    end
    explorer.cancel, has_answer = nil, true
    if err and err.code == CONTENT_MODIFIED then
      return vim.defer_fn(function()
        if is_current() then
          ask()
        end
      end, PAUSE)
    end
    if err then
      return say(search.reason(err))
    end
    if answer then
      show(answer)
    else
      say('The position is a guess; no games are counted.')
    end
  end)
  vim.defer_fn(function()
    if is_current() and not has_answer then
      say('The games are being counted.')
    end
  end, GRACE)
end

--- Asks about the position of the board, unless that was the last question.
local function update()
  if not shown then
    return
  end
  local board = follow.board(shown.game)
  local client = server.client(shown.game)
  if not client or not vim.api.nvim_win_is_valid(shown.source) then
    return
  end
  if not board or not board.fen then
    stop()
    shown.asked = nil
    return say(board and 'The position is not known here.' or 'There is no game here.')
  end
  local tick = vim.api.nvim_buf_get_changedtick(shown.game)
  local is_same = shown.asked ~= nil and shown.asked.fen == board.fen
  if is_same and shown.asked.tick == tick then
    return
  end
  local asked = { fen = board.fen, tick = tick, params = request.at_cursor(shown.source, client) }
  shown.asked = asked
  if not is_same then
    return ask()
  end
  -- The counts of the same position may stay while its text changes.
  vim.defer_fn(function()
    if shown and shown.asked == asked then
      ask()
    end
  end, PAUSE)
end

--- Asks again, as other games are counted.
local function ask_again()
  if shown then
    shown.asked = nil
    update()
  end
end

--- Switches the explorer to the game of the current window.
local function turn_to_current()
  local buffer = vim.api.nvim_get_current_buf()
  if not shown or not filetype.has_chess(buffer) or not pane.is_seen() then
    return
  end
  if shown.game ~= buffer then
    follow.stop(shown.game, 'explorer')
    shown.asked = nil
  end
  shown.game, shown.source = buffer, vim.api.nvim_get_current_win()
  follow.start(buffer, 'explorer', update)
end

--- Calls a function in the window of the game, and follows the cursor there.
---@param run fun()
local function in_game(run)
  if not shown or not vim.api.nvim_win_is_valid(shown.source) then
    return
  end
  vim.api.nvim_win_call(shown.source, run)
  follow.refresh(shown.game)
end

--- The move or the sum of the line of the cursor.
---@return scoresheet.ExplorerMove|scoresheet.Counts|nil
local function row()
  return shown and shown.rows[vim.api.nvim_win_get_cursor(shown.window)[1]]
end

--- Plays the move of the line.
local function play()
  local move = row()
  if move and move.uci then
    in_game(function()
      require('scoresheet.play').play(move.uci)
    end)
  end
end

--- Lists the games of the line: those in which its move follows, or all that reach the position.
local function list()
  local counts = row()
  if not counts or not shown or not shown.asked then
    return
  end
  local about = counts.san or 'This position'
  local query = scope.filter() ~= '' and scope.filter() or nil
  local params = vim.tbl_extend('error', shown.asked.params, { move = counts.uci, query = query })
  search.list(query and ('%s, %s'):format(about, query) or about, params)
end

--- Opens the best game of the line's move.
local function open_best()
  local move = row()
  if not move or not move.bestGame then
    return request.say('No game of this line is known as the best', vim.log.levels.INFO)
  end
  in_game(function()
    require('scoresheet.collection.found').open(move.bestGame.data)
  end)
end

---@type scoresheet.Key[]
local KEYS = {
  { '<CR>', 'plays the move', play },
  { 'l', 'plays the move', play },
  {
    'h',
    'goes back a move',
    function()
      in_game(function()
        require('scoresheet.motions').previous_move(1)
      end)
    end,
  },
  { 'o', 'lists the games of the line in the quickfix list', list },
  { 'b', 'opens the best game of the move', open_best },
  { 's', 'chooses whose games are counted', scope.prompt },
  { 'f', 'counts only games that a query finds', scope.prompt_filter },
  { 'r', 'counts again', ask_again },
  {
    'q',
    'closes the explorer',
    function()
      M.close()
    end,
  },
}

---@param source integer
---@param position string
---@return integer window
---@return integer buffer
local function open_window(source, position)
  local options = config.get().explorer
  local buffer = pane.buffer('scoresheetexplorer')
  pane.map(buffer, KEYS)
  local is_row = position == 'above' or position == 'below'
  local size = is_row and { height = options.height } or { width = options.width }
  local window = vim.api.nvim_open_win(buffer, false, vim.tbl_extend('error', { split = position, win = source, style = 'minimal' }, size))
  vim.wo[window][0].wrap = false
  vim.wo[window][0].cursorline = true
  vim.wo[window][0].winfixwidth = not is_row
  vim.wo[window][0].winfixheight = is_row
  return window, buffer
end

--- Opens the explorer for the current window.
---@param position? 'left'|'right'|'above'|'below'
function M.open(position)
  M.close()
  require('scoresheet.highlights').define()
  local game, source = vim.api.nvim_get_current_buf(), vim.api.nvim_get_current_win()
  if not filetype.has_chess(game) then
    return request.say('This is no file of games')
  end
  local window, buffer = open_window(source, position or config.get().explorer.position)
  shown = { window = window, buffer = buffer, source = source, game = game, rows = {} }
  say('')
  vim.api.nvim_create_autocmd({ 'BufEnter', 'WinEnter' }, { group = group, callback = turn_to_current })
  pane.follow_closing(group, function()
    return shown and shown.source, shown and shown.window
  end, M.close)
  scope.on_change('explorer', ask_again)
  follow.start(game, 'explorer', update)
end

--- Opens the explorer if need be, and puts the cursor there.
function M.enter()
  pane.enter(M)
end

function M.close()
  if not shown then
    return
  end
  stop()
  local closing = shown
  shown = nil
  vim.api.nvim_clear_autocmds({ group = group })
  follow.stop(closing.game, 'explorer')
  pane.close(closing.window, closing.buffer)
end

--- Opens the explorer, or closes it if it is shown.
function M.toggle()
  if M.window() then
    M.close()
  else
    M.open()
  end
end

--- The window of the explorer, for user scripts.
---@return integer?
function M.window()
  return shown and pane.is_open(shown.window, shown.buffer) and shown.window or nil
end

return M
