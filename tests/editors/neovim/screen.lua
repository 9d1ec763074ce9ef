--- The configuration that `screen` looks at.

local HERE = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
vim.opt.runtimepath:prepend(vim.fn.fnamemodify(HERE, ':p') .. '/../../../editors/neovim')
vim.opt.swapfile = false
vim.diagnostic.config({ virtual_text = true })
require('scoresheet').setup({ keymaps = true })
