--- Moves and copies the game at the cursor to another place of its file, or into another file.

local files = require('scoresheet.files')
local request = require('scoresheet.request')
local server = require('scoresheet.server')

local M = {}

--- Reads the arguments of the commands: a number, a file, or both in any order.
---@param arguments string[]
---@return integer? number
---@return string? path
local function read(arguments)
  local number, path
  for _, argument in ipairs(arguments) do
    if argument:match('^%d+$') then
      number = tonumber(argument)
    else
      path = argument
    end
  end
  return number, path
end

---@param arguments string[]
---@param copy boolean
local function put(arguments, copy)
  local number, path = read(arguments)
  local client = server.client()
  if not client then
    return request.say('The language server is not running here; see :checkhealth scoresheet')
  end
  if not number and not path then
    return request.say('Name a place: the number that the game gets, a file, or both')
  end
  local game, err = request.wait_at_cursor('scoresheet/game', { limit = 1 })
  if not game then
    return request.say(err or 'There is no game here')
  end
  local params = { copy = copy }
  if number then
    params.before = math.max(number, 1) - 1
    -- A game that is moved down is no longer before the others.
    if not path and not copy and params.before > game.game then
      params.before = params.before + 1
    end
  end
  if path then
    params.into = { uri = vim.uri_from_bufnr(files.loaded(path)) }
  end
  local answer
  answer, err = request.wait_at_cursor('scoresheet/moveGame', params)
  if not answer then
    return request.say(err or 'Only games can be moved')
  end
  for _, document in ipairs(answer.documents) do
    vim.lsp.util.apply_text_edits(document.edits, vim.uri_to_bufnr(document.uri), client.offset_encoding)
  end
  local done = copy and 'copied' or 'moved'
  if path then
    return request.say(('Game %s: it is game %d of %s, which is not saved yet'):format(done, answer.game + 1, path), vim.log.levels.INFO)
  end
  local line, column = request.place(0, answer.position)
  vim.api.nvim_win_set_cursor(0, { line, column })
  request.say(('Game %s: it is game %d now'):format(done, answer.game + 1), vim.log.levels.INFO)
end

--- Moves the game at the cursor.
---@param arguments string[] The number that it gets, a file, or both.
function M.move(arguments)
  put(arguments, false)
end

--- Copies the game at the cursor.
---@param arguments string[] The number that the copy gets, a file, or both.
function M.copy(arguments)
  put(arguments, true)
end

return M
