--- The contents of the table of games: a line a game.

local M = {}

---@class scoresheet.Column
---@field name string The name of the protocol.
---@field title string
---@field key string The key after "s" that sorts by it.
---@field width integer In cells; of those that stretch, the least.
---@field stretches? boolean Whether it gets of the room that is left.
---@field at_right? boolean Whether its values are aligned at the right.
---@field value fun(game: scoresheet.FoundGame): string

---@param name string
---@return fun(game: table): string
local function tag(name)
  return function(game)
    local value = game[name]
    return type(value) == 'string' and not value:match('^[?]+$') and value or ''
  end
end

--- The findings of a game: errors and warnings, if they are known.
---@param game table
---@return string
local function findings(game)
  local counts = game.findings
  if type(counts) ~= 'table' then
    return ''
  end
  local parts = {}
  for _, level in ipairs({ { 'errors', 'E' }, { 'warnings', 'W' } }) do
    local count = counts[level[1]]
    parts[#parts + 1] = count > 0 and (count .. level[2]) or nil
  end
  return table.concat(parts, ' ')
end

---@type scoresheet.Column[]
M.COLUMNS = {
  { name = 'white', title = 'White', key = 'w', width = 14, stretches = true, value = tag('white') },
  { name = 'white_elo', title = 'Elo', key = 'W', width = 4, at_right = true, value = tag('whiteElo') },
  { name = 'black', title = 'Black', key = 'b', width = 14, stretches = true, value = tag('black') },
  { name = 'black_elo', title = 'Elo', key = 'B', width = 4, at_right = true, value = tag('blackElo') },
  {
    name = 'result',
    title = 'Res',
    key = 'r',
    width = 3,
    value = function(game)
      return game.result == '1/2-1/2' and '½-½' or game.result or ''
    end,
  },
  { name = 'event', title = 'Event', key = 'e', width = 12, stretches = true, value = tag('event') },
  { name = 'round', title = 'Rd', key = 'n', width = 4, value = tag('round') },
  { name = 'date', title = 'Date', key = 'd', width = 10, value = tag('date') },
  {
    name = 'eco',
    title = 'ECO',
    key = 'o',
    width = 3,
    value = function(game)
      return game.opening and game.opening.eco or ''
    end,
  },
  {
    name = 'plies',
    title = 'Plies',
    key = 'p',
    width = 5,
    at_right = true,
    value = function(game)
      return tostring(game.plies or '')
    end,
  },
  { name = 'findings', title = 'Find', key = 'f', width = 6, value = findings },
}

--- Cuts a text to some cells, or fills it up.
---@param text string
---@param width integer
---@param at_right? boolean
---@return string
local function fit(text, width, at_right)
  text = text:gsub('%c', ' ')
  while vim.fn.strdisplaywidth(text) > width do
    text = vim.fn.strcharpart(text, 0, vim.fn.strchars(text) - 2) .. '…'
  end
  local space = (' '):rep(width - vim.fn.strdisplaywidth(text))
  return at_right and space .. text or text .. space
end

--- The columns that a narrow window goes without, the first of them first.
local EXPENDABLE = { 'findings', 'round', 'plies', 'white_elo', 'black_elo', 'eco', 'date', 'event' }

--- The widths of the columns in a window; 0 for those without room.
---@param room integer Its width in cells.
---@return integer[]
function M.widths(room)
  local is_out, left, stretching = {}, room - 1, 0
  for _, column in ipairs(M.COLUMNS) do
    left = left - column.width - 1
  end
  for _, name in ipairs(EXPENDABLE) do
    if left >= 0 then
      break
    end
    is_out[name] = true
    for _, column in ipairs(M.COLUMNS) do
      left = left + (column.name == name and column.width + 1 or 0)
    end
  end
  for _, column in ipairs(M.COLUMNS) do
    stretching = stretching + (column.stretches and not is_out[column.name] and 1 or 0)
  end
  return vim.tbl_map(function(column)
    local more = column.stretches and left > 0 and math.floor(left / stretching) or 0
    return is_out[column.name] and 0 or column.width + more
  end, M.COLUMNS)
end

---@param widths integer[]
---@param text fun(column: scoresheet.Column): string
---@return string
local function line(widths, text)
  local cells = {}
  for index, column in ipairs(M.COLUMNS) do
    if widths[index] > 0 then
      cells[#cells + 1] = fit(text(column), widths[index], column.at_right)
    end
  end
  return ' ' .. table.concat(cells, ' ')
end

--- The line with the names of the columns; an arrow is at that by which the games are sorted.
---@param widths integer[]
---@param sort? { column: string, descending: boolean }
---@return string
function M.header(widths, sort)
  return line(widths, function(column)
    local arrow = sort and sort.column == column.name and (sort.descending and '↓' or '↑') or ''
    return column.title .. arrow
  end)
end

--- The line of a game.
---@param widths integer[]
---@param game scoresheet.FoundGame
---@return string
function M.row(widths, game)
  return line(widths, function(column)
    return column.value(game)
  end)
end

return M
