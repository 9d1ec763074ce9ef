--- `:checkhealth scoresheet`: requirements, results, advice.

local server = require('scoresheet.server')

local M = {}

--- Checks the version of Neovim.
local function check_neovim()
  vim.health.start('Neovim')
  local version = tostring(vim.version())
  if vim.fn.has('nvim-0.11') == 1 then
    vim.health.ok(version)
  else
    vim.health.ok(version .. ' (the server is started by vim.lsp.start; 0.11 or later lets vim.lsp.config change it)')
  end
  for name, filetype in pairs({ ['a.pgn'] = 'pgn', ['a.epd'] = 'epd', ['a.fen'] = 'fen' }) do
    local found = vim.filetype.match({ filename = name })
    if found ~= filetype then
      vim.health.error(('%s has the file type %s'):format(name, tostring(found)), 'Is ftdetect/ of the plugin read?')
    end
  end
end

--- Checks whether the program can be run.
local function check_program()
  vim.health.start('The program')
  local program = server.config().cmd[1]
  if vim.fn.executable(program) == 0 then
    vim.health.error(program .. ' cannot be run', {
      'Install it: cargo install --path server, or take a release',
      "Or set its path: require('scoresheet').setup({ server = { cmd = { '/path/to/scoresheet', 'lsp' } } })",
    })
    return
  end
  local answer = vim.system({ program, '--version' }, { text = true }):wait(5000)
  if answer.code == 0 then
    vim.health.ok(('%s (%s)'):format(vim.trim(answer.stdout), vim.fn.exepath(program)))
  else
    vim.health.warn(('%s --version ends with %d: %s'):format(program, answer.code, vim.trim(answer.stderr or '')))
  end
end

--- Checks whether the server runs, and reports its buffers.
local function check_clients()
  vim.health.start('The language server')
  local clients = vim.lsp.get_clients({ name = server.NAME })
  if #clients == 0 then
    vim.health.info('Not running: it starts with the first PGN, EPD or FEN file')
  end
  for _, client in ipairs(clients) do
    local root = client.config.root_dir
    local buffers = vim.tbl_count(client.attached_buffers)
    local served = buffers == 1 and '1 buffer' or buffers .. ' buffers'
    if root then
      vim.health.ok(('Serves %s of %s; positions in %s'):format(served, root, client.offset_encoding))
    else
      vim.health.warn(('Serves %s without a workspace: games of other files are not found'):format(served), {
        'Go to the folder of your games with :cd, and open them there',
        'Or put a scoresheet.toml into it, which may be empty',
      })
    end
    local file = client.config.root_dir and vim.fs.joinpath(client.config.root_dir, 'scoresheet.toml')
    if file and vim.uv.fs_stat(file) then
      vim.health.ok('Configured by ' .. file)
    end
  end
end

--- Checks whether the board is readable.
local function check_board()
  vim.health.start('The board')
  if vim.fn.strdisplaywidth('♟') ~= 1 then
    vim.health.warn('Chess pieces are two cells wide here', {
      "Set 'ambiwidth' to single, or board = { pieces = 'letters' }",
    })
  else
    vim.health.ok('Chess pieces are one cell wide')
  end
  if vim.o.termguicolors or vim.fn.has('gui_running') == 1 then
    vim.health.ok('24-bit colours')
  else
    vim.health.info("With 'termguicolors' the board takes the tint of the colour scheme")
  end
end

--- Checks what the explorer and the searches look at, and reports how found games are picked.
local function check_collection()
  vim.health.start('The explorer and searches')
  local scope = require('scoresheet.collection.scope')
  vim.health.ok(('Games of %s are counted and searched'):format(scope.words()))
  for _, path in ipairs(scope.missing()) do
    vim.health.error(path .. ' is no file and no folder', 'Correct the option collection.files')
  end
  local picker = require('scoresheet.collection.picker').installed()
  vim.health.info(('Games are picked with %s'):format(picker or 'vim.ui.select; Telescope and fzf-lua are not installed'))
end

--- Reports what study mode and training write, and what is due of the files in use.
local function check_training()
  vim.health.start('Study mode and training')
  if require('scoresheet.config').get().study.keep_mistakes then
    vim.health.ok('Moves that are missed are kept beside the games, in NAME.mistakes.epd')
  else
    vim.health.info('Moves that are missed are not kept: the option study.keep_mistakes is off')
  end
  for _, path in ipairs(require('scoresheet.train.mistakes').open_files()) do
    local due, all = require('scoresheet.train').count_due(path)
    vim.health.info(('%s: %d of %d positions are due'):format(vim.fn.fnamemodify(path, ':~:.'), due, all))
  end
end

--- Checks whether the options can be used, and whether study mode can hide text.
local function check_options()
  vim.health.start('The options')
  local config = require('scoresheet.config').get()
  if config.keymaps then
    vim.health.ok('Keys are mapped')
  else
    vim.health.info("No keys are mapped; require('scoresheet').setup({ keymaps = true }) maps them")
  end
  local help = vim.api.nvim_get_runtime_file('doc/scoresheet.txt', false)[1]
  if help and vim.uv.fs_stat(vim.fs.joinpath(vim.fs.dirname(help), 'tags')) then
    vim.health.ok('The help file has its tags')
  else
    vim.health.warn('The help file has no tags', 'Run :helptags ALL')
  end
end

function M.check()
  check_neovim()
  check_program()
  check_clients()
  check_board()
  check_collection()
  check_training()
  check_options()
end

return M
