--- The server's facts about the cursor position (`scoresheet/board`), kept up to date for listeners.

local pane = require('scoresheet.pane')
local request = require('scoresheet.request')
local server = require('scoresheet.server')

local M = {}

---@class scoresheet.Move
---@field range lsp.Range
---@field text string The text of the move.
---@field number integer
---@field turn 'white'|'black'

---@class scoresheet.Board The answer of `scoresheet/board`; server/docs/protocol.md describes every field.
---@field version integer
---@field game integer The index of the game or record, from 0.
---@field fen? string
---@field variant string
---@field isGuessed boolean
---@field lastMove? scoresheet.Move
---@field lastSquares? string[]
---@field arrows { from: string, to: string, colour: string }[]
---@field squares { square: string, colour: string }[]
---@field legalMoves { san: string, uci: string }[]
---@field facts string[]
---@field path scoresheet.Move[]
---@field depth integer
---@field previous? scoresheet.Move
---@field next scoresheet.Move[]
---@field replaces? scoresheet.Move
---@field alternatives scoresheet.Move[]
---@field clocks { white?: number, black?: number }
---@field evaluation? { score: string, depth?: integer }
---@field opening? { eco: string, name: string }
---@field leftBookAt? integer
---@field result? string

---@class scoresheet.Followed
---@field board? scoresheet.Board
---@field is_busy boolean Whether a request is in flight.
---@field is_stale boolean Whether the cursor has moved since the request.
---@field window? integer The window whose cursor is followed: the last one in which the buffer was current.
---@field listeners table<string, fun(buffer: integer)>

--- The protocol's error code for a text that has changed meanwhile.
local CONTENT_MODIFIED = -32801

---@type table<integer, scoresheet.Followed>
local followed = {}

local group = vim.api.nvim_create_augroup('scoresheet.follow', {})

--- The window whose cursor is followed: the current one if it shows the buffer, or else the last one that was current.
---@param state scoresheet.Followed
---@param buffer integer
---@return integer?
local function window_of(state, buffer)
  if vim.api.nvim_get_current_buf() == buffer and pane.is_seen() then
    state.window = vim.api.nvim_get_current_win()
  end
  local window = state.window
  if window and vim.api.nvim_win_is_valid(window) and vim.api.nvim_win_get_buf(window) == buffer then
    return window
  end
end

--- Sends a request for a buffer; if one is in flight, after its answer.
---@param buffer integer
function M.refresh(buffer)
  local state = followed[buffer]
  local client = server.client(buffer)
  local window = state and window_of(state, buffer)
  if not state or not client or not window then
    return
  end
  if state.is_busy then
    state.is_stale = true
    return
  end
  state.is_busy, state.is_stale = true, false
  request.ask(client, buffer, 'scoresheet/board', request.at_cursor(window, client), function(err, board)
    state.is_busy = false
    if followed[buffer] ~= state then
      return
    end
    if err and err.code == CONTENT_MODIFIED then
      state.is_stale = true
    else
      state.board = board ~= vim.NIL and board or nil
      for _, listener in pairs(state.listeners) do
        listener(buffer)
      end
    end
    if state.is_stale then
      M.refresh(buffer)
    end
  end)
end

--- Starts to follow the cursor in a buffer. `listener` is called after every answer.
---@param buffer integer
---@param name string The name of the listener; a second listener with the same name replaces the first.
---@param listener fun(buffer: integer)
function M.start(buffer, name, listener)
  if followed[buffer] then
    followed[buffer].listeners[name] = listener
    return M.refresh(buffer)
  end
  followed[buffer] = { is_busy = false, is_stale = false, listeners = { [name] = listener } }
  local moves = { 'CursorMoved', 'CursorMovedI', 'TextChanged', 'TextChangedI', 'BufEnter', 'WinEnter', 'LspAttach' }
  vim.api.nvim_create_autocmd(moves, {
    group = group,
    buffer = buffer,
    -- Scheduled, as the client is registered only after `LspAttach`.
    callback = vim.schedule_wrap(function()
      M.refresh(buffer)
    end),
  })
  vim.api.nvim_create_autocmd('BufUnload', {
    group = group,
    buffer = buffer,
    callback = function()
      followed[buffer] = nil
      vim.api.nvim_clear_autocmds({ group = group, buffer = buffer })
    end,
  })
  M.refresh(buffer)
end

--- Removes a listener; without listeners, stops following the cursor.
---@param buffer integer
---@param name string
function M.stop(buffer, name)
  local state = followed[buffer]
  if not state then
    return
  end
  state.listeners[name] = nil
  if next(state.listeners) == nil then
    followed[buffer] = nil
    vim.api.nvim_clear_autocmds({ group = group, buffer = buffer })
  end
end

--- The last answer about a followed buffer.
---@param buffer integer
---@return scoresheet.Board?
function M.board(buffer)
  return followed[buffer] and followed[buffer].board
end

return M
