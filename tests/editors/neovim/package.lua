--- What `package` looks at. Ends Neovim, with exit code 1 if anything is wrong.

--- How long something is waited for, in milliseconds.
local PATIENCE = 8000

local function look()
  local is_served = vim.wait(PATIENCE, function()
    return #vim.diagnostic.get(0) > 0
  end, 20)
  local has_board = vim.wait(os.getenv('WANTS_BOARD') and PATIENCE or 0, function()
    return require('scoresheet.board').window() ~= nil
  end, 20)
  local found = { is_served, has_board, vim.fn.maparg(']m', 'n') == '', vim.wo.foldmethod }
  local is_fine = vim.deep_equal(found, { true, os.getenv('WANTS_BOARD') ~= nil, true, 'expr' })
  io.stdout:write((is_fine and 'ok   ' or 'FAIL ') .. vim.inspect(found, { newline = ' ', indent = '' }) .. '\n')
  vim.cmd(is_fine and 'qall!' or 'cquit 1')
end

vim.api.nvim_create_autocmd('VimEnter', { callback = vim.schedule_wrap(look) })
