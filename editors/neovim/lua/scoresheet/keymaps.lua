--- The keys of buffers of games with the option `keymaps`.

local M = {}

--- The modes of motions, and those of text objects.
local MOTION, OBJECT, NORMAL = { 'n', 'x', 'o' }, { 'x', 'o' }, { 'n' }

---@type { modes: string[], key: string, plug: string }[]
local KEYS = {
  { modes = MOTION, key = ']m', plug = 'next-move' },
  { modes = MOTION, key = '[m', plug = 'previous-move' },
  { modes = MOTION, key = ']v', plug = 'into-variation' },
  { modes = MOTION, key = '[v', plug = 'out-of-variation' },
  { modes = MOTION, key = ']]', plug = 'next-game' },
  { modes = MOTION, key = '[[', plug = 'previous-game' },
  { modes = OBJECT, key = 'am', plug = 'a-move' },
  { modes = OBJECT, key = 'im', plug = 'inner-move' },
  { modes = OBJECT, key = 'av', plug = 'a-variation' },
  { modes = OBJECT, key = 'iv', plug = 'inner-variation' },
  { modes = OBJECT, key = 'ac', plug = 'a-comment' },
  { modes = OBJECT, key = 'ic', plug = 'inner-comment' },
  { modes = OBJECT, key = 'ag', plug = 'a-game' },
  { modes = OBJECT, key = 'ig', plug = 'inner-game' },
  { modes = NORMAL, key = '<LocalLeader>b', plug = 'board' },
  { modes = NORMAL, key = '<LocalLeader>e', plug = 'explorer' },
  { modes = NORMAL, key = '<LocalLeader>/', plug = 'search' },
  { modes = NORMAL, key = '<LocalLeader>l', plug = 'pick' },
  { modes = NORMAL, key = '<LocalLeader>t', plug = 'games' },
  { modes = NORMAL, key = '<LocalLeader>*', plug = 'search-position' },
  { modes = NORMAL, key = '<LocalLeader>f', plug = 'flip' },
  { modes = NORMAL, key = '<LocalLeader>p', plug = 'play' },
  { modes = NORMAL, key = '<LocalLeader>w', plug = 'enter-board' },
  { modes = NORMAL, key = '<LocalLeader>1', plug = 'nag-1' },
  { modes = NORMAL, key = '<LocalLeader>2', plug = 'nag-2' },
  { modes = NORMAL, key = '<LocalLeader>3', plug = 'nag-3' },
  { modes = NORMAL, key = '<LocalLeader>4', plug = 'nag-4' },
  { modes = NORMAL, key = '<LocalLeader>5', plug = 'nag-5' },
  { modes = NORMAL, key = '<LocalLeader>6', plug = 'nag-6' },
  { modes = NORMAL, key = '<LocalLeader>c', plug = 'comment' },
  { modes = NORMAL, key = '<LocalLeader>m', plug = 'mark' },
  { modes = NORMAL, key = '<LocalLeader>s', plug = 'study' },
  { modes = NORMAL, key = '<LocalLeader>g', plug = 'guess' },
  { modes = NORMAL, key = '<LocalLeader>h', plug = 'hint' },
  { modes = NORMAL, key = '<LocalLeader>!', plug = 'solution' },
  { modes = NORMAL, key = '<LocalLeader>T', plug = 'train' },
  { modes = NORMAL, key = '<LocalLeader>a', plug = 'autoplay' },
  { modes = NORMAL, key = '<LocalLeader>r', plug = 'refactor' },
  { modes = NORMAL, key = '<LocalLeader>x', plug = 'fix' },
  { modes = NORMAL, key = '<LocalLeader>y', plug = 'copy-fen' },
}

--- Maps them in a buffer.
---@param buffer integer
function M.attach(buffer)
  for _, one in ipairs(KEYS) do
    local plug = ('<Plug>(scoresheet-%s)'):format(one.plug)
    vim.keymap.set(one.modes, one.key, plug, { buffer = buffer, desc = 'Scoresheet: ' .. one.plug })
  end
end

return M
