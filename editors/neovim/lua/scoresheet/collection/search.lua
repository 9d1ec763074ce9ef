--- Searches for games, and lists what is found in the quickfix list.

local query = require('scoresheet.collection.query')
local quickfix = require('scoresheet.collection.quickfix')
local request = require('scoresheet.request')
local scope = require('scoresheet.collection.scope')
local server = require('scoresheet.server')
local stream = require('scoresheet.collection.stream')

local M = {}

--- How many games are listed at most: what the server gives at once.
M.LIMIT = 1000

--- Ends the search in progress.
---@type fun()?
local cancel

--- The message of an error, with what to write instead.
---@param err lsp.ResponseError
---@return string
function M.reason(err)
  local suggestion = type(err.data) == 'table' and err.data.suggestion
  return type(suggestion) == 'string' and ('%s; %s'):format(err.message, suggestion) or err.message
end

--- Says what the user should know of an answer beside the games.
---@param about string
---@param found scoresheet.FoundGames
local function remark(about, found)
  if type(found.doubt) == 'string' then
    request.say(found.doubt)
  end
  for _, file in ipairs(found.unread) do
    request.say(('%s: %s'):format(vim.uri_to_fname(file.uri), file.message))
  end
  if #found.games == 0 then
    request.say(about .. ': no game is found', vim.log.levels.INFO)
  end
end

--- Lists the games that `params` of `scoresheet/search` find. The list opens with the first of them and grows.
---@param about string What is looked for, as the title of the list.
---@param params table
---@param on_list? fun() Called with the whole list, in place of opening its window.
function M.list(about, params, on_list)
  local client, buffer = server.client_for_search()
  if not client or not buffer then
    return request.say('The language server does not run; open a file of games, or go to their folder with :cd. See :checkhealth scoresheet')
  end
  if cancel then
    cancel()
  end
  local id
  ---@param found? scoresheet.FoundGames
  local function show(found)
    if not found or #found.games == 0 then
      return
    end
    if id then
      return quickfix.update(id, about, found)
    end
    id = quickfix.new(about, found)
    if not on_list then
      vim.cmd('botright copen')
    end
  end
  params = vim.tbl_extend('keep', params, { limit = M.LIMIT, scope = scope.scope() })
  if not params.textDocument and server.client() then
    params.textDocument = vim.lsp.util.make_text_document_params(buffer)
  end
  if not params.textDocument and params.scope == 'document' then
    return request.say('This is no file of games; :Scoresheet scope workspace searches all files')
  end
  cancel = stream.ask(client, buffer, 'scoresheet/search', params, show, function(err, found)
    cancel = nil
    if err then
      return request.say(M.reason(err))
    end
    show(found)
    remark(about, found)
    if id and on_list then
      on_list()
    end
  end)
end

--- Lists the games that a query finds.
---@param text string In the language of `scoresheet search`.
function M.query(text)
  M.list(text, { query = text })
end

--- Lists the games that a query finds in a picker.
---@param text string Empty for all games.
function M.pick(text)
  local about = text ~= '' and text or 'All games'
  M.list(about, { query = text ~= '' and text or nil }, function()
    require('scoresheet.collection.picker').quickfix(about)
  end)
end

--- Prompts for a query.
function M.prompt()
  vim.ui.input(query.prompt('Search: '), function(text)
    if text and vim.trim(text) ~= '' then
      M.query(vim.trim(text))
    end
  end)
end

--- Lists the games that reach the position at the cursor, by whatever moves.
function M.position()
  local client = server.client()
  if not client then
    return request.say('The language server is not running here; see :checkhealth scoresheet')
  end
  M.list('This position', request.at_cursor(0, client))
end

--- Lists the games in which some position has the material of the position at the cursor, of either side.
function M.material()
  local board, err = request.wait_at_cursor('scoresheet/board')
  if not board or not board.fen then
    return request.say(err or 'The position is not known here')
  end
  M.query('material ' .. M.material_of(board.fen))
end

--- The material of a position in a query: KRPPvKRP.
---@param fen string
---@return string
function M.material_of(fen)
  local placement = fen:match('^[^ %[]*')
  local function side(letters)
    local said = ''
    for letter in letters:gmatch('.') do
      local _, count = placement:gsub(letter, '')
      said = said .. letter:rep(count)
    end
    return said:upper()
  end
  return side('KQRBNP') .. 'v' .. side('kqrbnp')
end

return M
