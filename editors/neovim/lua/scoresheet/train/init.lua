--- Training with the positions of an EPD file: mistakes that are due, or those of a suite one by one. The best moves are hidden, and
--- what was found is counted.

local boxes = require('scoresheet.train.boxes')
local follow = require('scoresheet.follow')
local mistakes = require('scoresheet.train.mistakes')
local moves = require('scoresheet.moves')
local prompt = require('scoresheet.prompt')
local record = require('scoresheet.train.record')
local request = require('scoresheet.request')
local secrecy = require('scoresheet.secrecy')
local server = require('scoresheet.server')

local M = {}

local namespace = vim.api.nvim_create_namespace('scoresheet.train')

---@class scoresheet.Puzzle The record that is asked.
---@field board scoresheet.Board
---@field best string[] The moves that solve it, in UCI notation; empty where only moves to avoid are known.
---@field avoided table<string, true> The moves that do not.
---@field id string
---@field has_failed boolean
---@field is_shown boolean Whether its solution was shown.

---@class scoresheet.Training
---@field buffer integer
---@field window integer
---@field path string
---@field secrecy scoresheet.Secrecy
---@field marks integer[] Where the records are that are asked: extmarks, as lines may be added meanwhile.
---@field at integer Which of them is asked.
---@field puzzle? scoresheet.Puzzle
---@field awaited? integer The number of the record whose board is not shown yet.
---@field right integer How many were solved at the first try.
---@field later integer How many were solved after other tries or with a hint.
---@field shown integer How many were not solved.

---@type scoresheet.Training?
local current

--- Whether a training goes on.
---@return boolean
function M.is_on()
  local training = current
  return training ~= nil
    and vim.api.nvim_win_is_valid(training.window)
    and vim.api.nvim_win_get_buf(training.window) == training.buffer
end

--- Whether the solutions in a buffer are hidden.
---@param buffer integer
---@return boolean
function M.hides(buffer)
  return M.is_on() and current ~= nil and current.buffer == buffer
end

--- The line of the record that is asked, from 0.
---@param training scoresheet.Training
---@return integer
local function line_of(training)
  return vim.api.nvim_buf_get_extmark_by_id(training.buffer, namespace, training.marks[training.at], {})[1]
end

--- Ends the training: everything is shown again.
function M.stop()
  local training = current
  if not training then
    return
  end
  current = nil
  follow.stop(training.buffer, 'train')
  secrecy.stop(training.secrecy)
  if vim.api.nvim_buf_is_valid(training.buffer) then
    vim.api.nvim_buf_clear_namespace(training.buffer, namespace, 0, -1)
  end
  require('scoresheet.board').update()
end

--- How the training went, in words.
---@param training scoresheet.Training
---@return string
local function summary(training)
  local count = training.right + training.later + training.shown
  local text = ('%d of %d solved at the first try'):format(training.right, count)
  if training.later > 0 then
    text = text .. (', %d later or with a hint'):format(training.later)
  end
  return text .. (training.shown > 0 and (', %d shown'):format(training.shown) or '')
end

