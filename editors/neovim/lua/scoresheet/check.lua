--- Lists findings in the quickfix list: those of the current file as it is in the editor, or those of files as `scoresheet check` finds them.

local request = require('scoresheet.request')
local server = require('scoresheet.server')
local words = require('scoresheet.words')

local M = {}

--- How long checking files may take, in milliseconds; a hundred megabytes take some seconds.
local PATIENCE = 300000

--- A line of the program's concise format: the file, line, column, level, rule and message.
local FINDING = '^(.-):(%d+):(%d+): (%a+)%[([%w-]+)%] (.*)$'

--- The types of quickfix entries by our levels.
local TYPES = { error = 'E', warning = 'W', info = 'I', hint = 'N' }

--- Shows a list, or says that there is nothing in it.
---@param items vim.quickfix.entry[]
---@param where string
local function list(items, where)
  if #items == 0 then
    return request.say('Nothing to report in ' .. where, vim.log.levels.INFO)
  end
  local count = #items == 1 and '1 finding' or words.grouped(#items) .. ' findings'
  vim.fn.setqflist({}, ' ', { title = ('%s in %s'):format(count, where), items = items })
  vim.cmd('botright copen')
end

--- Lists the findings of the current file.
function M.file()
  local client = server.client()
  if not client then
    return request.say('The language server is not running here; see :checkhealth scoresheet')
  end
  list(vim.diagnostic.toqflist(vim.diagnostic.get(0)), 'this file')
end

--- The entries of the quickfix list for what the program prints.
---@param output string
---@param folder string What its paths are relative to.
---@return vim.quickfix.entry[]
local function read(output, folder)
  local items = {}
  for _, line in ipairs(vim.split(output, '\n')) do
    local path, row, column, level, rule, message = line:match(FINDING)
    if path then
      items[#items + 1] = {
        filename = vim.startswith(path, '/') and path or vim.fs.joinpath(folder, path),
        lnum = tonumber(row),
        col = tonumber(column),
        type = TYPES[level],
        text = ('%s [%s]'):format(message, rule),
      }
    end
  end
  return items
end

--- Lists the findings of files as they are on the disk.
---@param paths string[] Files and folders; those of the current folder if there are none.
function M.files(paths)
  local folder = vim.fn.getcwd()
  local command = { server.config().cmd[1], 'check', '--output-format', 'concise', '--color', 'never' }
  for _, path in ipairs(#paths > 0 and paths or { '.' }) do
    command[#command + 1] = vim.fn.expand(path)
  end
  local where = #paths > 0 and table.concat(paths, ', ') or 'the files of this folder'
  local options = { text = true, cwd = folder, timeout = PATIENCE }
  local is_started, err = pcall(
    vim.system,
    command,
    options,
    vim.schedule_wrap(function(done)
      -- 1 is findings.
      if done.code > 1 then
        return request.say(vim.trim(done.stderr or ''), vim.log.levels.ERROR)
      end
      list(read(done.stdout or '', folder), where)
    end)
  )
  if not is_started then
    request.say(('%s cannot be run: %s'):format(command[1], err), vim.log.levels.ERROR)
  end
end

return M
