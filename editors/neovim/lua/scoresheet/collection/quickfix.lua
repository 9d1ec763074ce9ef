--- Found games in the quickfix list, each at the place that was found.

local words = require('scoresheet.words')

local M = {}

---@class scoresheet.FoundGame A game of the answer of `scoresheet/search`; server/docs/protocol.md describes every field.
---@field uri string
---@field range lsp.Range
---@field white? string
---@field black? string
---@field event? string
---@field date? string
---@field result? string
---@field move? string
---@field data any

---@class scoresheet.FoundGames
---@field games scoresheet.FoundGame[]
---@field total integer
---@field complete boolean
---@field doubt? string
---@field unread { uri: string, message: string }[]

--- Whether a tag says something.
---@param value? string
---@return boolean
local function is_known(value)
  return value ~= nil and value ~= '' and not vim.startswith(value, '?')
end

--- The players, event, date as far as it is known, and result of a game, and the move that was found.
---@param game scoresheet.FoundGame
---@return string
function M.label(game)
  local parts = { ('%s – %s'):format(game.white or '?', game.black or '?') }
  for _, value in ipairs({ game.event or '', game.date or '', game.result or '' }) do
    if is_known(value) then
      parts[#parts + 1] = (value:gsub('%.%?%?', ''))
    end
  end
  return table.concat(parts, ', ') .. (game.move and (': ' .. game.move) or '')
end

--- An entry of the quickfix list.
---@param game scoresheet.FoundGame
---@return vim.quickfix.entry
local function entry(game)
  local start = game.range.start
  return {
    filename = vim.uri_to_fname(game.uri),
    lnum = start.line + 1,
    -- The plugin's client counts bytes; with another client, columns after letters of other scripts are some cells off.
    col = start.character + 1,
    text = M.label(game),
    user_data = game.data,
  }
end

--- What the title of the list says.
---@param about string
---@param found scoresheet.FoundGames
---@return string
local function title(about, found)
  local total = words.games(found.total)
  local shown = #found.games < found.total and (', the first %d'):format(#found.games) or ''
  return ('%s: %s%s%s'):format(about, total, shown, found.complete and '' or ' so far')
end

--- Makes a new quickfix list of these games.
---@param about string What was looked for.
---@param found scoresheet.FoundGames
---@return integer id The list.
function M.new(about, found)
  vim.fn.setqflist({}, ' ', { title = title(about, found), items = vim.tbl_map(entry, found.games) })
  return vim.fn.getqflist({ id = 0 }).id
end

--- Replaces the games of a list, and keeps the current entry.
---@param id integer
---@param about string
---@param found scoresheet.FoundGames
function M.update(id, about, found)
  local list = vim.fn.getqflist({ id = id, idx = 0 })
  if list.id ~= id then
    return
  end
  local what = { id = id, title = title(about, found), items = vim.tbl_map(entry, found.games) }
  vim.fn.setqflist({}, 'r', what)
  if list.idx > 0 and list.idx <= #found.games then
    vim.fn.setqflist({}, 'a', { id = id, idx = list.idx })
  end
end

return M
