--- What the specs are written with.

local M = {}

--- How long something is waited for, in milliseconds.
local PATIENCE = 8000

---@type { name: string, run: fun() }[]
local tests = {}

--- A test. It fails with the first error.
---@param name string
---@param run fun()
function M.test(name, run)
  tests[#tests + 1] = { name = name, run = run }
end

--- Fails unless both are the same.
---@param actual any
---@param expected any
function M.equal(actual, expected)
  if not vim.deep_equal(actual, expected) then
    error(('expected %s, got %s'):format(vim.inspect(expected), vim.inspect(actual)), 2)
  end
end

--- Fails unless `text` contains `part`.
---@param text string
---@param part string
function M.contains(text, part)
  if not text:find(part, 1, true) then
    error(('no %s in %s'):format(vim.inspect(part), vim.inspect(text)), 2)
  end
end

--- Waits until `condition` says something, and returns that.
---@generic T
---@param what string
---@param condition fun(): T?
---@return T
function M.await(what, condition)
  local found
  vim.wait(PATIENCE, function()
    found = condition()
    return found ~= nil and found ~= false
  end, 10)
  if not found then
    error('waited in vain for ' .. what, 2)
  end
  return found
end

--- A new buffer with a file of these contents, and the server at work on it. A `|` in the text is where the cursor is put.
---@param text string
---@param extension? string
---@return integer buffer
---@return vim.lsp.Client
function M.open(text, extension)
  vim.cmd('silent! only!')
  local name = vim.fn.tempname() .. '.' .. (extension or 'pgn')
  local place = text:find('|', 1, true)
  local content = (text:gsub('|', '', 1))
  vim.fn.writefile(vim.split(content, '\n'), name, 'b')
  vim.cmd.edit(vim.fn.fnameescape(name))
  local buffer = vim.api.nvim_get_current_buf()
  local client = M.await('the client', function()
    local client = vim.lsp.get_clients({ bufnr = buffer, name = 'scoresheet' })[1]
    return client and client.initialized and client
  end)
  if place then
    local before = text:sub(1, place - 1)
    local _, lines = before:gsub('\n', '')
    vim.api.nvim_win_set_cursor(0, { lines + 1, #before:match('[^\n]*$') })
  end
  return buffer, client
end

--- The text with a `|` at the cursor.
---@return string
function M.with_cursor()
  local line, column = unpack(vim.api.nvim_win_get_cursor(0))
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  lines[line] = lines[line]:sub(1, column) .. '|' .. lines[line]:sub(column + 1)
  return table.concat(lines, '\n')
end

--- The text of the current buffer.
---@return string
function M.text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

--- Types keys as a user does, mappings included.
---@param keys string
function M.type(keys)
  vim.api.nvim_feedkeys(vim.keycode(keys), 'xm', false)
end

--- The lines of the first float that `is_meant` accepts, once it is there.
---@param is_meant? fun(window: integer): boolean
---@return string
function M.float(is_meant)
  return M.await('a float', function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' and (not is_meant or is_meant(window)) then
        return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
      end
    end
  end)
end

--- Closes all buffers, once nothing is awaited for them: Neovim 0.11.4 has an assertion that fails where folds come too late.
local function close_all()
  vim.wait(PATIENCE, function()
    return vim.iter(vim.lsp.get_clients()):all(function(client)
      return vim.tbl_isempty(client.requests)
    end)
  end, 5)
  vim.cmd('silent! %bwipeout!')
end

--- What is said while `run` runs.
---@param run fun()
---@return string
function M.said(run)
  local notify, text = vim.notify, nil
  vim.notify = function(message)
    text = message
  end
  run()
  M.await('a message', function()
    return text
  end)
  vim.notify = notify
  return text
end

--- Waits for the quickfix list with this title, and returns its entries.
---@param title string
---@return vim.quickfix.entry[]
function M.await_list(title)
  M.await('the list ' .. title, function()
    return vim.fn.getqflist({ title = 0 }).title == title and vim.bo.buftype == 'quickfix'
  end)
  return vim.fn.getqflist()
end

--- Runs the tests of these files.
---@param specs string[]
---@return integer failed
function M.run(specs)
  local failed = 0
  for _, spec in ipairs(specs) do
    dofile(spec)
  end
  for _, test in ipairs(tests) do
    local is_fine, err = xpcall(test.run, debug.traceback)
    failed = failed + (is_fine and 0 or 1)
    io.stdout:write(is_fine and ('ok   %s\n'):format(test.name) or ('FAIL %s\n     %s\n'):format(test.name, err))
    close_all()
  end
  vim.lsp.stop_client(vim.lsp.get_clients())
  vim.wait(PATIENCE, function()
    return #vim.lsp.get_clients() == 0
  end, 10)
  io.stdout:write(('Neovim %s: %d tests, %d failed\n'):format(tostring(vim.version()), #tests, failed))
  return failed
end

return M
