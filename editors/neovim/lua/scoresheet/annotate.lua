--- Writes comments, NAGs, arrows and coloured squares after the move at the cursor.

local edits = require('scoresheet.edits')
local page = require('scoresheet.board.page')
local prompt = require('scoresheet.prompt')
local request = require('scoresheet.request')

local M = {}

--- The NAGs of the signs after moves (standard, section 10).
---@type table<string, integer>
local SIGNS = { ['!'] = 1, ['?'] = 2, ['!!'] = 3, ['??'] = 4, ['!?'] = 5, ['?!'] = 6 }

--- The colours of arrows and squares by the letters of `[%cal]` and `[%csl]`.
---@type table<string, string>
local COLOURS = { G = 'green', R = 'red', B = 'blue', Y = 'yellow' }

--- How many moves and comments around the cursor are looked at for the comment that is there.
local NEIGHBOURS = 200

local OTHERWISE = 'Games can be annotated only'

--- Writes a NAG after the move, or takes it away.
---@param nag integer|string Its number, with or without "$", or its sign.
function M.nag(nag)
  local number = SIGNS[nag] or tonumber((tostring(nag):gsub('^%$', '')))
  if not number then
    error(('there is no NAG %s; write a number, or one of ! ? !! ?? !? ?!'):format(nag), 0)
  end
  edits.request('scoresheet/annotate', { nag = number }, OTHERWISE)
end

--- The signs of NAGs.
---@return string[]
function M.signs()
  local signs = vim.tbl_keys(SIGNS)
  table.sort(signs, function(one, other)
    return SIGNS[one] < SIGNS[other]
  end)
  return signs
end

--- Writes the comment after the move, in place of what is there.
---@param words string Empty for none.
function M.write_comment(words)
  edits.request('scoresheet/annotate', { words = words }, OTHERWISE)
end

--- Whether two places of the protocol are the same.
---@param one lsp.Position
---@param other lsp.Position
---@return boolean
local function is_same(one, other)
  return one.line == other.line and one.character == other.character
end

--- The words of the comments after the last move of the board, or before the first move.
---@param board scoresheet.Board
---@return string
local function words_at(board)
  local game = request.wait_at_cursor('scoresheet/game', { limit = NEIGHBOURS })
  local words, is_here = {}, board.lastMove == nil
  for _, item in ipairs(game and game.items or {}) do
    if item.move then
      if is_here then
        break
      end
      is_here = is_same(item.range.start, board.lastMove.range.start)
    elseif is_here and item.text ~= '' then
      words[#words + 1] = item.text
    end
  end
  return table.concat(words, ' ')
end

--- Prompts for the comment after the move.
function M.comment()
  local board, err = request.wait_at_cursor('scoresheet/board')
  if not board then
    return request.say(err or OTHERWISE)
  end
  local move = board.lastMove and page.numbered(board.lastMove)
  prompt.input({ prompt = ('Comment on %s: '):format(move or 'the game'), default = words_at(board) }, M.write_comment)
end

--- Reads arrows and squares: `e2e4`, `Re5`, `Gg1f3,Bd5`.
---@param text string
---@return { colour: string, from: string, to?: string }[]
local function read_marks(text)
  local marks = {}
  for word in text:gmatch('[^%s,]+') do
    local letter, from, to = word:match('^([GRBYgrby]?)([a-h][1-8])([a-h]?[1-8]?)$')
    -- A file is also the letter of blue: b5 is a square, bb5 a blue one.
    if not from or (to ~= '' and #to ~= 2) then
      error(('%s is no arrow and no square; write e2e4 or e4, with G, R, B or Y before it for the colour'):format(word), 0)
    end
    marks[#marks + 1] = { colour = COLOURS[letter:upper()] or 'green', from = from, to = to ~= '' and to or nil }
  end
  return marks
end

--- Writes arrows and coloured squares after the move, or takes those away that are there.
---@param text string As in `[%cal]` and `[%csl]`; green without a letter.
function M.mark(text)
  for index, mark in ipairs(read_marks(text)) do
    if not edits.request('scoresheet/annotate', { mark = mark }, OTHERWISE, index > 1) then
      return
    end
  end
end

--- Prompts for arrows and squares.
function M.choose_marks()
  prompt.input({ prompt = 'Arrows and squares (e2e4, Re5): ' }, function(text)
    local is_done, err = pcall(M.mark, text)
    if not is_done then
      request.say(tostring(err), vim.log.levels.ERROR)
    end
  end)
end

return M
