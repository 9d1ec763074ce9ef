--- Makes pages of games, and pictures of positions.

local request = require('scoresheet.request')
local server = require('scoresheet.server')

local M = {}

--- How long making the pages may take, in milliseconds; ten thousand games take some seconds.
local PATIENCE = 300000

--- Asks whether a file is to be opened, where Neovim runs in a terminal that a user sees.
---@param path string
local function offer(path)
  vim.ui.select({ 'Open', 'Done' }, { prompt = ('The pages are in %s'):format(vim.fn.fnamemodify(path, ':~:.')) }, function(choice)
    if choice == 'Open' then
      vim.ui.open(path)
    end
  end)
end

--- Makes pages of a text of games, as `scoresheet publish` does, and offers to open them.
---@param lines string[]
---@param name string The name of the file that the games come from.
---@param output string A folder, or a file whose ending names the form: .html, .md, .txt, .tex, .typ, .pdf.
function M.write(lines, name, output)
  local path = vim.fn.fnamemodify(vim.fn.expand(output), ':p')
  local command = { server.config().cmd[1], 'publish', '--stdin-filename', name, '--output', path, '-' }
  local form = vim.fn.fnamemodify(path, ':e')
  if form == 'html' then
    table.insert(command, #command, '--single-file')
  end
  local options = { stdin = table.concat(lines, '\n') .. '\n', text = true, timeout = PATIENCE }
  local is_started, err = pcall(
    vim.system,
    command,
    options,
    vim.schedule_wrap(function(done)
      if done.code ~= 0 then
        local reason = vim.trim(done.stderr or ''):gsub('^error: ', '')
        return request.say(reason ~= '' and reason or ('making the pages took longer than %d minutes'):format(PATIENCE / 60000))
      end
      offer(form == '' and vim.fs.joinpath(path, 'index.html') or path)
    end)
  )
  if not is_started then
    request.say(('%s cannot be run: %s'):format(command[1], err), vim.log.levels.ERROR)
  end
end

--- The name of a file of games without its ending, for what is made of it.
---@return string
local function stem()
  local name = vim.api.nvim_buf_get_name(0)
  return name ~= '' and vim.fn.fnamemodify(name, ':p:r') or vim.fn.fnamemodify('games', ':p')
end

--- Makes pages of the games of the current buffer, as they are in it.
---@param output? string By default a folder beside the file.
function M.publish(output)
  if not require('scoresheet.filetype').is_ours(vim.api.nvim_get_current_buf()) then
    return request.say('This is no file of games')
  end
  local name = vim.api.nvim_buf_get_name(0)
  M.write(vim.api.nvim_buf_get_lines(0, 0, -1, false), name ~= '' and name or 'games.pgn', output or (stem() .. '-pages'))
end

--- Writes a picture of the position at the cursor, as the board shows it: with its last move, arrows and squares.
---@param output? string An SVG file; by default beside the file of games, named after the move.
function M.picture(output)
  local board, err = request.wait_at_cursor('scoresheet/board')
  if not board or not board.fen then
    return request.say(err or 'The position is not known here')
  end
  local move = board.lastMove and ('%d%s'):format(board.lastMove.number, board.lastMove.text:gsub('[^%w=-]', '')) or 'start'
  local path = vim.fn.expand(output or ('%s-%d-%s.svg'):format(stem(), board.game + 1, move))
  if vim.fn.fnamemodify(path, ':e') ~= 'svg' then
    return request.say(('Pictures are SVG files: write %s.svg'):format(vim.fn.fnamemodify(path, ':t:r')))
  end
  local picture
  picture, err = request.wait('scoresheet/picture', {
    fen = board.fen,
    lastSquares = board.lastSquares,
    arrows = board.arrows,
    squares = board.squares,
    flipped = require('scoresheet.board').is_flipped(),
  })
  if not picture then
    return request.say(err or 'There is no picture of this position')
  end
  local is_written, reason = pcall(vim.fn.writefile, { picture.svg }, path, 'b')
  if not is_written then
    return request.say(('%s cannot be written: %s'):format(path, reason), vim.log.levels.ERROR)
  end
  request.say(('The picture is in %s'):format(vim.fn.fnamemodify(path, ':~:.')), vim.log.levels.INFO)
end

return M
