--- `:Scoresheet`, its subcommands and their completion.

local config = require('scoresheet.config')

local M = {}

---@class scoresheet.Subcommand
---@field run fun(arguments: string[], rest: string) `rest` is all after the name as it is written.
---@field complete? fun(lead: string, rest: string): string[] The completions of the argument.

--- A motion, which takes a count.
---@param name string
---@return scoresheet.Subcommand
local function motion(name)
  return {
    run = function(arguments)
      require('scoresheet.motions')[name](tonumber(arguments[1]) or 1)
    end,
  }
end

--- A subcommand without arguments.
---@param module string
---@param name string
---@return scoresheet.Subcommand
local function plain(module, name)
  return {
    run = function()
      require('scoresheet.' .. module)[name]()
    end,
  }
end

--- The files of games in the current folder.
---@return string[]
local function files()
  return vim.fn.getcompletion('*.pgn', 'file')
end

--- The completions of a query.
---@param lead string
---@param rest string
---@return string[]
local function complete_query(lead, rest)
  return require('scoresheet.collection.query').complete(lead, rest)
end

---@type table<string, scoresheet.Subcommand>
local SUBCOMMANDS = {
  board = {
    run = function(arguments)
      local board = require('scoresheet.board')
      if arguments[1] == 'close' or arguments[1] == 'enter' then
        board[arguments[1]]()
      elseif not arguments[1] then
        board.toggle()
      elseif vim.tbl_contains(config.positions(), arguments[1]) then
        board.open(arguments[1])
      else
        error('the board has no position ' .. arguments[1], 0)
      end
    end,
    complete = function()
      return vim.list_extend({ 'close', 'enter' }, config.positions())
    end,
  },
  flip = plain('board', 'flip'),
  explorer = {
    run = function(arguments)
      local explorer = require('scoresheet.explorer')
      if arguments[1] == 'close' or arguments[1] == 'enter' then
        explorer[arguments[1]]()
      elseif not arguments[1] then
        explorer.toggle()
      elseif vim.tbl_contains(config.sides(), arguments[1]) then
        explorer.open(arguments[1])
      else
        error('the explorer has no position ' .. arguments[1], 0)
      end
    end,
    complete = function()
      return vim.list_extend({ 'close', 'enter' }, config.sides())
    end,
  },
  scope = {
    run = function(arguments)
      local scope = require('scoresheet.collection.scope')
      if arguments[1] then
        scope.choose(arguments)
      else
        scope.prompt()
      end
    end,
    complete = function()
      return vim.list_extend(vim.list_slice(config.scopes()), vim.list_extend(files(), vim.fn.getcompletion('*/', 'dir')))
    end,
  },
  filter = {
    run = function(_, rest)
      require('scoresheet.collection.scope').set_filter(rest)
    end,
    complete = complete_query,
  },
  games = {
    run = function(_, rest)
      require('scoresheet.table').open(rest ~= '' and rest or nil)
    end,
    complete = complete_query,
  },
  search = {
    run = function(_, rest)
      local search = require('scoresheet.collection.search')
      if rest ~= '' then
        search.query(rest)
      else
        search.prompt()
      end
    end,
    complete = complete_query,
  },
  pick = {
    run = function(_, rest)
      require('scoresheet.collection.search').pick(rest)
    end,
    complete = complete_query,
  },
  ['search-position'] = plain('collection.search', 'position'),
  ['search-material'] = plain('collection.search', 'material'),
  play = {
    run = function(arguments)
      local play = require('scoresheet.play')
      if arguments[1] then
        play.play(arguments[1])
      else
        play.choose()
      end
    end,
    complete = function()
      return require('scoresheet.play').moves()
    end,
  },
  nag = {
    run = function(arguments)
      if not arguments[1] then
        error('name a NAG: a number, or one of ! ? !! ?? !? ?!', 0)
      end
      require('scoresheet.annotate').nag(arguments[1])
    end,
    complete = function()
      return require('scoresheet.annotate').signs()
    end,
  },
  comment = {
    run = function(_, rest)
      local annotate = require('scoresheet.annotate')
      if rest ~= '' then
        annotate.write_comment(rest)
      else
        annotate.comment()
      end
    end,
  },
  mark = {
    run = function(_, rest)
      local annotate = require('scoresheet.annotate')
      if rest ~= '' then
        annotate.mark(rest)
      else
        annotate.choose_marks()
      end
    end,
  },
  study = plain('study', 'toggle'),
  guess = {
    run = function(arguments)
      local study = require('scoresheet.study')
      if arguments[1] then
        study.guess(arguments[1])
      else
        study.prompt()
      end
    end,
    complete = function()
      return require('scoresheet.play').moves()
    end,
  },
  hint = plain('study', 'hint'),
  solution = plain('study', 'solve'),
  train = {
    run = function(arguments)
      local is_all = arguments[1] == 'all'
      require('scoresheet.train').train(arguments[is_all and 2 or 1], is_all)
    end,
    complete = function()
      return vim.list_extend({ 'all' }, vim.fn.getcompletion('*.epd', 'file'))
    end,
  },
  autoplay = {
    run = function(arguments)
      local seconds = tonumber(arguments[1])
      if arguments[1] and not (seconds and seconds > 0) then
        error(('%s is no number of seconds'):format(arguments[1]), 0)
      end
      require('scoresheet.autoplay').toggle(seconds)
    end,
  },
  check = {
    run = function(arguments)
      local check = require('scoresheet.check')
      if not arguments[1] then
        check.file()
      else
        check.files(arguments[1] == 'all' and {} or arguments)
      end
    end,
    complete = function()
      return vim.list_extend({ 'all' }, vim.list_extend(files(), vim.fn.getcompletion('*/', 'dir')))
    end,
  },
  publish = {
    run = function(_, rest)
      require('scoresheet.publish').publish(rest ~= '' and rest or nil)
    end,
    complete = function(lead)
      return vim.fn.getcompletion(lead, 'file')
    end,
  },
  picture = {
    run = function(_, rest)
      require('scoresheet.publish').picture(rest ~= '' and rest or nil)
    end,
    complete = function(lead)
      return vim.fn.getcompletion(lead, 'file')
    end,
  },
  refactor = {
    run = function(arguments)
      require('scoresheet.actions').refactor(arguments[1])
    end,
    complete = function()
      return require('scoresheet.actions').refactorings()
    end,
  },
  ['copy-fen'] = {
    run = function(arguments)
      require('scoresheet.position').copy_fen(arguments[1])
    end,
  },
  ['copy-moves'] = {
    run = function(arguments)
      require('scoresheet.position').copy_moves(arguments)
    end,
    complete = function()
      return require('scoresheet.position').copied()
    end,
  },
  ['move-game'] = {
    run = function(arguments)
      require('scoresheet.games').move(arguments)
    end,
    complete = files,
  },
  ['copy-game'] = {
    run = function(arguments)
      require('scoresheet.games').copy(arguments)
    end,
    complete = files,
  },
  log = {
    run = function()
      vim.cmd.tabedit(vim.fn.fnameescape(require('vim.lsp.log').get_filename()))
    end,
  },
  health = {
    run = function()
      vim.cmd.checkhealth('scoresheet')
    end,
  },
  fix = plain('actions', 'fix_all'),
  format = plain('actions', 'format'),
  ['organize-tags'] = plain('actions', 'organize_tags'),
  restart = plain('server', 'restart'),
  ['next-move'] = motion('next_move'),
  ['previous-move'] = motion('previous_move'),
  ['into-variation'] = motion('into_variation'),
  ['out-of-variation'] = motion('out_of_variation'),
  ['next-game'] = motion('next_game'),
  ['previous-game'] = motion('previous_game'),
}

