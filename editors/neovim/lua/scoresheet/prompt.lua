--- Prompts about the game in a window: what follows the user's answer runs in that window, whichever has the focus by then.

local M = {}

--- Runs `act` in a window, if it is still there.
---@param window integer
---@param act fun()
local function run_in(window, act)
  if vim.api.nvim_win_is_valid(window) then
    vim.api.nvim_win_call(window, act)
  end
end

--- Prompts for a line of text.
---@param options table Those of `vim.ui.input`.
---@param act fun(text: string) Not called if the user cancels.
function M.input(options, act)
  local window = vim.api.nvim_get_current_win()
  -- Deferred, as this may run in a window that is current for the moment only.
  vim.schedule(function()
    vim.ui.input(options, function(text)
      if text then
        run_in(window, function()
          act(text)
        end)
      end
    end)
  end)
end

--- Prompts for one of several items.
---@param items any[]
---@param options table Those of `vim.ui.select`.
---@param act fun(item: any) Not called if the user cancels.
function M.select(items, options, act)
  local window = vim.api.nvim_get_current_win()
  vim.schedule(function()
    vim.ui.select(items, options, function(item)
      if item then
        run_in(window, function()
          act(item)
        end)
      end
    end)
  end)
end

return M
