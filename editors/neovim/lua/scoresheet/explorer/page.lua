--- The contents of the explorer window: a line a move with games, share, results as a bar, score, rating and last year.

local words = require('scoresheet.words')

local M = {}

---@class scoresheet.Counts What was counted of games; server/docs/protocol.md describes every field.
---@field games integer
---@field white integer
---@field draws integer
---@field black integer
---@field score? number From 0 to 1.
---@field averageElo? integer
---@field lastYear? integer

---@class scoresheet.ExplorerMove: scoresheet.Counts
---@field san string
---@field uci string
---@field bestGame? { data: any }

---@class scoresheet.Explorer The answer of `scoresheet/explorer`.
---@field opening? { eco: string, name: string }
---@field total scoresheet.Counts
---@field moves scoresheet.ExplorerMove[]
---@field complete boolean
---@field unread { uri: string, message: string }[]

--- The width of the bar in cells.
local NARROWEST, WIDEST = 12, 40

--- The width of all other columns, with the spaces between them.
local OTHERS = 45

--- The parts of the bar and their groups.
local PARTS = { { 'white', 'ScoresheetBarWhite' }, { 'draws', 'ScoresheetBarDraw' }, { 'black', 'ScoresheetBarBlack' } }

--- Text highlights overlap no others.
local PRIORITY = 100

--- The widths of the three parts in cells: together `width`, by the largest remainders.
---@param counts scoresheet.Counts
---@param width integer
---@return integer[]
local function shares(counts, width)
  local known = counts.white + counts.draws + counts.black
  if known == 0 then
    return { 0, 0, 0 }
  end
  local cells, rests, given = {}, {}, 0
  for index, part in ipairs(PARTS) do
    local exact = counts[part[1]] * width / known
    cells[index] = math.floor(exact)
    rests[#rests + 1] = { index = index, rest = exact - cells[index] }
    given = given + cells[index]
  end
  table.sort(rests, function(one, other)
    return one.rest > other.rest
  end)
  for nth = 1, width - given do
    cells[rests[nth].index] = cells[rests[nth].index] + 1
  end
  return cells
end

--- The bar: in each part its percentage, where there is room.
---@param counts scoresheet.Counts
---@param width integer
---@return string text
---@return { from: integer, to: integer, group: string }[] marks
local function bar(counts, width)
  local text, marks = '', {}
  local percents = shares(counts, 100)
  for index, cells in ipairs(shares(counts, width)) do
    local label = tostring(percents[index])
    label = #label < cells and label or ''
    local left = math.floor((cells - #label) / 2)
    local part = (' '):rep(left) .. label .. (' '):rep(cells - left - #label)
    if cells > 0 then
      marks[#marks + 1] = { from = #text, to = #text + cells, group = PARTS[index][2] }
    end
    text = text .. part
  end
  return text .. (' '):rep(width - #text), marks
end

---@param score? number
---@return string
local function percent(score)
  return score and ('%d %%'):format(math.floor(score * 100 + 0.5)) or ''
end

--- A row of the table; its columns are aligned by `OTHERS`.
---@param cells string[] The move, games, share, bar, score, rating and year.
---@param width integer The width of the bar.
---@return string text
---@return integer bar_at Where the bar begins.
local function row(cells, width)
  local left = (' %-8s %9s %6s  '):format(cells[1], cells[2], cells[3])
  return left .. ('%-' .. width .. 's'):format(cells[4]) .. (' %6s  %4s  %4s'):format(cells[5], cells[6], cells[7]), #left
end

--- The lines of the window, and their highlights.
---@param explorer scoresheet.Explorer
---@param source string Which games are counted, in words.
---@param room integer The width of the window in cells.
---@return string[] lines
---@return scoresheet.Mark[] marks
---@return table<integer, scoresheet.ExplorerMove|scoresheet.Counts> rows What is on which line, from 1.
function M.lay_out(explorer, source, room)
  local lines, marks, rows = {}, {}, {}
  local width = math.max(NARROWEST, math.min(WIDEST, room - OTHERS))
  local function say(text, group)
    marks[#marks + 1] = { line = #lines, from = 0, to = #text, group = group, priority = PRIORITY }
    lines[#lines + 1] = text
  end
  local function count(name, counts)
    local share = percent(explorer.total.games > 0 and counts.games / explorer.total.games or nil)
    local drawn, parts = bar(counts, width)
    local cells = { name, words.grouped(counts.games), share, drawn, percent(counts.score), counts.averageElo or '', counts.lastYear or '' }
    local text, bar_at = row(cells, width)
    for _, part in ipairs(parts) do
      marks[#marks + 1] = { line = #lines, from = bar_at + part.from, to = bar_at + part.to, group = part.group, priority = PRIORITY }
    end
    lines[#lines + 1] = text
    rows[#lines] = counts
  end
  local opening = explorer.opening and ('%s %s, '):format(explorer.opening.eco, explorer.opening.name) or ''
  local games = words.games(explorer.total.games)
  say((' %s%s in %s%s'):format(opening, games, source, explorer.complete and '' or ' so far'), 'ScoresheetOpening')
  if explorer.total.games > 0 then
    say((row({ 'Move', 'Games', 'Share', 'White draw Black', 'Score', 'Elo', 'Last' }, width)), 'ScoresheetTitle')
  end
  for _, move in ipairs(explorer.moves) do
    count(move.san, move)
  end
  if explorer.total.games > 0 then
    count('All', explorer.total)
  end
  for _, file in ipairs(explorer.unread) do
    say((' %s: %s'):format(vim.uri_to_fname(file.uri), file.message), 'ScoresheetDetail')
  end
  return lines, marks, rows
end

return M
