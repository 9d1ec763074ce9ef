--- Text objects: move, variation, comment, game. "Inner" is the contents without delimiters.

local enclosing = require('scoresheet.enclosing')
local request = require('scoresheet.request')

local M = {}

--- Selects a part of the buffer, for a pending operator or in Visual mode.
---@param stretch scoresheet.Stretch
---@param mode 'v'|'V'
local function select(stretch, mode)
  local to = { line = stretch.to.line, column = stretch.to.column }
  if mode == 'v' and vim.o.selection ~= 'exclusive' then
    if to.column == 0 then
      to.line = to.line - 1
      to.column = #vim.fn.getline(to.line)
    end
    local line = vim.fn.getline(to.line)
    -- The first byte of the last character.
    to.column = math.max(0, to.column - 1)
    to.column = to.column < #line and to.column + vim.str_utf_start(line, to.column + 1) or to.column
  end
  if vim.fn.mode():find('^[vV\22]') then
    vim.cmd('normal! \27')
  end
  vim.api.nvim_win_set_cursor(0, { stretch.from.line, stretch.from.column })
  vim.cmd('normal! ' .. mode)
  vim.api.nvim_win_set_cursor(0, { to.line, to.column })
end

--- The position after `text`, which starts at `from`.
---@param from scoresheet.Place
---@param text string
---@return scoresheet.Place
local function advance(from, text)
  local _, line_ends = text:gsub('\n', '')
  if line_ends == 0 then
    return { line = from.line, column = from.column + #text }
  end
  return { line = from.line + line_ends, column = #text:match('[^\n]*$') }
end

--- Removes the delimiters and the white space next to them. An unclosed part has no closing delimiter.
---@param stretch scoresheet.Stretch
---@param closing string
---@return scoresheet.Stretch
local function inside(stretch, closing)
  local text = enclosing.text(stretch)
  local before = #text:match('^.%s*')
  local after = #text:match('%s*' .. vim.pesc(closing) .. '?$')
  if before + after >= #text then
    return { from = stretch.from, to = stretch.from }
  end
  return { from = advance(stretch.from, text:sub(1, before)), to = advance(stretch.from, text:sub(1, #text - after)) }
end

--- Adds the white space after it, as `aw` does; not that at the end of a line.
---@param stretch scoresheet.Stretch
---@return scoresheet.Stretch
local function with_blanks(stretch)
  local behind = vim.fn.getline(stretch.to.line):sub(stretch.to.column + 1)
  local blanks = behind:match('^[ \t]+') or ''
  local to = { line = stretch.to.line, column = stretch.to.column + #blanks }
  return { from = stretch.from, to = to }
end

--- The smallest range around the cursor that starts with one of `signs`; with a count, the range around that, and so on.
---@param signs string
---@return scoresheet.Stretch?
local function beginning_with(signs)
  local stretches, err = enclosing.at_cursor()
  if err then
    request.say(err)
  end
  local count = vim.v.count1
  for _, stretch in ipairs(stretches) do
    local first = vim.fn.getline(stretch.from.line):sub(stretch.from.column + 1, stretch.from.column + 1)
    if first ~= '' and signs:find(first, 1, true) then
      count = count - 1
      if count == 0 then
        return stretch
      end
    end
  end
end

--- The variation in parentheses (`av`), or its moves (`iv`).
---@param is_inner boolean
function M.variation(is_inner)
  local variation = beginning_with('(')
  if variation then
    select(is_inner and inside(variation, ')') or with_blanks(variation), 'v')
  end
end

--- The comment (`ac`), or its words (`ic`).
---@param is_inner boolean
function M.comment(is_inner)
  local comment = beginning_with('{;')
  if comment then
    select(is_inner and inside(comment, '}') or with_blanks(comment), 'v')
  end
end

--- Whether a range is a move with its number and annotations: it contains no other move, and ends before the result.
---@param stretch scoresheet.Stretch
---@param move scoresheet.Stretch
---@param others scoresheet.Stretch[]
---@return boolean
local function is_only_move(stretch, move, others)
  if not enclosing.contains(stretch, move) then
    return false
  end
  for _, other in ipairs(others) do
    if enclosing.contains(stretch, other) then
      return false
    end
  end
  local text = enclosing.text(stretch)
  return not (text:find('^[%[(]') or text:find('%s%*$') or text:find('%s[01]%-[01]$') or text:find('%s1/2%-1/2$'))
end

--- The move at the cursor: its SAN (`im`), or with its number, NAGs and comment (`am`).
---@param is_inner boolean
function M.move(is_inner)
  local board, err = request.wait_at_cursor('scoresheet/board')
  if not board or not board.lastMove then
    return request.say(err or 'There is no move before the cursor', vim.log.levels.INFO)
  end
  local move = enclosing.stretch(board.lastMove.range)
  if is_inner then
    return select(move, 'v')
  end
  local others = {}
  for _, other in ipairs(vim.list_extend({ board.previous }, vim.list_extend(board.next, board.alternatives))) do
    local stretch = enclosing.stretch(other.range)
    if not vim.deep_equal(stretch, move) then
      others[#others + 1] = stretch
    end
  end
  local whole = move
  for _, stretch in ipairs((enclosing.at(board.lastMove.range.start))) do
    if is_only_move(stretch, move, others) then
      whole = stretch
    end
  end
  select(with_blanks(whole), 'v')
end

--- The game with the empty lines after it (`ag`), or without them (`ig`).
---@param is_inner boolean
function M.game(is_inner)
  local game, err = enclosing.game()
  if not game then
    return request.say(err or 'There is no game here', vim.log.levels.INFO)
  end
  -- A game ends after its result, never at the start of a line.
  local last = game.to.line
  if not is_inner then
    local next_line = vim.fn.nextnonblank(last + 1)
    last = next_line == 0 and vim.fn.line('$') or next_line - 1
  end
  select({ from = game.from, to = { line = last, column = 0 } }, 'V')
end

return M
