--- A position as eight lines of text, with the highlights in them.

local highlights = require('scoresheet.highlights')

local M = {}

---@class scoresheet.Mark A highlighted part of a line: lines from 0, columns in bytes, half-open.
---@field line integer
---@field from integer
---@field to integer
---@field group string
---@field priority integer

---@alias scoresheet.Glyphs table<string, string> By the letters of FEN.

---@type table<string, scoresheet.Glyphs>
local GLYPHS = {
  unicode = {
    K = '♔', Q = '♕', R = '♖', B = '♗', N = '♘', P = '♙',
    k = '♚', q = '♛', r = '♜', b = '♝', n = '♞', p = '♟',
  },
  solid = {
    K = '♚', Q = '♛', R = '♜', B = '♝', N = '♞', P = '♟',
    k = '♚', q = '♛', r = '♜', b = '♝', n = '♞', p = '♟',
  },
  -- The letters of FEN themselves.
  letters = {},
}

-- The priorities of highlights: a piece over the colour of its square, a check over the last move.
local SQUARE, LAST_MOVE, COLOURED, CHECK, PIECE = 100, 110, 120, 130, 140

--- The width of a square in cells.
M.SQUARE_WIDTH = 3

--- The pieces of the first field of a FEN, by square ("e4"), and those in hand (crazyhouse).
---@param fen string
---@return table<string, string> pieces
---@return string in_hand
function M.pieces(fen)
  local placement, in_hand = fen:match('^([^ %[]*)%[?([^ %]]*)')
  local pieces = {}
  local rank = 8
  for row in vim.gsplit(placement, '/', { plain = true }) do
    if rank < 1 then
      -- Some programs write the pieces in hand as a ninth row.
      in_hand = row
      break
    end
    local file = 1
    for sign in row:gmatch('[%a%d]') do
      if sign:match('%d') then
        file = file + tonumber(sign)
      else
        pieces[string.char(96 + file) .. rank] = sign
        file = file + 1
      end
    end
    rank = rank - 1
  end
  return pieces, in_hand
end

--- The highlights of squares: the last move, the targets of arrows, coloured squares, a king in check.
---@param board scoresheet.Board
---@param pieces table<string, string>
---@return table<string, { group: string, priority: integer }[]>
local function special_squares(board, pieces)
  local special = vim.defaulttable(function()
    return {}
  end)
  local function add(square, group, priority)
    table.insert(special[square], { group = group, priority = priority })
  end
  for _, square in ipairs(board.lastSquares or {}) do
    add(square, 'ScoresheetLastMove', LAST_MOVE)
  end
  for _, arrow in ipairs(board.arrows) do
    add(arrow.to, highlights.OF_COLOUR[arrow.colour], COLOURED)
  end
  for _, marked in ipairs(board.squares) do
    add(marked.square, highlights.OF_COLOUR[marked.colour], COLOURED)
  end
  local king = M.king_in_check(board)
  for square, piece in pairs(pieces) do
    if piece == king then
      add(square, 'ScoresheetCheck', CHECK)
    end
  end
  return special
end

--- The letter of the king in check, if there is one: that of the side to move, according to the facts.
---@param board scoresheet.Board
---@return string?
function M.king_in_check(board)
  for _, fact in ipairs(board.facts) do
    if fact:find('is in check', 1, true) or fact:find('is checkmated', 1, true) then
      return board.fen:match('^%S+ (%a)') == 'b' and 'k' or 'K'
    end
  end
end

---@param options scoresheet.BoardOptions
---@param is_flipped boolean Whether Black is below.
---@param board scoresheet.Board Its position is known.
---@return string[] lines
---@return scoresheet.Mark[] marks
function M.draw(board, options, is_flipped)
  local pieces = M.pieces(board.fen)
  local special = special_squares(board, pieces)
  local glyphs = GLYPHS[options.pieces]
  local lines, marks = {}, {}
  local function mark(from, to, group, priority)
    marks[#marks + 1] = { line = #lines, from = from, to = to, group = group, priority = priority }
  end
  for row = 1, 8 do
    local rank = is_flipped and row or 9 - row
    local text = ''
    if options.coordinates then
      text = (' %d '):format(rank)
      mark(0, #text, 'ScoresheetCoordinate', SQUARE)
    end
    for column = 1, 8 do
      local file = is_flipped and 9 - column or column
      local square = string.char(96 + file) .. rank
      local piece = pieces[square]
      local cell = (' %s '):format(piece and (glyphs[piece] or piece) or ' ')
      local from, to = #text, #text + #cell
      text = text .. cell
      mark(from, to, (file + rank) % 2 == 0 and 'ScoresheetDark' or 'ScoresheetLight', SQUARE)
      for _, one in ipairs(special[square]) do
        mark(from, to, one.group, one.priority)
      end
      if piece then
        mark(from, to, piece:match('%u') and 'ScoresheetWhitePiece' or 'ScoresheetBlackPiece', PIECE)
      end
    end
    lines[#lines + 1] = text
  end
  if options.coordinates then
    local files = is_flipped and 'h  g  f  e  d  c  b  a' or 'a  b  c  d  e  f  g  h'
    local text = '    ' .. files .. ' '
    mark(0, #text, 'ScoresheetCoordinate', SQUARE)
    lines[#lines + 1] = text
  end
  return lines, marks
end

return M
