--- The colours of the board. A colour scheme or a user can set each of them; existing highlights are kept.

local M = {}

-- Between white and black, so that the pieces of both are visible; tinted by the colour scheme's background.
local LIGHT, DARK = 0x7f94a8, 0x5b6d80
local LAST_MOVE, CHECK = 0x8f8b3e, 0xb94a48
local GREEN, RED, BLUE, YELLOW = 0x4f8f4f, 0xa85a4a, 0x4a72b0, 0xa8852f
local WHITE, BLACK = 0xffffff, 0x000000
-- The parts of a bar of results, with text that can be read on them.
local BAR_WHITE, BAR_DRAW, BAR_BLACK = 0xe8e8e8, 0x8a8a8a, 0x3a3a3a

--- The share of the background in a colour.
local TINT = 0.12

--- The groups of the colours in comments.
---@type table<string, string>
M.OF_COLOUR = {
  green = 'ScoresheetGreen',
  red = 'ScoresheetRed',
  blue = 'ScoresheetBlue',
  yellow = 'ScoresheetYellow',
}

--- Mixes a colour with `share` of another, channel by channel.
---@param colour integer
---@param other integer
---@param share number From 0 to 1.
---@return integer
function M.blend(colour, other, share)
  local blended = 0
  for shift = 16, 0, -8 do
    local one = bit.band(bit.rshift(colour, shift), 0xff)
    local two = bit.band(bit.rshift(other, shift), 0xff)
    blended = blended + bit.lshift(math.floor(one + (two - one) * share + 0.5), shift)
  end
  return blended
end

--- The groups, and their colours on this background.
---@param background integer
---@return table<string, vim.api.keyset.highlight>
local function groups(background)
  local function square(colour, terminal)
    return { bg = M.blend(colour, background, TINT), ctermbg = terminal }
  end
  return {
    ScoresheetLight = square(LIGHT, 103),
    ScoresheetDark = square(DARK, 60),
    ScoresheetLastMove = square(LAST_MOVE, 100),
    ScoresheetCheck = square(CHECK, 131),
    ScoresheetGreen = square(GREEN, 65),
    ScoresheetRed = square(RED, 130),
    ScoresheetBlue = square(BLUE, 61),
    ScoresheetYellow = square(YELLOW, 136),
    ScoresheetWhitePiece = { fg = WHITE, ctermfg = 231, bold = true },
    ScoresheetBlackPiece = { fg = BLACK, ctermfg = 16, bold = true },
    ScoresheetCoordinate = { link = 'LineNr' },
    ScoresheetTitle = { link = 'Title' },
    ScoresheetOpening = { link = 'Identifier' },
    ScoresheetEvaluation = { link = 'Number' },
    ScoresheetDetail = { link = 'Comment' },
    ScoresheetNext = { link = 'Special' },
    ScoresheetBarWhite = { bg = BAR_WHITE, fg = BLACK, ctermbg = 254, ctermfg = 16 },
    ScoresheetBarDraw = { bg = BAR_DRAW, fg = BLACK, ctermbg = 245, ctermfg = 16 },
    ScoresheetBarBlack = { bg = BAR_BLACK, fg = WHITE, ctermbg = 237, ctermfg = 231 },
  }
end

--- The last values that were set here, by group: other values come from a colour scheme or a user.
---@type table<string, vim.api.keyset.get_hl_info>
local own = {}

local function apply()
  local normal = vim.api.nvim_get_hl(0, { name = 'Normal', link = false })
  local background = normal.bg or (vim.o.background == 'dark' and BLACK or WHITE)
  for name, group in pairs(groups(background)) do
    local current = vim.api.nvim_get_hl(0, { name = name })
    if vim.tbl_isempty(current) or vim.deep_equal(current, own[name]) then
      vim.api.nvim_set_hl(0, name, group)
      own[name] = vim.api.nvim_get_hl(0, { name = name })
    end
  end
end

--- Defines the groups, now and whenever the colours of the background change.
function M.define()
  apply()
  local group = vim.api.nvim_create_augroup('scoresheet.highlights', {})
  vim.api.nvim_create_autocmd('ColorScheme', { group = group, callback = apply })
  -- Without a colour scheme, only this changes the colours.
  vim.api.nvim_create_autocmd('OptionSet', { group = group, pattern = 'background', callback = apply })
end

return M
