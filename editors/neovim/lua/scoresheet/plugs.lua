--- The <Plug> mappings, which have no effect until a user maps keys to them.

---@param modes string[]
---@param name string
---@param description string
---@param run fun()
local function plug(modes, name, description, run)
  vim.keymap.set(modes, ('<Plug>(scoresheet-%s)'):format(name), run, { desc = description })
end

--- A function of a module that is loaded on first call.
---@param module string
---@param name string
---@param argument? any
---@return fun()
local function lazily(module, name, argument)
  return function()
    require('scoresheet.' .. module)[name](argument)
  end
end

for name, description in pairs({
  next_move = 'Next move',
  previous_move = 'Previous move',
  into_variation = 'Enter the next variation',
  out_of_variation = 'Leave the variation',
  next_game = 'Next game',
  previous_game = 'Previous game',
}) do
  plug({ 'n', 'x', 'o' }, (name:gsub('_', '-')), description, lazily('motions', name))
end

for _, name in ipairs({ 'move', 'variation', 'comment', 'game' }) do
  plug({ 'x', 'o' }, 'a-' .. name, 'A ' .. name, lazily('textobjects', name, false))
  plug({ 'x', 'o' }, 'inner-' .. name, 'Inner ' .. name, lazily('textobjects', name, true))
end

plug({ 'n' }, 'board', 'Show or hide the board', lazily('board', 'toggle'))
plug({ 'n' }, 'explorer', 'Show or hide the explorer', lazily('explorer', 'toggle'))
plug({ 'n' }, 'search', 'Search for games', lazily('collection.search', 'prompt'))
plug({ 'n' }, 'games', 'Show the table of games', lazily('table', 'open'))
plug({ 'n' }, 'pick', 'Pick one of the games', lazily('collection.search', 'pick', ''))
plug({ 'n' }, 'search-position', 'Search for games with this position', lazily('collection.search', 'position'))
plug({ 'n' }, 'flip', 'Flip the board', lazily('board', 'flip'))
plug({ 'n' }, 'play', 'Play a move', lazily('play', 'choose'))
for number, sign in ipairs({ '!', '?', '!!', '??', '!?', '?!' }) do
  plug({ 'n' }, 'nag-' .. number, 'Write or take away ' .. sign, lazily('annotate', 'nag', number))
end
plug({ 'n' }, 'comment', 'Write the comment', lazily('annotate', 'comment'))
plug({ 'n' }, 'mark', 'Mark squares and draw arrows', lazily('annotate', 'choose_marks'))
plug({ 'n' }, 'study', 'Start or end study mode', lazily('study', 'toggle'))
plug({ 'n' }, 'guess', 'Guess the next move', lazily('study', 'prompt'))
plug({ 'n' }, 'hint', 'Which piece moves next', lazily('study', 'hint'))
plug({ 'n' }, 'solution', 'Show the move that was played', lazily('study', 'solve'))
plug({ 'n' }, 'train', 'Train the mistakes that are due', lazily('train', 'train'))
plug({ 'n' }, 'autoplay', 'Play the game through', lazily('autoplay', 'toggle'))
plug({ 'n' }, 'enter-board', 'Put the cursor on the board', lazily('board', 'enter'))
plug({ 'n' }, 'refactor', 'Refactor the game', lazily('actions', 'refactor'))
plug({ 'n' }, 'fix', 'Apply all safe fixes', lazily('actions', 'fix_all'))
plug({ 'n' }, 'copy-fen', 'Copy the position', lazily('position', 'copy_fen'))
