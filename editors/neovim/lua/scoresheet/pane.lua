--- What the windows beside a game have in common: their text with its highlights, and that they go when the game's window goes.

local M = {}

--- Whether the current window is one that a user sees, and not one in which autocommands of a hidden buffer run.
---@return boolean
function M.is_seen()
  return vim.fn.win_gettype() ~= 'autocmd'
end

--- A buffer for such a window, which goes with it.
---@param filetype string
---@return integer
function M.buffer(filetype)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].filetype = filetype
  return buffer
end

---@class scoresheet.Key A key, what it does, and the function that does it.
---@field [1] string
---@field [2] string
---@field [3] fun()

--- Maps keys in a buffer, and ? to a list of them.
---@param buffer integer
---@param keys scoresheet.Key[]
---@param modes? string[] By default the normal mode.
function M.map(buffer, keys, modes)
  local lines = {}
  for _, key in ipairs(keys) do
    vim.keymap.set(modes or 'n', key[1], key[3], { buffer = buffer, nowait = true, desc = 'Scoresheet: ' .. key[2] })
    lines[#lines + 1] = ('%-8s %s'):format(key[1], key[2])
  end
  vim.keymap.set('n', '?', function()
    vim.notify(table.concat(lines, '\n'))
  end, { buffer = buffer, nowait = true, desc = 'Scoresheet: shows these keys' })
end

--- Replaces the lines of a buffer and their highlights.
---@param buffer integer
---@param namespace integer
---@param lines string[]
---@param marks scoresheet.Mark[]
function M.write(buffer, namespace, lines, marks)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  for _, mark in ipairs(marks) do
    vim.api.nvim_buf_set_extmark(buffer, namespace, mark.line, mark.from, {
      end_col = mark.to,
      hl_group = mark.group,
      priority = mark.priority,
    })
  end
end

--- Puts the cursor into the window of a view, which is opened if need be.
---@param view { window: fun(): integer?, open: fun() }
function M.enter(view)
  if not view.window() then
    view.open()
  end
  local window = view.window()
  if window then
    vim.api.nvim_set_current_win(window)
  end
end

--- Whether a window still shows a buffer: it may be closed, or a user may have opened a file in it.
---@param window integer
---@param buffer integer
---@return boolean
function M.is_open(window, buffer)
  return vim.api.nvim_win_is_valid(window) and vim.api.nvim_win_get_buf(window) == buffer
end

--- Closes a window that shows a buffer. The last one cannot be closed: it gets an empty buffer.
---@param window integer
---@param buffer integer
function M.close(window, buffer)
  if not M.is_open(window, buffer) or pcall(vim.api.nvim_win_close, window, true) then
    return
  end
  vim.api.nvim_win_set_buf(window, vim.api.nvim_create_buf(true, false))
end

--- Calls `close` when the game's window or the other one is closed, and when `:quit` in the game's window would leave the other one alone.
---@param group integer The group of the autocommands.
---@param windows fun(): integer?, integer? The game's window and the other one, as long as that is shown.
---@param close fun()
function M.follow_closing(group, windows, close)
  vim.api.nvim_create_autocmd('WinClosed', {
    group = group,
    callback = function(event)
      local closed, source, other = tonumber(event.match), windows()
      if other and (closed == source or closed == other) then
        -- Deferred until the window is closed; by then another one may be shown.
        vim.schedule(function()
          local _, now = windows()
          if now == other then
            close()
          end
        end)
      end
    end,
  })
  vim.api.nvim_create_autocmd('QuitPre', {
    group = group,
    callback = function()
      local source = windows()
      if source == vim.api.nvim_get_current_win() and not vim.bo.modified then
        close()
      end
    end,
  })
end

return M
