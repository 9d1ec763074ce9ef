--- Study mode: hides what follows the move at the cursor, and compares guesses with the game.

local follow = require('scoresheet.follow')
local motions = require('scoresheet.motions')
local prompt = require('scoresheet.prompt')
local request = require('scoresheet.request')

local M = {}

local namespace = vim.api.nvim_create_namespace('scoresheet.study')

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
---@field options table<string, any> The options of the window as they were.
---@field had_diagnostics boolean
---@field had_hints boolean
---@field right integer How many moves were guessed at once.
---@field guessed integer How many moves were guessed.
---@field has_failed boolean Whether the move to guess was guessed wrongly.

---@type scoresheet.Study?
local current

--- What the windows of a study need to hide text.
local HIDING = { conceallevel = 2, concealcursor = 'nvic' }

--- Hides a part of the buffer.
---@param buffer integer
---@param from integer[] Line and byte column, from 0.
---@param to integer[]
local function hide(buffer, from, to)
  vim.api.nvim_buf_set_extmark(buffer, namespace, from[1], from[2], {
    end_row = to[1],
    end_col = to[2],
    conceal = '',
    -- Above the server's tokens.
    priority = 200,
  })
end

--- Hides the values of tags that tell the result or the moves.
---@param buffer integer
---@param first integer Lines from 0, half-open.
---@param last integer
local function hide_tags(buffer, first, last)
  for index, line in ipairs(vim.api.nvim_buf_get_lines(buffer, first, last, false)) do
    for _, tag in ipairs(TELLING) do
      local _, _, from, to = line:find('^%s*%[%s*' .. tag .. '%s+"()[^"]*()"')
      if from then
        hide(buffer, { first + index - 1, from - 1 }, { first + index - 1, to - 1 })
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
    vim.api.nvim_buf_clear_namespace(study.buffer, namespace, 0, -1)
    local from = place(study.buffer, board.lastMove and board.lastMove.range['end'] or game.start)
    hide_tags(study.buffer, game.range.start.line, from[1] + 1)
    hide(study.buffer, from, place(study.buffer, game.range['end']))
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
  if vim.api.nvim_buf_is_valid(study.buffer) then
    vim.api.nvim_buf_clear_namespace(study.buffer, namespace, 0, -1)
    vim.diagnostic.enable(study.had_diagnostics, { bufnr = study.buffer })
    vim.lsp.inlay_hint.enable(study.had_hints, { bufnr = study.buffer })
  end
  if vim.api.nvim_win_is_valid(study.window) then
    for name, value in pairs(study.options) do
      vim.wo[study.window][0][name] = value
    end
  end
  require('scoresheet.board').update()
end

--- Starts to hide what follows the move at the cursor of the current window.
function M.start()
  M.stop()
  local buffer, window = vim.api.nvim_get_current_buf(), vim.api.nvim_get_current_win()
  if vim.bo[buffer].filetype ~= 'pgn' then
    return request.say('Only games can be studied')
  end
  local options = {}
  for name, value in pairs(HIDING) do
    options[name] = vim.wo[window][0][name]
    vim.wo[window][0][name] = value
  end
  current = {
    buffer = buffer,
    window = window,
    options = options,
    had_diagnostics = vim.diagnostic.is_enabled({ bufnr = buffer }),
    had_hints = vim.lsp.inlay_hint.is_enabled({ bufnr = buffer }),
    right = 0,
    guessed = 0,
    has_failed = false,
  }
  -- Findings and hints in the hidden text would tell what comes.
  vim.diagnostic.enable(false, { bufnr = buffer })
  vim.lsp.inlay_hint.enable(false, { bufnr = buffer })
  follow.start(buffer, 'study', draw)
  require('scoresheet.board').update()
end

--- Starts study mode, or ends it.
function M.toggle()
  if current then
    M.stop()
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

--- A move without check and annotation marks.
---@param move string
---@return string
local function bare(move)
  return (move:gsub('[+#!?]', ''))
end

--- The legal move that is meant, in UCI notation.
---@param board scoresheet.Board
---@param move string In SAN or UCI notation.
---@return string?
local function uci(board, move)
  for _, legal in ipairs(board.legalMoves) do
    if bare(legal.san) == bare(move) or legal.uci == move then
      return legal.uci
    end
  end
end

--- The moves that follow, as far as they can be played, in UCI notation.
---@param board scoresheet.Board
---@return table<string, integer> by their numbers: 1 is the move of the line
local function following(board)
  local moves = {}
  for index, move in ipairs(board.next) do
    local known = uci(board, move.text)
    if known and not moves[known] then
      moves[known] = index
    end
  end
  return moves
end

---@param is_right boolean
local function count(is_right)
  if not current then
    return
  end
  if is_right then
    current.guessed = current.guessed + 1
    current.right = current.right + (current.has_failed and 0 or 1)
  end
  current.has_failed = not is_right
end

--- How many moves were guessed at once, in words.
---@return string
local function score()
  return current and ('; %d of %d at the first try'):format(current.right, current.guessed) or ''
end

--- Compares a guess with the game, and goes to the move if it is right.
---@param move string In SAN or UCI notation.
function M.guess(move)
  local board, err = request.wait_at_cursor('scoresheet/board')
  if not board or not board.next[1] then
    return request.say(err or 'No move follows here', vim.log.levels.INFO)
  end
  local guess = uci(board, move)
  if not guess then
    return request.say(('%s cannot be played here'):format(move))
  end
  local index = following(board)[guess]
  if index == 1 then
    count(true)
    motions.next_move(1)
    follow.refresh(vim.api.nvim_get_current_buf())
    return request.say(('%s is right%s'):format(move, score()), vim.log.levels.INFO)
  end
  count(false)
  local what = index and '%s is in a variation; another move was played' or '%s was not played'
  request.say(what:format(move), vim.log.levels.INFO)
end

--- Prompts for a guess.
function M.prompt()
  prompt.input({ prompt = 'Your move: ' }, function(move)
    M.guess(vim.trim(move))
  end)
end

--- Says which piece moves next.
function M.hint()
  local board, err = request.wait_at_cursor('scoresheet/board')
  local next_move = board and board.next[1] and uci(board, board.next[1].text)
  if not next_move then
    return request.say(err or 'No move follows here', vim.log.levels.INFO)
  end
  if current then
    current.has_failed = true
  end
  local from = next_move:match('^[a-h][1-8]')
  request.say(from and ('The piece on %s moves'):format(from) or ('A %s is dropped'):format(next_move:sub(1, 1)), vim.log.levels.INFO)
end

return M
