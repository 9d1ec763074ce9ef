--- Numbers in words.

local M = {}

--- A number with a comma between the thousands.
---@param number integer
---@return string
function M.grouped(number)
  local text = tostring(number):reverse():gsub('(%d%d%d)', '%1,'):reverse()
  return (text:gsub('^,', ''))
end

--- A number of games.
---@param count integer
---@return string
function M.games(count)
  return count == 1 and '1 game' or M.grouped(count) .. ' games'
end

return M
