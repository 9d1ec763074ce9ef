--- Plays a game through by itself, until its line ends or the user goes elsewhere.

local config = require('scoresheet.config')
local follow = require('scoresheet.follow')
local motions = require('scoresheet.motions')
local request = require('scoresheet.request')

local M = {}

--- Ends the playback in progress.
---@type fun()?
local stop

--- The place of the cursor of a window, with its buffer.
---@param window integer
---@return integer[]?
local function place(window)
  if not vim.api.nvim_win_is_valid(window) then
    return nil
  end
  return { vim.api.nvim_win_get_buf(window), unpack(vim.api.nvim_win_get_cursor(window)) }
end

--- Starts to play the game in the current window through, or stops.
---@param seconds? number The time between two moves; by default that of the options.
function M.toggle(seconds)
  if stop then
    return stop()
  end
  local pause = math.max(1, math.floor((seconds or config.get().board.seconds) * 1000))
  local window = vim.api.nvim_get_current_win()
  local here = place(window)
  local timer = assert(vim.uv.new_timer())
  stop = function()
    timer:stop()
    timer:close()
    stop = nil
  end
  local wait
  local function step()
    if timer:is_closing() then
      return
    end
    if not vim.deep_equal(place(window), here) then
      return stop()
    end
    vim.api.nvim_win_call(window, function()
      motions.next_move(1)
    end)
    local before = here
    here = place(window)
    if vim.deep_equal(here, before) then
      stop()
      return request.say('The line ends here', vim.log.levels.INFO)
    end
    follow.refresh(vim.api.nvim_win_get_buf(window))
    wait()
  end
  -- Not a timer that repeats: the next step must not begin while this one waits for the server.
  function wait()
    if not timer:is_closing() then
      timer:start(pause, 0, vim.schedule_wrap(step))
    end
  end
  wait()
end

--- Whether a game is being played through.
---@return boolean
function M.is_on()
  return stop ~= nil
end

return M
