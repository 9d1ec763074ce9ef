-- Loaded at startup: the command, the <Plug> mappings, and the server. Other modules are loaded on first use.

if vim.g.loaded_scoresheet then
  return
end
vim.g.loaded_scoresheet = true

if vim.fn.has('nvim-0.10') == 0 then
  vim.notify('Scoresheet needs Neovim 0.10 or later', vim.log.levels.ERROR)
  return
end

vim.api.nvim_create_user_command('Scoresheet', function(command)
  require('scoresheet.commands').run(command)
end, {
  nargs = '*',
  desc = 'Chess games: board, play, format, refactor, ...',
  complete = function(lead, line)
    return require('scoresheet.commands').complete(lead, line)
  end,
})

require('scoresheet.plugs')

-- The words of blocks, where Markdown is painted by Vim's syntax. It reads this when the first such file is opened.
local fenced = vim.g.markdown_fenced_languages or {}
vim.g.markdown_fenced_languages = vim.list_extend({ 'pgn', 'epd', 'fen' }, fenced)

local function begin()
  local config = require('scoresheet.config').get()
  if config.autostart then
    require('scoresheet.server').enable()
    if config.embedded then
      require('scoresheet.embedded').enable()
    end
  end
  if config.board.auto then
    require('scoresheet.board').open_with_games()
  end
end

-- Deferred, as a plugin manager may call `setup` right after this file. During startup, deferred until Neovim has started: before
-- that, `vim.lsp.enable` skips the open files.
if vim.v.vim_did_enter == 1 then
  vim.schedule(begin)
else
  vim.api.nvim_create_autocmd('VimEnter', { once = true, callback = begin })
end
