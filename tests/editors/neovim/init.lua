--- Runs the specs beside this file in the Neovim that reads it:
---   nvim --headless --clean -u tests/editors/neovim/init.lua -i NONE
--- The server is the program `scoresheet` on the path. Ends with exit code 1 if a test fails.

local HERE = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
local ROOT = vim.fs.normalize(vim.fn.fnamemodify(HERE, ':p') .. '/../../..')

vim.opt.runtimepath:prepend(ROOT .. '/editors/neovim')
vim.opt.swapfile = false
package.path = HERE .. '/?.lua;' .. package.path

require('scoresheet').setup({ keymaps = true })

vim.api.nvim_create_autocmd('VimEnter', {
  callback = vim.schedule_wrap(function()
    local specs = vim.fn.glob(HERE .. '/*_spec.lua', true, true)
    local failed = require('harness').run(specs)
    vim.cmd(failed == 0 and 'qall!' or 'cquit 1')
  end),
})
