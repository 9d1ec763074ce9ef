--- The help file: it is found without a plugin manager, and describes every command, key and option.

local h = require('harness')

h.test('the help is found, and its tags are up to date', function()
  vim.cmd('help scoresheet')
  h.contains(h.text(), 'Chess games and positions in Neovim')
  local folder = vim.fs.dirname(vim.api.nvim_buf_get_name(0))
  local copy = vim.fn.tempname()
  vim.fn.mkdir(copy)
  vim.uv.fs_copyfile(folder .. '/scoresheet.txt', copy .. '/scoresheet.txt')
  vim.cmd.helptags(copy)
  h.equal(vim.fn.readfile(folder .. '/tags'), vim.fn.readfile(copy .. '/tags'))
end)
