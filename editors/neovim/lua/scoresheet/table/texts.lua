--- The texts of found games: to copy them, and to delete them. Files are loaded into buffers, and not saved.

local files = require('scoresheet.files')
local request = require('scoresheet.request')
local server = require('scoresheet.server')

local M = {}

---@class scoresheet.GameText Where a game is now: lines and byte columns from 0, half-open.
---@field buffer integer
---@field from integer[]
---@field to integer[]

--- Where a game is now.
---@param game scoresheet.FoundGame
---@return scoresheet.GameText? text nil in a compressed file
---@return string? error
local function place(game)
  local _, attached = server.any_client()
  local found, err = request.wait('scoresheet/foundGame', { data = game.data }, attached)
  if not found then
    return nil, err or 'The game is gone'
  end
  if type(found.text) == 'string' then
    return nil, 'Games of compressed files cannot be changed'
  end
  local buffer = files.loaded(vim.uri_to_fname(found.uri))
  -- Lines may have come or gone before the game since it was listed.
  local shift = found.range.start.line - game.range.start.line
  local function point(position)
    local line, column = request.place(buffer, { line = position.line + shift, character = position.character })
    return { line - 1, column }
  end
  return { buffer = buffer, from = point(game.extent.start), to = point(game.extent['end']) }
end

--- The places of games.
---@param games scoresheet.FoundGame[]
---@return scoresheet.GameText[]? places nil if one of them is gone or cannot be changed
---@return string? error
local function places(games)
  local found = {}
  for index, game in ipairs(games) do
    local text, err = place(game)
    if not text then
      return nil, err
    end
    found[index] = text
  end
  return found
end

--- The texts of games, with an empty line between two of them.
---@param games scoresheet.FoundGame[]
---@return string[]? lines
---@return string? error
function M.lines(games)
  local found, err = places(games)
  if not found then
    return nil, err
  end
  local lines = {}
  for _, text in ipairs(found) do
    local game = vim.api.nvim_buf_get_text(text.buffer, text.from[1], text.from[2], text.to[1], text.to[2], {})
    while game[#game] == '' do
      game[#game] = nil
    end
    vim.list_extend(lines, #lines > 0 and { '' } or {})
    vim.list_extend(lines, game)
  end
  return lines
end

--- Deletes the empty lines at the end, which were between the last game and the one before.
---@param buffer integer
local function trim_end(buffer)
  local count = vim.api.nvim_buf_line_count(buffer)
  local last = count
  while last > 1 and vim.api.nvim_buf_get_lines(buffer, last - 1, last, false)[1] == '' do
    last = last - 1
  end
  vim.api.nvim_buf_set_lines(buffer, last, count, false, {})
end

--- Deletes games from their buffers.
---@param games scoresheet.FoundGame[]
---@return boolean is_done
---@return string? error
function M.delete(games)
  local found, err = places(games)
  if not found then
    return false, err
  end
  -- From the last one to the first, so that the places of the others stay.
  table.sort(found, function(one, other)
    if one.from[1] ~= other.from[1] then
      return one.from[1] > other.from[1]
    end
    return one.from[2] > other.from[2]
  end)
  local ends = {}
  for _, text in ipairs(found) do
    ends[text.buffer] = ends[text.buffer] or text.to[1] >= vim.api.nvim_buf_line_count(text.buffer) - 1
    vim.api.nvim_buf_set_text(text.buffer, text.from[1], text.from[2], text.to[1], text.to[2], {})
  end
  for buffer, has_lost_last in pairs(ends) do
    if has_lost_last then
      trim_end(buffer)
    end
  end
  return true
end

--- Appends games to a file.
---@param games scoresheet.FoundGame[]
---@param path string
---@return boolean is_done
---@return string? error
function M.append(games, path)
  local lines, err = M.lines(games)
  if not lines then
    return false, err
  end
  local buffer = files.loaded(path)
  local count = vim.api.nvim_buf_line_count(buffer)
  local last = vim.api.nvim_buf_get_lines(buffer, count - 1, count, false)[1]
  local is_empty = count == 1 and last == ''
  local between = (is_empty or last == '') and {} or { '' }
  vim.api.nvim_buf_set_lines(buffer, is_empty and 0 or count, -1, false, vim.list_extend(between, lines))
  return true
end

return M