--- The moves of an operation that can be played, in UCI notation.
---@param board scoresheet.Board
---@param operand? string
---@return string[]
local function playable(board, operand)
  local found = {}
  for word in (operand or ''):gmatch('[^%s,]+') do
    found[#found + 1] = moves.uci(board, word)
  end
  return found
end

--- The moves that mate, in UCI notation.
---@param board scoresheet.Board
---@return string[]
local function mates(board)
  local found = {}
  for _, legal in ipairs(board.legalMoves) do
    found[#found + 1] = vim.endswith(legal.san, '#') and legal.uci or nil
  end
  return found
end

--- Reads the record at the cursor. nil if it cannot be asked.
---@return scoresheet.Puzzle?
local function read()
  local board = request.wait_at_cursor('scoresheet/board')
  local game = board and board.fen and request.wait_at_cursor('scoresheet/game', { limit = 1 })
  if not board or not game then
    return nil
  end
  local operations = {}
  for _, tag in ipairs(game.tags) do
    operations[tag.name] = tag.value
  end
  local avoided = {}
  for _, move in ipairs(playable(board, operations.am)) do
    avoided[move] = true
  end
  local best = playable(board, operations.bm)
  if #best == 0 and not next(avoided) then
    best = { playable(board, operations.sm)[1] or playable(board, operations.pv)[1] }
  end
  if #best == 0 and operations.dm == '1' then
    best = mates(board)
  end
  if #best == 0 and not next(avoided) then
    return nil
  end
  local id = operations.id or ('record %d'):format(board.game + 1)
  return { board = board, best = best, avoided = avoided, id = id, has_failed = false, is_shown = false }
end

--- Asks for a move in the position.
---@param remark string What is said before.
local function ask(remark)
  local training = current
  local puzzle = training and training.puzzle
  if not training or not puzzle then
    return
  end
  local side = puzzle.board.fen:match('^%S+%s+b') and 'Black' or 'White'
  local text = ('%s%d of %d, %s to move (? hint, ! solution): '):format(remark, training.at, #training.marks, side)
  prompt.input({ prompt = text }, function(move)
    move = vim.trim(move)
    if move ~= '' and current == training then
      M.answer(move)
    end
  end)
end

--- Goes to the record that is to be asked, and asks once its board is shown. Records without a move to find are left out.
---@param remark string
local function show(remark)
  local training = current
  while training and training.at <= #training.marks do
    vim.api.nvim_win_set_cursor(training.window, { line_of(training) + 1, 0 })
    training.puzzle = vim.api.nvim_win_call(training.window, read)
    if training.puzzle then
      training.awaited = training.puzzle.board.game
      training.remark = remark
      return follow.refresh(training.buffer)
    end
    table.remove(training.marks, training.at)
  end
  if training then
    M.stop()
    request.say(remark .. summary(training), vim.log.levels.INFO)
  end
end

--- Asks when the board of the record is there.
---@param buffer integer
local function on_board(buffer)
  local training = current
  local board = follow.board(buffer)
  if not training or not training.awaited or not board or board.game ~= training.awaited then
    return
  end
  training.awaited = nil
  -- After the board itself was drawn.
  vim.schedule(function()
    if current == training and vim.api.nvim_win_is_valid(training.window) then
      vim.cmd.redraw()
      vim.api.nvim_win_call(training.window, function()
        ask(training.remark)
      end)
    end
  end)
end

--- Keeps what an answer says about the next repetition: in the record itself if it has a state, or its file is one of mistakes; else in such a
--- file, if the position was missed.
---@param training scoresheet.Training
---@param puzzle scoresheet.Puzzle
---@return string remark
local function keep(training, puzzle)
  local is_right = not puzzle.has_failed
  local line = line_of(training)
  local text = vim.api.nvim_buf_get_lines(training.buffer, line, line + 1, false)[1]
  if not mistakes.is_one(training.path) and not record.state(text) then
    local best = puzzle.best[1] and moves.legal(puzzle.board, puzzle.best[1])
    if is_right or not best then
      return ''
    end
    local path = mistakes.keep(training.path, puzzle.board.fen, best.san, puzzle.id)
    return (' (kept in %s)'):format(vim.fs.basename(path))
  end
  local state = boxes.answered(record.state(text), is_right, boxes.today())
  local changed = record.with_state(text, state)
  if not changed then
    return ' (its comments c0 to c9 are in use)'
  end
  mistakes.edit(training.path, function(buffer)
    local from, to = #text, #text
    -- Only what differs, so that marks in the line stay.
    while from > 0 and text:sub(1, from) ~= changed:sub(1, from) do
      from = from - 1
    end
    vim.api.nvim_buf_set_text(buffer, line, from, line, to, { changed:sub(from + 1) })
  end)
  local days = boxes.DAYS[state.box]
  return days == 1 and ' (again tomorrow)' or (' (again in %d days)'):format(days)
end

--- Ends a record, and goes to the next one.
---@param training scoresheet.Training
---@param puzzle scoresheet.Puzzle
---@param remark string
local function finish(training, puzzle, remark)
  local which = puzzle.is_shown and 'shown' or puzzle.has_failed and 'later' or 'right'
  training[which] = training[which] + 1
  local line = line_of(training)
  remark = remark .. keep(training, puzzle) .. '. '
  secrecy.show(training.buffer, line, line + 1)
  training.at, training.puzzle = training.at + 1, nil
  show(remark)
end

--- Compares a move with the solution.
---@param move string In SAN or UCI notation.
function M.guess(move)
  local training = current
  local puzzle = training and training.puzzle
  if not training or not puzzle then
    return request.say('No position is asked; :Scoresheet train starts')
  end
  local guess = moves.uci(puzzle.board, move)
  if not guess then
    return ask(('%s cannot be played here. '):format(move))
  end
  local is_right = #puzzle.best == 0 and not puzzle.avoided[guess] or vim.tbl_contains(puzzle.best, guess)
  if is_right then
    return finish(training, puzzle, ('%s is right'):format(move))
  end
  puzzle.has_failed = true
  ask(('%s is not the move. '):format(move))
end

--- Says which piece moves. The position counts as not solved at the first try.
function M.hint()
  local puzzle = current and current.puzzle
  if not puzzle then
    return request.say('No position is asked; :Scoresheet train starts')
  end
  puzzle.has_failed = true
  ask(puzzle.best[1] and moves.hint(puzzle.best[1]) .. '. ' or 'One move is to be avoided. ')
end

--- Shows the solution, and goes on.
function M.solve()
  local training = current
  local puzzle = training and training.puzzle
  if not training or not puzzle then
    return request.say('No position is asked; :Scoresheet train starts')
  end
  puzzle.has_failed, puzzle.is_shown = true, true
  local function san(uci)
    return moves.legal(puzzle.board, uci).san
  end
  local best = table.concat(vim.tbl_map(san, puzzle.best), ' or ')
  local avoided = table.concat(vim.tbl_map(san, vim.tbl_keys(puzzle.avoided)), ' and ')
  finish(training, puzzle, best ~= '' and ('The move is %s'):format(best) or ('To avoid is %s'):format(avoided))
end

--- Asks again for a move in the position.
function M.prompt()
  ask('')
end

--- Takes what the user has written in the prompt.
---@param text string A move, ? for a hint, ! for the solution.
function M.answer(text)
  if text == '?' then
    M.hint()
  elseif text == '!' then
    M.solve()
  else
    M.guess(text)
  end
end

--- Starts to ask records of the current buffer.
---@param lines integer[] Their lines, from 0.
local function start(lines)
  local buffer, window = vim.api.nvim_get_current_buf(), vim.api.nvim_get_current_win()
  M.stop()
  local marks = vim.tbl_map(function(line)
    return vim.api.nvim_buf_set_extmark(buffer, namespace, line, 0, {})
  end, lines)
  local training = {
    buffer = buffer,
    window = window,
    path = vim.api.nvim_buf_get_name(buffer),
    secrecy = secrecy.start(buffer, window),
    marks = marks,
    at = 1,
    right = 0,
    later = 0,
    shown = 0,
  }
  current = training
  for index, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local from = record.is_one(line) and record.operations(line)
    if from then
      secrecy.hide(buffer, { index - 1, from }, { index - 1, #line })
    end
  end
  local board = require('scoresheet.board')
  if not board.window() then
    board.open()
  end
  follow.start(buffer, 'train', on_board)
  server.when_ready(buffer, function()
    if current == training then
      show('')
    end
  end)
end

--- The lines of the records that have a move to find, from 0.
---@param first integer The first line that is looked at, from 0.
---@param is_wanted fun(line: string): boolean
---@return integer[] wanted
---@return integer all How many there are, wanted or not.
local function records(first, is_wanted)
  local wanted, all = {}, 0
  for index, line in ipairs(vim.api.nvim_buf_get_lines(0, first, -1, false)) do
    if record.has_move(line) then
      all = all + 1
      if is_wanted(line) then
        wanted[#wanted + 1] = first + index - 1
      end
    end
  end
  return wanted, all
end

--- Asks the records of the current buffer one by one, from the cursor on, whether due or not.
function M.go_through()
  local lines = records(vim.api.nvim_win_get_cursor(0)[1] - 1, function()
    return true
  end)
  if #lines == 0 then
    return request.say('No record from here on has a move to find: bm, am, sm, pv or dm 1')
  end
  start(lines)
end

--- The first day on which a record of the current buffer is due.
---@return string?
local function next_day()
  local days = {}
  for _, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local state = record.state(line)
    days[#days + 1] = state and state.due
  end
  table.sort(days)
  return days[1]
end

--- How many positions of a file are due.
---@param path string
---@return integer due
---@return integer all
function M.count_due(path)
  local due, all, today = 0, 0, boxes.today()
  for _, line in ipairs(vim.fn.readfile(path)) do
    if record.has_move(line) then
      all = all + 1
      due = due + (boxes.is_due(record.state(line), today) and 1 or 0)
    end
  end
  return due, all
end

--- Opens an EPD file, and asks the positions that are due.
---@param path? string By default the current file, or the mistakes of the current file of games.
---@param is_all? boolean Also those that are not due.
function M.train(path, is_all)
  local here = vim.api.nvim_buf_get_name(0)
  local wanted = path or (vim.bo.filetype == 'epd' and here or mistakes.path(here))
  wanted = vim.fn.fnamemodify(vim.fn.expand(wanted), ':p')
  if not vim.uv.fs_stat(wanted) then
    local kept = not path and '; moves that you miss in study mode are kept there' or ''
    return request.say(('There is no file %s%s'):format(vim.fn.fnamemodify(wanted, ':~:.'), kept))
  end
  if wanted ~= here then
    vim.cmd.edit(vim.fn.fnameescape(wanted))
  end
  local today = boxes.today()
  local lines, all = records(0, function(line)
    return is_all or boxes.is_due(record.state(line), today)
  end)
  if all == 0 then
    return request.say('No record has a move to find: bm, am, sm, pv or dm 1')
  end
  if #lines == 0 then
    local text = ('Nothing is due before %s; :Scoresheet train all asks everything'):format(next_day() or today)
    return request.say(text, vim.log.levels.INFO)
  end
  start(lines)
end

return M
