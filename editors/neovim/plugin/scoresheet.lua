-- What is there from the start: the command, the <Plug> keys, and the server. All else is loaded when it is first used.

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
  bang = true,
  desc = 'Chess games: board, play, format, refactor, ...',
  complete = function(lead, line)
    return require('scoresheet.commands').complete(lead, line)
  end,
})

require('scoresheet.plugs')

-- A plugin manager may call `setup` right after this file.
vim.schedule(function()
  local config = require('scoresheet.config').get()
  if config.autostart then
    require('scoresheet.server').enable()
  end
  if config.board.auto then
    require('scoresheet.board').open_with_games()
  end
end)
