--- Study mode: hides what follows the move at the cursor, and compares guesses with the game.

local config = require('scoresheet.config')
local follow = require('scoresheet.follow')
local mistakes = require('scoresheet.train.mistakes')
local motions = require('scoresheet.motions')
local moves = require('scoresheet.moves')
local prompt = require('scoresheet.prompt')
local request = require('scoresheet.request')
local secrecy = require('scoresheet.secrecy')

local M = {}

--- The tags that tell the result or the moves.
local TELLING = {
  'Result',
  'ECO',
  'NIC',
  'Opening',
  'Variation',
  'SubVariation',
  'Termination',
  'PlyCount',
  'WhiteRatingDiff',
  'BlackRatingDiff',
}

---@class scoresheet.Study
---@field buffer integer
---@field window integer
---@field secrecy scoresheet.Secrecy
---@field right integer How many moves were guessed at once.
---@field guessed integer How many moves were guessed.
---@field failed? string The last position in which a guess was wrong, or help was needed.

---@type scoresheet.Study?
local current

--- Hides the values of tags that tell the result or the moves.
---@param buffer integer
---@param first integer Lines from 0, half-open.
---@param last integer
local function hide_tags(buffer, first, last)
  for index, line in ipairs(vim.api.nvim_buf_get_lines(buffer, first, last, false)) do
    for _, tag in ipairs(TELLING) do
      local _, _, from, to = line:find('^%s*%[%s*' .. tag .. '%s+"()[^"]*()"')
      if from then
        secrecy.hide(buffer, { first + index - 1, from - 1 }, { first + index - 1, to - 1 })
      end
    end
  end
end

--- A position of the protocol as line and byte column, from 0.
---@param buffer integer
---@param position lsp.Position
---@return integer[]
local function place(buffer, position)
  local line, column = request.place(buffer, position)
  return { line - 1, column }
end

--- Hides all that follows the move of the board.
local function draw()
  local study = current
  if not study or not vim.api.nvim_win_is_valid(study.window) then
    return
  end
  local board = follow.board(study.buffer)
  local params = { textDocument = vim.lsp.util.make_text_document_params(study.buffer), limit = 1 }
  local client = require('scoresheet.server').client(study.buffer)
  if not board or not client then
    return
  end
  params.position = request.at_cursor(study.window, client).position
  request.ask(client, study.buffer, 'scoresheet/game', params, function(err, game)
    if err or not game or game == vim.NIL or current ~= study or game.version ~= board.version then
      return
    end
    secrecy.show(study.buffer, 0, -1)
    local from = place(study.buffer, board.lastMove and board.lastMove.range['end'] or game.start)
    hide_tags(study.buffer, game.range.start.line, from[1] + 1)
    secrecy.hide(study.buffer, from, place(study.buffer, game.range['end']))
  end)
end

--- Ends study mode: everything is shown again.
function M.stop()
  local study = current
  if not study then
    return
  end
  current = nil
  follow.stop(study.buffer, 'study')
  secrecy.stop(study.secrecy)
  require('scoresheet.board').update()
end

--- Starts to hide what follows the move at the cursor of the current window; in a file of positions, to go through those from the cursor on.
function M.start()
  M.stop()
  local buffer, window = vim.api.nvim_get_current_buf(), vim.api.nvim_get_current_win()
  if vim.bo[buffer].filetype == 'epd' then
    return require('scoresheet.train').go_through()
  end
  if vim.bo[buffer].filetype ~= 'pgn' then
    return request.say('Only games, and EPD files with best moves, can be studied')
  end
  current = {
    buffer = buffer,
    window = window,
    secrecy = secrecy.start(buffer, window),
    right = 0,
    guessed = 0,
  }
  follow.start(buffer, 'study', draw)
  require('scoresheet.board').update()
end

--- Starts study mode, or ends it.
function M.toggle()
  if current then
    M.stop()
  elseif require('scoresheet.train').is_on() then
    require('scoresheet.train').stop()
  else
    M.start()
  end
end

--- Whether the moves that follow are hidden in a buffer.
---@param buffer integer
---@return boolean
function M.hides(buffer)
  return current ~= nil and current.buffer == buffer
