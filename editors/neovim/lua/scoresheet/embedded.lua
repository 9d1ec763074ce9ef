--- Chess in Markdown, AsciiDoc and LaTeX: the server is started for documents that have a block of it.

local server = require('scoresheet.server')

local M = {}

--- The file types of documents that may have blocks.
local FILETYPES = { 'markdown', 'quarto', 'rmd', 'asciidoc', 'asciidoctor', 'tex', 'latex', 'plaintex' }

--- The beginning of the first line of what may be a block; the server knows better.
local NAMES = { pgn = true, epd = true, fen = true, chess = true, chessboard = true, ['chess-fen'] = true }

--- Commands of LaTeX that set a position or write moves.
local COMMANDS = { newgame = true, newchessgame = true, fenboard = true, mainline = true, hidemoves = true }

--- Whether a line of Markdown may begin a block.
---@param line string
---@return boolean?
local function is_fence(line)
  local name = line:match('^[%s>*+%-%d.)]*```+%s*{?%.?([%a-]+)') or line:match('^[%s>*+%-%d.)]*~~~+%s*{?%.?([%a-]+)')
  return name and NAMES[name:lower()]
end

--- Whether a line of AsciiDoc may begin a block.
---@param line string
---@return boolean?
local function is_source_block(line)
  local style, name = line:match('^%[(%a*)[^,%]]*,%s*"?([%a-]+)"?%s*[,%]]')
  local is_source = style == '' or style == 'source' or style == 'listing'
  return is_source and NAMES[name:lower()] or is_fence(line)
end

--- Whether a line of LaTeX has chess.
---@param line string
---@return boolean
local function has_command(line)
  for name in line:gmatch('\\(%a+)') do
    if COMMANDS[name] then
      return true
    end
  end
  return line:find('setfen=', 1, true) ~= nil
end

--- What may begin a block, by the file types that are not Markdown.
local BEGINNINGS = {
  asciidoc = is_source_block,
  asciidoctor = is_source_block,
  tex = has_command,
  latex = has_command,
  plaintex = has_command,
}

--- Whether a document seems to have a block.
---@param buffer integer
---@return boolean
local function has_block(buffer)
  local begins = BEGINNINGS[vim.bo[buffer].filetype] or is_fence
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    if begins(line) then
      return true
    end
  end
  return false
end

--- Whether a buffer is a document that the server was told of.
---@param buffer integer
---@return boolean
function M.is_served(buffer)
  return vim.tbl_contains(FILETYPES, vim.bo[buffer].filetype) and server.client(buffer) ~= nil
end

--- Starts the server for a document once it has a block.
---@param buffer integer
local function look(buffer)
  local is_document = vim.api.nvim_buf_is_loaded(buffer) and vim.tbl_contains(FILETYPES, vim.bo[buffer].filetype)
  if is_document and vim.bo[buffer].buftype == '' and not server.client(buffer) and has_block(buffer) then
    server.start(buffer)
  end
end

--- Starts the server for all open and future documents with blocks. A document without any costs a look when it is opened, and when
--- insert mode ends.
function M.enable()
  local group = vim.api.nvim_create_augroup('scoresheet.embedded', {})
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = FILETYPES,
    callback = function(event)
      look(event.buf)
      vim.api.nvim_create_autocmd({ 'InsertLeave', 'TextChanged' }, {
        group = group,
        buffer = event.buf,
        callback = function()
          look(event.buf)
        end,
      })
    end,
  })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.tbl_contains(FILETYPES, vim.bo[buffer].filetype) then
      vim.api.nvim_exec_autocmds('FileType', { group = group, buffer = buffer })
    end
  end
end

return M
