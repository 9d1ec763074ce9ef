--- Lines of EPD files: where the position ends, and the state of the repetition in a comment, `c9` where that is free. What the operations mean, the
--- server says (`scoresheet/game`).

local boxes = require('scoresheet.train.boxes')

local M = {}

--- The fields of a position in EPD: men, side to move, castling, en passant.
local FIELDS = '^%s*%S+%s+%S+%s+%S+%s+%S+'

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

---@class scoresheet.Operation An operation of a record, with its place in the line.
---@field opcode string
---@field operands string
---@field from integer The byte of the opcode, from 1.
---@field to integer The byte before the semicolon.

--- The operations of a record. A semicolon ends one, but not in quotes.
---@param line string
---@return scoresheet.Operation[]
local function operations(line)
  local found = {}
  local at = (M.operations(line) or #line) + 1
  while at <= #line do
    local to, is_quoted = at, false
    while to <= #line and (is_quoted or line:sub(to, to) ~= ';') do
      is_quoted = is_quoted ~= (line:sub(to, to) == '"')
      to = to + 1
    end
    local blank, opcode, operands = line:sub(at, to - 1):match('^(%s*)(%a%w*)%s*(.-)%s*$')
    if opcode then
      found[#found + 1] = { opcode = opcode, operands = operands, from = at + #blank, to = to - 1 }
    end
    at = to + 1
  end
  return found
end

--- The opcodes of moves that are to be found or avoided.
local TELLING = { bm = true, am = true, sm = true, pv = true }

--- Whether a record has a move to find or to avoid.
---@param line string
---@return boolean
function M.has_move(line)
  return M.is_one(line) and vim.iter(operations(line)):any(function(operation)
    return TELLING[operation.opcode] or (operation.opcode == 'dm' and operation.operands == '1')
  end)
end

--- The operation that keeps the state, and the state.
---@param line string
---@return scoresheet.Operation?
---@return scoresheet.Repetition?
local function kept(line)
  for _, operation in ipairs(operations(line)) do
    local text = operation.opcode:match('^c%d$') and operation.operands:match('^"(.*)"$')
    local state = text and boxes.read(text)
    if state then
      return operation, state
    end
  end
end

--- The state of a record; nil where it has none.
---@param line string
---@return scoresheet.Repetition?
function M.state(line)
  local _, state = kept(line)
  return state
end

--- A text in quotes, of one line.
---@param text string
---@return string
local function quoted(text)
  return '"' .. text:gsub('["\\]', "'"):gsub('%s+', ' ') .. '"'
end

--- The record with another state: in place of its own, or in the last of the comments `c0` to `c9` that is free. nil if none is.
---@param line string
---@param state scoresheet.Repetition
---@return string?
function M.with_state(line, state)
  local words = ('"%s"'):format(boxes.write(state))
  local old = kept(line)
  if old then
    return ('%s%s %s%s'):format(line:sub(1, old.from - 1), old.opcode, words, line:sub(old.to + 1))
  end
  local used = {}
  local all = operations(line)
  for _, operation in ipairs(all) do
    used[operation.opcode] = true
  end
  for number = 9, 0, -1 do
    local opcode = 'c' .. number
    if not used[opcode] then
      local before = (line:gsub('%s*$', ''))
      local separator = #all > 0 and not vim.endswith(before, ';') and ';' or ''
      return ('%s%s %s %s;'):format(before, separator, opcode, words)
    end
  end
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
  local moves = ''
  for _, operation in ipairs(operations(line)) do
    moves = operation.opcode == 'bm' and operation.operands or moves
  end
  return packed(M.fields(line)) == packed(M.fields(fen)) and (' ' .. packed(moves) .. ' '):find(' ' .. best .. ' ', 1, true) ~= nil
end

return M
