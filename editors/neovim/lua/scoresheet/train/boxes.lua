--- When a position is asked again: boxes after Leitner. What was found goes one box up and rests for longer, what was not goes back to the
--- first one. The days and the text are those of the extension for VS Code, so that a file can be trained in both.

local M = {}

--- For how many days a position rests in each box.
M.DAYS = { 1, 2, 4, 8, 16, 32, 64 }

---@class scoresheet.Repetition
---@field due string The day on which the position is asked again: 2026-12-01.
---@field box integer From 1 to the number of boxes.

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

--- Of a position that was missed: it is due tomorrow.
---@param today string
---@return scoresheet.Repetition
function M.missed(today)
  return { due = M.after(today, M.DAYS[1]), box = 1 }
end

--- After an answer. A position that was never asked is in none of the boxes.
---@param before? scoresheet.Repetition
---@param is_right boolean Whether it was found at the first try and without help.
---@param today string
---@return scoresheet.Repetition
function M.answered(before, is_right, today)
  if not is_right then
    return M.missed(today)
  end
  local box = math.min((before and before.box or 0) + 1, #M.DAYS)
  return { due = M.after(today, M.DAYS[box]), box = box }
end

--- Whether a position is to be asked. One without a state is.
---@param state? scoresheet.Repetition
---@param today string
---@return boolean
function M.is_due(state, today)
  return state == nil or state.due <= today
end

--- The state that a text says: "box 2, due 2026-12-01", or "due 2026-12-01 box 2". nil if it says something else.
---@param text string
---@return scoresheet.Repetition?
function M.read(text)
  local box, due = text:match('^box (%d%d?), due (%d%d%d%d%-%d%d%-%d%d)$')
  if not box then
    due, box = text:match('^due (%d%d%d%d%-%d%d%-%d%d) box (%d%d?)$')
  end
  local number = tonumber(box)
  return number and number > 0 and { due = due, box = math.min(number, #M.DAYS) } or nil
end

--- The state as text.
---@param state scoresheet.Repetition
---@return string
function M.write(state)
  return ('box %d, due %s'):format(state.box, state.due)
end

return M
