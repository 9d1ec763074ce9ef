--- What `package` looks at in a folder of games where no file is open. Ends Neovim, with exit code 1 if anything is wrong.

--- How long something is waited for, in milliseconds.
local PATIENCE = 8000

local function look()
  vim.cmd('Scoresheet search player = Tal')
  vim.wait(PATIENCE, function()
    return vim.fn.getqflist({ title = 0 }).title == 'player = Tal: 1 game'
  end, 20)
  vim.cmd('cfirst | cclose')
  vim.wait(PATIENCE, function()
    return #vim.lsp.get_clients({ bufnr = 0, name = 'scoresheet' }) > 0
  end, 20)
  -- The game is served by the server that found it.
  local clients = vim.lsp.get_clients({ name = 'scoresheet' })
  local found = { vim.fs.basename(vim.api.nvim_buf_get_name(0)), #clients, clients[1] and clients[1].config.root_dir == vim.fn.getcwd() }
  local is_fine = vim.deep_equal(found, { 'tal.pgn', 1, true })
  io.stdout:write((is_fine and 'ok   ' or 'FAIL ') .. vim.inspect(found, { newline = ' ', indent = '' }) .. '\n')
  vim.cmd(is_fine and 'qall!' or 'cquit 1')
end

vim.api.nvim_create_autocmd('VimEnter', { callback = vim.schedule_wrap(look) })
