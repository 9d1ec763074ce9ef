--- The file of mistakes beside a file of games or positions: an EPD file with a record for each position in which a move was not found.

local boxes = require('scoresheet.train.boxes')
local files = require('scoresheet.files')
local record = require('scoresheet.train.record')
local request = require('scoresheet.request')

local M = {}

local ENDING = '.mistakes.epd'

--- The path of the file of mistakes of another file: club.mistakes.epd beside club.pgn.
---@param path string
---@return string
function M.path(path)
  return M.is_one(path) and path or (path:gsub('%.[^./\\]*$', '') .. ENDING)
end

--- Whether a file keeps mistakes.
---@param path string
---@return boolean
function M.is_one(path)
  return vim.endswith(path, ENDING)
end

--- The files of mistakes that are there, of the games that are open.
---@return string[]
function M.open_files()
  local found = {}
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    local name = vim.api.nvim_buf_get_name(buffer)
    if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype == 'pgn' and vim.uv.fs_stat(M.path(name)) then
      found[#found + 1] = M.path(name)
    end
  end
  return found
end

--- Changes lines of a file in its buffer, and saves the file unless it has changes of the user that are not saved.
---@param path string
---@param change fun(buffer: integer)
---@return boolean is_saved
function M.edit(path, change)
  local buffer = files.loaded(path)
  local was_saved = not vim.bo[buffer].modified
  change(buffer)
  if not was_saved then
    return false
  end
  local is_done, err = pcall(vim.api.nvim_buf_call, buffer, function()
    vim.cmd('silent write')
  end)
  if not is_done then
    request.say(('%s cannot be saved: %s'):format(path, err), vim.log.levels.ERROR)
  end
  return is_done
end

--- Adds a line at the end; the only line of an empty buffer is replaced.
---@param buffer integer
---@param line string
local function append(buffer, line)
  local count = vim.api.nvim_buf_line_count(buffer)
  local is_empty = count == 1 and vim.api.nvim_buf_get_lines(buffer, 0, 1, false)[1] == ''
  vim.api.nvim_buf_set_lines(buffer, is_empty and 0 or -1, -1, false, { line })
end

--- Keeps a position in which the move was not found. One that is kept already goes back to the first box.
---@param path string The file of games or positions.
---@param fen string
---@param best string The move that was to be found, in SAN.
---@param id string The players and the number of the move, or the name of the puzzle.
---@return string path The file of mistakes.
---@return boolean is_new Whether the file was not there before.
function M.keep(path, fen, best, id)
  local kept = M.path(path)
  local is_new = vim.uv.fs_stat(kept) == nil
  M.edit(kept, function(buffer)
    for index, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
      if record.asks(line, fen, best) then
        local again = record.with_state(line, boxes.missed(boxes.today()))
        return vim.api.nvim_buf_set_lines(buffer, index - 1, index, false, { again or line })
      end
    end
    append(buffer, record.new(fen, best, id, boxes.missed(boxes.today())))
  end)
  return kept, is_new
end

--- What a position of a game is called: "Bird - Morphy, London 1858, move 23".
---@param tags { name: string, value: string }[]
---@param number integer The number of the move.
---@return string
function M.name(tags, number)
  local values = {}
  for _, tag in ipairs(tags) do
    if tag.value ~= '' and tag.value:sub(1, 1) ~= '?' then
      values[tag.name] = values[tag.name] or (tag.value:gsub('%.%?%?', ''))
    end
  end
  local occasion = vim.trim((values.Event or '') .. ' ' .. (values.Date or ''))
  local parts = { ('%s - %s'):format(values.White or '?', values.Black or '?') }
  parts[#parts + 1] = occasion ~= '' and occasion or nil
  parts[#parts + 1] = ('move %d'):format(number)
  return table.concat(parts, ', ')
end

return M