end

--- The moves that follow, as far as they can be played, in UCI notation.
---@param board scoresheet.Board
---@return table<string, integer> by their numbers: 1 is the move of the line
local function following(board)
  local found = {}
  for index, move in ipairs(board.next) do
    local known = moves.uci(board, move.text)
    if known and not found[known] then
      found[known] = index
    end
  end
  return found
end

--- Counts a guess in a position.
---@param board scoresheet.Board
---@param is_right boolean
local function count(board, is_right)
  local study = current
  if not study then
    return
  end
  if is_right then
    study.guessed = study.guessed + 1
    study.right = study.right + (study.failed == board.fen and 0 or 1)
  else
    study.failed = board.fen
  end
end

--- How many moves were guessed at once, in words.
---@return string
local function score()
  return current and ('; %d of %d at the first try'):format(current.right, current.guessed) or ''
end

--- Keeps a move that was missed in the file of mistakes beside the games.
---@param board scoresheet.Board
---@return string remark
local function keep(board)
  local path = vim.api.nvim_buf_get_name(0)
  local best = moves.legal(board, board.next[1].text)
  -- EPD has no way to name the rules of another variant.
  if not config.get().study.keep_mistakes or path == '' or not best or board.isGuessed or board.variant ~= 'Standard' then
    return ''
  end
  local game = request.wait_at_cursor('scoresheet/game', { limit = 1 })
  local kept = mistakes.keep(path, board.fen, best.san, mistakes.name(game and game.tags or {}, board.next[1].number))
  return ('; the position is kept in %s'):format(vim.fs.basename(kept))
end

--- The position at the cursor, if a move follows there; else the user is told.
---@return scoresheet.Board?
local function with_next()
  local board, err = request.wait_at_cursor('scoresheet/board')
  if not board or not board.next[1] then
    return request.say(err or 'No move follows here', vim.log.levels.INFO)
  end
  return board
end

--- Goes to the move that was played.
local function advance()
  motions.next_move(1)
  follow.refresh(vim.api.nvim_get_current_buf())
end

--- Whether positions of an EPD file are asked in the current buffer.
---@return boolean
local function is_training()
  return require('scoresheet.train').hides(vim.api.nvim_get_current_buf())
end

--- Compares a guess with the game, and goes to the move if it is right.
---@param move string In SAN or UCI notation.
function M.guess(move)
  if is_training() then
    return require('scoresheet.train').guess(move)
  end
  local board = with_next()
  if not board then
    return
  end
  local guess = moves.uci(board, move)
  if not guess then
    return request.say(('%s cannot be played here'):format(move))
  end
  local index = following(board)[guess]
  if index == 1 then
    count(board, true)
    advance()
    return request.say(('%s is right%s'):format(move, score()), vim.log.levels.INFO)
  end
  count(board, false)
  if index then
    return request.say(('%s is in a variation; another move was played'):format(move), vim.log.levels.INFO)
  end
  request.say(('%s was not played%s'):format(move, current and keep(board) or ''), vim.log.levels.INFO)
end

--- Prompts for a guess.
function M.prompt()
  if is_training() then
    return require('scoresheet.train').prompt()
  end
  prompt.input({ prompt = 'Your move: ' }, function(move)
    M.guess(vim.trim(move))
  end)
end

--- Says which piece moves next.
function M.hint()
  if is_training() then
    return require('scoresheet.train').hint()
  end
  local board = with_next()
  local next_move = board and moves.uci(board, board.next[1].text)
  if not board then
    return
  end
  if not next_move then
    return request.say('The next move cannot be played', vim.log.levels.INFO)
  end
  count(board, false)
  request.say(moves.hint(next_move), vim.log.levels.INFO)
end

--- Shows the move that was played. It counts as missed.
function M.solve()
  if is_training() then
    return require('scoresheet.train').solve()
  end
  local board = with_next()
  if not board then
    return
  end
  local remark = current and keep(board) or ''
  count(board, false)
  count(board, true)
  advance()
  request.say(('%s was played%s%s'):format(board.next[1].text, remark, score()), vim.log.levels.INFO)
end

return M
