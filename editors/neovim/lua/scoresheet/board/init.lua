--- The board beside the text: it shows the position at the cursor.

local config = require('scoresheet.config')
local filetype = require('scoresheet.filetype')
local follow = require('scoresheet.follow')
local keys = require('scoresheet.board.keys')
local page = require('scoresheet.board.page')
local pane = require('scoresheet.pane')
local window = require('scoresheet.board.window')

local M = {}

---@class scoresheet.ShownBoard
---@field board scoresheet.BoardWindow
---@field source integer The window of the game.
---@field buffer integer Its buffer.

---@type scoresheet.ShownBoard?
local shown

--- Whether Black is at the bottom. Remembered while the board is closed.
local is_flipped = false

local group = vim.api.nvim_create_augroup('scoresheet.board', {})

--- The lines of the board for a buffer.
---@param buffer integer
---@param room? integer The width of a window above or below the game.
---@return string[] lines
---@return scoresheet.Mark[] marks
local function lay_out(buffer, room)
  local is_record = vim.bo[buffer].filetype ~= 'pgn'
  local board = follow.board(buffer)
  if board and require('scoresheet.study').hides(buffer) then
    board = vim.tbl_extend('force', board, { next = {} })
  end
  if board and require('scoresheet.train').hides(buffer) then
    -- In a record the arrows are its best moves.
    board = vim.tbl_extend('force', board, { next = {}, arrows = {} })
  end
  return page.lay_out(board, config.get().board, is_flipped, is_record, room)
end

--- Lays the board out anew.
function M.update()
  if not shown then
    return
  end
  if not window.is_open(shown.board) or not vim.api.nvim_win_is_valid(shown.source) then
    return M.close()
  end
  local lines, marks = lay_out(shown.buffer, window.room(shown.board))
  window.show(shown.board, shown.source, lines, marks)
end

--- Calls a function in the window of the game, and follows the cursor there.
---@param act fun()
local function in_game(act)
  if not shown or not vim.api.nvim_win_is_valid(shown.source) then
    return
  end
  local buffer = shown.buffer
  vim.api.nvim_win_call(shown.source, act)
  follow.refresh(buffer)
end

--- Switches the board to the game of the current window.
local function turn_to_current()
  local buffer = vim.api.nvim_get_current_buf()
  if not shown or not filetype.has_chess(buffer) or not pane.is_seen() then
    return
  end
  if shown.buffer ~= buffer then
    follow.stop(shown.buffer, 'board')
  end
  shown.buffer, shown.source = buffer, vim.api.nvim_get_current_win()
  -- Also for the same buffer: reloading it ends the subscription.
  follow.start(buffer, 'board', M.update)
end

--- Opens the board for the current window, or moves it there.
---@param position? 'float'|'left'|'right'|'above'|'below'
function M.open(position)
  M.close()
  require('scoresheet.highlights').define()
  local buffer, source = vim.api.nvim_get_current_buf(), vim.api.nvim_get_current_win()
  local options = config.get().board
  local width, height = page.size(options)
  shown = { board = window.open(source, position or options.position, width, height), source = source, buffer = buffer }
  keys.map(shown.board.buffer, in_game)
  vim.api.nvim_create_autocmd({ 'BufEnter', 'WinEnter' }, { group = group, callback = turn_to_current })
  vim.api.nvim_create_autocmd({ 'VimResized', 'WinResized' }, { group = group, callback = M.update })
  pane.follow_closing(group, function()
    return shown and shown.source, shown and shown.board.window
  end, M.close)
  follow.start(buffer, 'board', M.update)
end

--- Opens the board if need be, and puts the cursor there, where keys act on the game.
function M.enter()
  pane.enter(M)
end

--- Goes to a place in a document, and shows the board there.
---@param place lsp.TextDocumentPositionParams
---@param client_id integer
function M.show_at(place, client_id)
  local client = assert(vim.lsp.get_client_by_id(client_id))
  local range = { start = place.position, ['end'] = place.position }
  local location = { uri = place.textDocument.uri, range = range }
  vim.lsp.util.show_document(location, client.offset_encoding, { focus = true })
  if not M.window() then
    M.open()
  end
end

function M.close()
  if not shown then
    return
  end
  local closing = shown
  shown = nil
  vim.api.nvim_clear_autocmds({ group = group })
  follow.stop(closing.buffer, 'board')
  window.close(closing.board)
end

--- Opens the board, or closes it if it is shown.
function M.toggle()
  if shown and window.is_open(shown.board) then
    M.close()
  else
    M.open()
  end
end

--- Flips the board.
function M.flip()
  is_flipped = not is_flipped
  M.update()
end

--- Whether Black is at the bottom.
---@return boolean
function M.is_flipped()
  return is_flipped
end

--- Opens the board as soon as the server is attached to a buffer of games.
function M.open_with_games()
  vim.api.nvim_create_autocmd('LspAttach', {
    group = vim.api.nvim_create_augroup('scoresheet.board.auto', {}),
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if client and client.name == require('scoresheet.server').NAME and event.buf == vim.api.nvim_get_current_buf() then
        M.open()
        return true
      end
    end,
  })
end

--- The window of the board, for user scripts.
---@return integer?
function M.window()
  return shown and window.is_open(shown.board) and shown.board.window or nil
end

return M
