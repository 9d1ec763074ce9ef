--- Motions through a game: from move to move, into variations and out of them, from game to game. The server provides the tree of moves.

local enclosing = require('scoresheet.enclosing')
local request = require('scoresheet.request')

local M = {}

--- The board at a position in the current buffer, by default the cursor.
---@param position? lsp.Position
---@return scoresheet.Board?
local function board(position)
  local answer, err
  if position then
    local params = { textDocument = vim.lsp.util.make_text_document_params(), position = position }
    answer, err = request.wait('scoresheet/board', params)
  else
    answer, err = request.wait_at_cursor('scoresheet/board')
  end
  if err then
    request.say(err)
  end
  return answer
end

--- Moves the cursor and opens the folds there.
---@param place scoresheet.Place
local function go(place)
  vim.api.nvim_win_set_cursor(0, { place.line, place.column })
  vim.cmd('normal! zv')
end

--- Moves the cursor to a move.
---@param move scoresheet.Move
local function go_to(move)
  go(enclosing.stretch(move.range).from)
end

--- Repeats `step` up to `count` times while it succeeds, and sets the mark for ``.
---@param count? integer
---@param step fun(): boolean
local function repeated(count, step)
  -- Read before another command resets it.
  count = count or vim.v.count1
  vim.cmd("normal! m'")
  for _ = 1, count do
    if not step() then
      return
    end
  end
end

--- Goes to the next move of the line.
---@param count? integer
function M.next_move(count)
  repeated(count, function()
    local here = board()
    if not here or not here.next[1] then
      return false
    end
    go_to(here.next[1])
    return true
  end)
end

--- Goes before the first move: to its move number, or to the move if it has none.
---@param first scoresheet.Move
local function go_before(first)
  local place = enclosing.stretch(first.range).from
  local before = vim.fn.getline(place.line):sub(1, place.column)
  local number = before:find('%d+%s*%.+%s*$')
  go({ line = place.line, column = number and number - 1 or place.column })
end

--- Goes to the previous move of the line, or to the one before the variation.
---@param count? integer
function M.previous_move(count)
  repeated(count, function()
    local here = board()
    if not here or not here.lastMove then
      return false
    end
    if here.previous then
      go_to(here.previous)
    else
      go_before(here.path[1])
    end
    return true
  end)
end

--- The next variation: an alternative to this move, or to a later move of the line.
---@param here scoresheet.Board
---@return scoresheet.Move?
local function next_variation(here)
  local current = here.lastMove
  for _, alternative in ipairs(here.alternatives) do
    if current and enclosing.is_before(enclosing.stretch(current.range).to, enclosing.stretch(alternative.range).from) then
      return alternative
    end
  end
  local ahead = here ---@type scoresheet.Board?
  while ahead and ahead.next[1] do
    if ahead.next[2] then
      return ahead.next[2]
    end
    ahead = board(ahead.next[1].range['end'])
  end
end

--- Enters the next variation of the line, or the next one of the same move.
---@param count? integer
function M.into_variation(count)
  repeated(count, function()
    local here = board()
    local variation = here and next_variation(here)
    if not variation then
      request.say('No variation follows on this line', vim.log.levels.INFO)
      return false
    end
    go_to(variation)
    return true
  end)
end

--- Leaves the variation, to the move that it replaces.
---@param count? integer
function M.out_of_variation(count)
  repeated(count, function()
    local here = board()
    if not here or not here.replaces then
      request.say('This is the main line', vim.log.levels.INFO)
      return false
    end
    go_to(here.replaces)
    return true
  end)
end

--- Goes to the start of the next game.
---@param count? integer
function M.next_game(count)
  repeated(count, function()
    local game = enclosing.game()
    if game then
      vim.fn.cursor(game.to.line, game.to.column)
    end
    -- The next game starts after the end of this one.
    local found = vim.fn.search([[\S]], 'W')
    vim.cmd('normal! zv')
    return found > 0
  end)
end

--- Goes to the start of this game, or of the previous one.
---@param count? integer
function M.previous_game(count)
  repeated(count, function()
    local line, column = unpack(vim.api.nvim_win_get_cursor(0))
    local here = { line = line, column = column }
    local game = enclosing.game()
    if not game or not enclosing.is_before(game.from, here) then
      if vim.fn.search([[\S]], 'bW') == 0 then
        return false
      end
      game = enclosing.game()
    end
    if game then
      go(game.from)
    end
    return game ~= nil
  end)
end

return M
