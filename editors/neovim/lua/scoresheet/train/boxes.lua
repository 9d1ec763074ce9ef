--- When a position is asked again: boxes after Leitner. What was found goes one box up and rests for longer, what was not goes back to the
--- first one.

local M = {}

--- For how many days a position rests in each box.
M.DAYS = { 1, 3, 7, 21, 60 }

---@class scoresheet.Repetition
---@field due string The day on which the position is asked again: 2026-12-01.
---@field box integer From 1 to the number of boxes.

--- How the state is written in the comment `c9` of an EPD record.
local PATTERN = 'due (%d%d%d%d%-%d%d%-%d%d) box (%d+)'

--- Today.
---@return string
function M.today()
  return tostring(os.date('%Y-%m-%d'))
end

--- A day some days after another.
---@param day string
---@param days integer
---@return string
function M.after(day, days)
  local year, month, date = day:match('^(%d+)%-(%d+)%-(%d+)$')
  -- At noon, as a day with a change of the clock has an hour more or less.
  local time = os.time({ year = tonumber(year), month = tonumber(month), day = tonumber(date) + days, hour = 12 })
  return tostring(os.date('%Y-%m-%d', time))
end

--- Of a position that was never asked: it is due at once.
---@param today string
---@return scoresheet.Repetition
function M.first(today)
  return { due = today, box = 1 }
end

--- After an answer. A position that has no state yet counts as one of the first box.
---@param before? scoresheet.Repetition
---@param is_right boolean Whether it was found at the first try and without help.
---@param today string
---@return scoresheet.Repetition
function M.answered(before, is_right, today)
  local box = is_right and math.min((before and before.box or 1) + 1, #M.DAYS) or 1
  return { due = M.after(today, M.DAYS[box]), box = box }
end

--- Whether a position is to be asked. One without a state is.
---@param state? scoresheet.Repetition
---@param today string
---@return boolean
function M.is_due(state, today)
  return state == nil or state.due <= today
end

--- The state in a text; nil where there is none.
---@param text string
---@return scoresheet.Repetition?
function M.read(text)
  local due, box = text:match(PATTERN)
  if not due then
    return nil
  end
  return { due = due, box = math.min(math.max(tonumber(box), 1), #M.DAYS) }
end

--- The state as text.
---@param state scoresheet.Repetition
---@return string
function M.write(state)
  return ('due %s box %d'):format(state.due, state.box)
end

return M
