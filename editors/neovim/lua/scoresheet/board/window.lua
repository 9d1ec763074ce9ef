--- The window of the board: a float in a corner of the game's window, or a split beside it. It never takes the focus, but users can
--- enter it.

local pane = require('scoresheet.pane')

local M = {}

---@class scoresheet.BoardWindow
---@field window integer
---@field buffer integer
---@field position string
---@field height integer The height that a window above or below was given, in lines.

local namespace = vim.api.nvim_create_namespace('scoresheet.board')

--- Below completion menus and hovers.
local Z_INDEX = 30

--- How many lines of the game a window above or below leaves where there is room.
local TEXT_LINES = 6

--- Whether a float of this size in the upper right corner of `source` would hide its cursor.
---@param source integer
---@param width integer
---@param height integer
---@return boolean
local function would_hide_cursor(source, width, height)
  local row = vim.fn.winline() - 1
  local column = vim.fn.wincol() - 1
  if vim.api.nvim_get_current_win() ~= source then
    return false
  end
  -- The border takes one cell on each side.
  return row < height + 2 and column >= vim.api.nvim_win_get_width(source) - width - 2
end

--- The configuration of a float of this size in the window of the game.
---@param source integer
---@param width integer
---@param height integer
---@return vim.api.keyset.win_config
local function float_config(source, width, height)
  local is_below = would_hide_cursor(source, width, height)
  return {
    relative = 'win',
    win = source,
    anchor = is_below and 'SE' or 'NE',
    row = is_below and vim.api.nvim_win_get_height(source) or 0,
    col = vim.api.nvim_win_get_width(source),
    width = width,
    height = height,
  }
end

---@param lines string[]
---@return integer
local function widest(lines)
  return math.max(1, unpack(vim.tbl_map(vim.fn.strdisplaywidth, lines)))
end

---@param position string
---@return boolean
local function is_row(position)
  return position == 'above' or position == 'below'
end

--- Opens a window for the board of the game in `source`.
---@param source integer
---@param position 'float'|'left'|'right'|'above'|'below'
---@param width integer The width of the board in cells.
---@param height integer Its height in lines.
---@return scoresheet.BoardWindow
function M.open(source, position, width, height)
  local buffer = pane.buffer('scoresheetboard')
  local config
  if position == 'float' then
    -- Neovim 0.11 has a global option for borders.
    local has_border = vim.fn.exists('+winborder') == 1 and vim.o.winborder ~= ''
    config = vim.tbl_extend('error', float_config(source, width, height), {
      style = 'minimal',
      border = not has_border and 'rounded' or nil,
      focusable = false,
      noautocmd = true,
      zindex = Z_INDEX,
    })
  else
    config = { split = position, win = source, style = 'minimal' }
    config[is_row(position) and 'height' or 'width'] = is_row(position) and height or width + 1
  end
  local window = vim.api.nvim_open_win(buffer, false, config)
  vim.wo[window][0].wrap = false
  vim.wo[window][0].statusline = ' Board'
  vim.wo[window][0].winfixwidth = position == 'left' or position == 'right'
  vim.wo[window][0].winfixheight = is_row(position)
  return { window = window, buffer = buffer, position = position, height = height }
end

--- Whether it is still open.
---@param board scoresheet.BoardWindow
---@return boolean
function M.is_open(board)
  return pane.is_open(board.window, board.buffer)
end

--- The width of a window above or below the game, where the text has room beside the diagram.
---@param board scoresheet.BoardWindow
---@return integer?
function M.room(board)
  return is_row(board.position) and vim.api.nvim_win_get_width(board.window) or nil
end

--- Makes a window above or below as high as its lines, as far as the game keeps some of its own. It does not get lower again, as the text would
--- jump with every move; and a height that the user has given stays until more lines come.
---@param board scoresheet.BoardWindow
---@param source integer
---@param lines integer
local function grow(board, source, lines)
  if lines <= board.height then
    return
  end
  board.height = lines
  local both = vim.api.nvim_win_get_height(board.window) + vim.api.nvim_win_get_height(source)
  vim.api.nvim_win_set_height(board.window, math.min(lines, math.max(both - TEXT_LINES, math.floor(both / 2))))
end

--- Replaces its lines; a float is resized and placed in the corner of `source` that does not hide the cursor.
---@param board scoresheet.BoardWindow
---@param source integer
---@param lines string[]
---@param marks scoresheet.Mark[]
function M.show(board, source, lines, marks)
  pane.write(board.buffer, namespace, lines, marks)
  if board.position == 'float' then
    vim.api.nvim_win_set_config(board.window, float_config(source, widest(lines), #lines))
  elseif is_row(board.position) then
    grow(board, source, #lines)
  end
end

---@param board scoresheet.BoardWindow
function M.close(board)
  pane.close(board.window, board.buffer)
end

return M
