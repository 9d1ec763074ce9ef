--- Moves as users and files write them, among the legal moves of a board.

local M = {}

--- A move without check and annotation marks and without the sign of promotion; castling with letters.
---@param move string
---@return string
local function bare(move)
  return (move:gsub('[+#!?=]', ''):gsub('^0%-0%-0$', 'O-O-O'):gsub('^0%-0$', 'O-O'))
end

--- The legal move that is meant.
---@param board scoresheet.Board
---@param move string In SAN or UCI notation.
---@return { san: string, uci: string }?
function M.legal(board, move)
  local wanted = bare(move)
  for _, legal in ipairs(board.legalMoves) do
    if bare(legal.san) == wanted or legal.uci == move then
      return legal
    end
  end
end

--- The legal move that is meant, in UCI notation.
---@param board scoresheet.Board
---@param move string In SAN or UCI notation.
---@return string?
function M.uci(board, move)
  local legal = M.legal(board, move)
  return legal and legal.uci
end

--- Which piece makes a move.
---@param uci string
---@return string
function M.hint(uci)
  local from = uci:match('^[a-h][1-8]')
  return from and ('The piece on %s moves'):format(from) or ('A %s is dropped'):format(uci:sub(1, 1))
end

return M