---@return string[]
local function names()
  local all = vim.tbl_keys(SUBCOMMANDS)
  table.sort(all)
  return all
end

--- Runs a subcommand; without one, toggles the board.
---@param command vim.api.keyset.create_user_command.command_args
function M.run(command)
  local name = command.fargs[1] or 'board'
  local subcommand = SUBCOMMANDS[name]
  local request = require('scoresheet.request')
  if not subcommand then
    local message = ('there is no :Scoresheet %s; there are %s'):format(name, table.concat(names(), ', '))
    return request.say(message, vim.log.levels.ERROR)
  end
  local rest = vim.trim(command.args:match('^%s*%S+%s*(.*)$') or '')
  local is_done, err = pcall(subcommand.run, vim.list_slice(command.fargs, 2), rest)
  if not is_done then
    request.say(tostring(err), vim.log.levels.ERROR)
  end
end

--- The completions at the cursor of the command line.
---@param lead string The beginning of the word.
---@param line string The whole command line.
---@return string[]
function M.complete(lead, line)
  local words = vim.split(vim.trim(line), '%s+')
  local is_first = #words == 1 or (#words == 2 and lead ~= '')
  local subcommand = SUBCOMMANDS[words[2]]
  local rest = line:match('^%s*%S+%s+%S+%s+(.*)$') or ''
  local candidates = is_first and names() or (subcommand and subcommand.complete and subcommand.complete(lead, rest)) or {}
  return vim.tbl_filter(function(candidate)
    return vim.startswith(candidate, lead)
  end, candidates)
end

return M
