--- Lines of EPD files: where the position ends, and the state of the repetition in the comment `c9`. What the operations mean, the
--- server says (`scoresheet/game`).

local boxes = require('scoresheet.train.boxes')

local M = {}

--- The fields of a position in EPD: men, side to move, castling, en passant.
local FIELDS = '^%s*%S+%s+%S+%s+%S+%s+%S+'

--- The operation that keeps the state.
local STATE = 'c9%s+"due %d%d%d%d%-%d%d%-%d%d box %d+"%s*;'

--- The first four fields of a position.
---@param fen string
---@return string
function M.fields(fen)
  return (fen:match(FIELDS) or fen)
end

--- Whether a line is a record, and not empty or a comment.
---@param line string
---@return boolean
function M.is_one(line)
  return line:match(FIELDS) ~= nil and not line:match('^%s*#')
end

--- The byte column at which the operations begin; nil where there are none.
---@param line string
---@return integer? from 0
function M.operations(line)
  local _, last = line:find(FIELDS)
  local start = last and line:find('%S', last + 1)
  return start and start - 1 or nil
end

--- Whether a record has a move to find or to avoid.
---@param line string
---@return boolean
function M.has_move(line)
  local from = M.is_one(line) and M.operations(line)
  local operations = from and ' ' .. line:sub(from + 1) or ''
  return operations:find('[%s;]bm%s') ~= nil or operations:find('[%s;]am%s') ~= nil or operations:find('[%s;]pv%s') ~= nil
end

--- The state of a record; nil where it has none.
---@param line string
---@return scoresheet.Repetition?
function M.state(line)
  local operation = line:match(STATE)
  return operation and boxes.read(operation) or nil
end

--- A text in quotes, of one line.
---@param text string
---@return string
local function quoted(text)
  return '"' .. text:gsub('"', "'"):gsub('%s+', ' ') .. '"'
end

--- The record with another state. nil if `c9` has something else, which is not ours to replace.
---@param line string
---@param state scoresheet.Repetition
---@return string?
function M.with_state(line, state)
  local operation = ('c9 "%s";'):format(boxes.write(state))
  local from, to = line:find(STATE)
  if from then
    return line:sub(1, from - 1) .. operation .. line:sub(to + 1)
  end
  if line:find('%f[%w]c9%s') then
    return nil
  end
  return (line:gsub('%s*$', '')) .. ' ' .. operation
end

--- A record of a position that was missed.
---@param fen string
---@param best string The move that was to be found, in SAN.
---@param id string
---@param state scoresheet.Repetition
---@return string
function M.new(fen, best, id, state)
  -- In the order of export format, which is that of the alphabet.
  return ('%s bm %s; c9 "%s"; id %s;'):format(M.fields(fen), best, boxes.write(state), quoted(id))
end

--- Whether two records ask the same: their positions are the same, and so is the best move of the first. Blanks do not count.
---@param line string
---@param fen string
---@param best string In SAN.
---@return boolean
function M.asks(line, fen, best)
  local function packed(text)
    return (text:gsub('%s+', ' '):gsub('^ ', ''))
  end
  local moves = line:match('%f[%w]bm%s+([^;]*);') or ''
  return packed(M.fields(line)) == packed(M.fields(fen)) and (' ' .. packed(moves) .. ' '):find(' ' .. best .. ' ', 1, true) ~= nil
end

return M
