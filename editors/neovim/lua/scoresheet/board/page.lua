--- The contents of the board window: the last move, the diagram, and the facts about the position.

local diagram = require('scoresheet.board.diagram')
local highlights = require('scoresheet.highlights')

local M = {}

--- The priority of text highlights, which overlap no others.
local WORDS = 100

--- The cells between the diagram and the details beside it.
local GAP = 2

--- A move with its number: 4. Nxd4, or 3... exd4.
---@param move scoresheet.Move
---@return string
function M.numbered(move)
  return ('%d%s %s'):format(move.number, move.turn == 'white' and '.' or '...', move.text)
end

--- Seconds as h:mm:ss.
---@param seconds number
---@return string
local function clock(seconds)
  local whole = math.floor(seconds)
  return ('%d:%02d:%02d'):format(math.floor(whole / 3600), math.floor(whole / 60) % 60, whole % 60)
end

--- Wraps a text at spaces into lines of at most `width` cells.
---@param text string
---@param width integer
---@return string[]
function M.wrap(text, width)
  local lines = {}
  for word in text:gmatch('%S+') do
    local last = lines[#lines]
    if last and vim.fn.strdisplaywidth(last .. ' ' .. word) <= width then
      lines[#lines] = last .. ' ' .. word
    else
      lines[#lines + 1] = word
    end
  end
  return lines
end

--- The text below the diagram.
---@param board scoresheet.Board
---@return { text: string, group: string }[]
local function details(board)
  local said = {}
  local function say(text, group)
    said[#said + 1] = { text = text, group = group }
  end
  if board.opening then
    local left = board.leftBookAt and (', left the book at move ' .. board.leftBookAt) or ''
    say(('%s %s%s'):format(board.opening.eco, board.opening.name, left), 'ScoresheetOpening')
  end
  local evaluation = board.evaluation
  if evaluation then
    say(evaluation.score .. (evaluation.depth and (' at depth ' .. evaluation.depth) or ''), 'ScoresheetEvaluation')
  end
  local clocks = {}
  for _, side in ipairs({ 'white', 'black' }) do
    local seconds = board.clocks[side]
    clocks[#clocks + 1] = seconds and ('%s %s'):format(side == 'white' and 'White' or 'Black', clock(seconds)) or nil
  end
  if #clocks > 0 then
    say(table.concat(clocks, ', '), 'ScoresheetDetail')
  end
  local _, in_hand = diagram.pieces(board.fen)
  if in_hand ~= '' then
    say('In hand: ' .. in_hand, 'ScoresheetDetail')
  end
  for _, fact in ipairs(board.facts) do
    say(fact, 'ScoresheetDetail')
  end
  for _, arrow in ipairs(board.arrows) do
    say(('%s → %s'):format(arrow.from, arrow.to), highlights.OF_COLOUR[arrow.colour])
  end
  local following = vim.tbl_map(M.numbered, board.next)
  if #following > 0 then
    say('Next: ' .. table.concat(following, ', '), 'ScoresheetNext')
  end
  return said
end

--- The first line: the last move, and the depth of its variation.
---@param board scoresheet.Board
---@param is_record boolean
---@return string
local function title(board, is_record)
  local start = is_record and ('Record %d'):format(board.game + 1) or 'Start of the game'
  local move = board.lastMove and M.numbered(board.lastMove) or start
  local line = board.depth > 0 and (board.depth > 1 and (', %d variations deep'):format(board.depth) or ', in a variation')
    or ''
  return ' ' .. move .. line .. (board.isGuessed and ' (guessed)' or '')
end

--- The size of the diagram with the line above it.
---@param options scoresheet.BoardOptions
---@return integer width In cells.
---@return integer height In lines.
function M.size(options)
  return 8 * diagram.SQUARE_WIDTH + (options.coordinates and 3 or 0), 9 + (options.coordinates and 1 or 0)
end

--- Puts the text after the first `count` lines on their right.
---@param lines string[]
---@param marks scoresheet.Mark[]
---@param count integer
---@param width integer The width of these lines in cells.
---@return string[] lines
---@return scoresheet.Mark[] marks
local function side_by_side(lines, marks, count, width)
  local joined = vim.list_slice(lines, 1, count)
  local starts = {}
  for row = 1, #lines - count do
    local left = joined[row] or ''
    left = left .. (' '):rep(width + GAP - vim.fn.strdisplaywidth(left))
    starts[row] = #left
    joined[row] = left .. lines[count + row]
  end
  for _, mark in ipairs(marks) do
    if mark.line >= count then
      mark.line = mark.line - count
      local start = starts[mark.line + 1]
      mark.from, mark.to = mark.from + start, mark.to + start
    end
  end
  return joined, marks
end

--- The lines of the window, and their highlights.
---@param board? scoresheet.Board nil if there is no game.
---@param options scoresheet.BoardOptions
---@param is_flipped boolean
---@param is_record boolean Whether the position belongs to a record of an EPD or FEN file.
---@param room? integer The width of the window in cells if the details go beside the diagram; they go below it in a narrow window.
---@return string[] lines
---@return scoresheet.Mark[] marks
function M.lay_out(board, options, is_flipped, is_record, room)
  local width = M.size(options)
  local lines, marks = {}, {}
  local function say(text, group, indent)
    for _, part in ipairs(M.wrap(text, width - 1)) do
      marks[#marks + 1] = { line = #lines, from = indent, to = indent + #part, group = group, priority = WORDS }
      lines[#lines + 1] = (' '):rep(indent) .. part
    end
  end
  if not board then
    say(is_record and 'There is no record here.' or 'There is no game here.', 'ScoresheetDetail', 1)
    return lines, marks
  end
  say(title(board, is_record), 'ScoresheetTitle', 1)
  if not board.fen then
    say('The position is not known here.', 'ScoresheetDetail', 1)
    return lines, marks
  end
  local drawn, drawn_marks = diagram.draw(board, options, is_flipped)
  for _, mark in ipairs(drawn_marks) do
    mark.line = mark.line + #lines
    marks[#marks + 1] = mark
  end
  vim.list_extend(lines, drawn)
  local above = #lines
  local is_beside = room ~= nil and room >= 2 * width + GAP
  width = is_beside and room - width - GAP or width
  if options.details then
    for _, one in ipairs(details(board)) do
      say(one.text, one.group, 1)
    end
  end
  if is_beside then
    return side_by_side(lines, marks, above, (M.size(options)))
  end
  return lines, marks
end

return M
