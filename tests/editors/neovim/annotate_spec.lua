--- Annotations, from the text and from the board.

local h = require('harness')
local board = require('scoresheet.board')

local TAGS = '[Event "Test"]\n\n'

--- Answers the next prompt with `text`.
---@param text string
---@return table options What the prompt was given, once it came.
local function answer(text)
  local input, options = vim.ui.input, {}
  vim.ui.input = function(given, on_confirm)
    vim.ui.input = input
    for key, value in pairs(given) do
      options[key] = value
    end
    on_confirm(text)
  end
  return options
end

--- Waits until the text is this.
---@param expected string
local function await_text(expected)
  h.await('the text ' .. expected, function()
    return h.text() == TAGS .. expected
  end)
end

h.test('keys write signs, replace them and take them away', function()
  h.open(TAGS .. '1. e4 e|5 *\n')
  h.type('\\1')
  h.equal(h.text(), TAGS .. '1. e4 e5 $1 *')
  h.type('\\6')
  h.equal(h.text(), TAGS .. '1. e4 e5 $6 *')
  h.type('\\6')
  h.equal(h.text(), TAGS .. '1. e4 e5 *')
  vim.cmd('Scoresheet nag !?')
  h.equal(h.text(), TAGS .. '1. e4 e5 $5 *')
  vim.cmd('Scoresheet nag $16')
  h.equal(h.text(), TAGS .. '1. e4 e5 $5 $16 *')
  h.type('u')
  h.equal(h.with_cursor(), TAGS .. '1. e4 e|5 $5 *')
end)

h.test('a comment is written, and offered to be changed', function()
  h.open(TAGS .. '1. e|4 e5 *\n')
  vim.cmd('Scoresheet comment the best move')
  h.equal(h.text(), TAGS .. '1. e4 {the best move} 1... e5 *')
  local options = answer('a good move')
  h.type('\\c')
  await_text('1. e4 {a good move} 1... e5 *')
  h.equal({ options.prompt, options.default }, { 'Comment on 1. e4: ', 'the best move' })
  answer('')
  h.type('\\c')
  await_text('1. e4 1... e5 *')
end)

h.test('the comment before the first move is that of the game', function()
  h.open('|[Event "Test"]\n\n{ to begin with } 1. e4 *\n')
  local options = answer('at first')
  vim.cmd('Scoresheet comment')
  await_text('{at first} 1. e4 *')
  h.equal({ options.prompt, options.default }, { 'Comment on the game: ', 'to begin with' })
end)

h.test('squares and arrows are typed as the commands have them', function()
  h.open(TAGS .. '1. e4 e|5 *\n')
  vim.cmd('Scoresheet mark g1f3, Rb5 bc5')
  h.contains(h.text(), '[%cal Gg1f3]')
  h.contains(h.text(), '[%csl Rb5,Bc5]')
  answer('bc5 Rb5')
  h.type('\\m')
  h.await('the marks to go', function()
    return not h.text():find('csl', 1, true)
  end)
  local said
  local notify = vim.notify
  vim.notify = function(message)
    said = message
  end
  vim.cmd('Scoresheet mark e9')
  vim.notify = notify
  h.contains(said, 'e9 is no arrow and no square; write e2e4 or e4')
end)

h.test('keys on the board act on the game', function()
  h.open(TAGS .. '1. |e4 e5 (1... c5 2. Nf3) 2. Nf3 *\n')
  local game, source = vim.api.nvim_get_current_buf(), vim.api.nvim_get_current_win()
  local function text()
    return table.concat(vim.api.nvim_buf_get_lines(game, 2, -1, false), '\n')
  end
  local function await_title(title)
    h.await('the title ' .. title, function()
      return h.text():match('^[^\n]*') == title
    end)
  end
  for _, position in ipairs({ 'right', 'float' }) do
    vim.cmd('Scoresheet board ' .. position)
    vim.cmd('Scoresheet board enter')
    await_title(' 1. e4')
    h.type('l')
    await_title(' 1... e5')
    h.type('j')
    await_title(' 1... c5, in a variation')
    h.type('1')
    h.equal(text(), '1. e4 e5 (1... c5 $1 2. Nf3) 2. Nf3 *')
    answer('sharp')
    h.type('c')
    h.await('the comment', function()
      return text() == '1. e4 e5 (1... c5 $1 {sharp} 2. Nf3) 2. Nf3 *'
    end)
    answer('d2d4')
    h.type('m')
    h.await('the arrow', function()
      return text():find('[%cal Gd2d4]', 1, true) and h.text():find('d2 → d4', 1, true)
    end)
    h.type('uuu')
    h.equal(text(), '1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *')
    h.type('<C-R>')
    h.equal(text(), '1. e4 e5 (1... c5 $1 2. Nf3) 2. Nf3 *')
    h.type('ukh')
    await_title(' 1. e4')
    h.equal(vim.api.nvim_get_current_win(), board.window())
    h.type('q')
    h.equal(vim.api.nvim_get_current_win(), source)
  end
end)
