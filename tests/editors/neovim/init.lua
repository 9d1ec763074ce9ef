--- Runs the specs beside this file in the Neovim that reads it:
---   nvim --headless --clean -u tests/editors/neovim/init.lua -i NONE
--- SCORESHEET_COMMAND is the server's command line, its words parted by blanks. Ends with exit code 1 if a test fails.

local HERE = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
local ROOT = vim.fs.normalize(vim.fn.fnamemodify(HERE, ':p') .. '/../../..')

local command = os.getenv('SCORESHEET_COMMAND')
if not command then
  io.stderr:write('SCORESHEET_COMMAND is not set\n')
  os.exit(2)
end

vim.opt.runtimepath:prepend(ROOT .. '/editors/neovim')
vim.opt.swapfile = false
package.path = HERE .. '/?.lua;' .. package.path

require('scoresheet').setup({ keymaps = true, server = { cmd = vim.split(command, ' ') } })

vim.api.nvim_create_autocmd('VimEnter', {
  callback = vim.schedule_wrap(function()
    local specs = vim.fn.glob(HERE .. '/*_spec.lua', true, true)
    local failed = require('harness').run(specs)
    vim.cmd(failed == 0 and 'qall!' or 'cquit 1')
  end),
})
