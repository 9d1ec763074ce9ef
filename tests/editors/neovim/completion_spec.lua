--- Completion with CTRL-X CTRL-O, as a user accepts it.

local h = require('harness')

local TAGS = '[White "Anderssen, Adolf"]\n[Black "Bo"]\n\n'

--- Types in insert mode, and returns what is then in the menu.
---@param keys string
---@return string[] labels
local function menu(keys)
  local labels = {}
  vim.keymap.set('i', '<F2>', function()
    labels = vim.tbl_map(function(item)
      return item.abbr
    end, vim.fn.complete_info({ 'items' }).items)
  end, { buffer = 0 })
  h.type(keys:gsub('<MENU>', '<C-X><C-O><F2>'))
  return labels
end

h.test('a move is completed with its number', function()
  h.open(TAGS .. '1. e4 e5| *\n')
  local labels = menu('i <MENU><C-Y><Esc>')
  h.equal({ vim.tbl_contains(labels, 'Nf3'), vim.tbl_contains(labels, 'Ke3') }, { true, false })
  h.contains(h.text(), ('1. e4 e5 2. %s *'):format(labels[1]))
end)

h.test('what has the case of the written letters comes first', function()
  h.open(TAGS .. '1. e4 e5 2. Nf3 Nc6 3. | *\n')
  h.equal(menu('ib<MENU><Esc>')[1]:sub(1, 1), 'b')
  h.open(TAGS .. '1. e4 e5 2. Nf3 Nc6 3. | *\n')
  local labels = menu('iB<MENU><C-Y><Esc>')
  h.equal(labels[1]:sub(1, 1), 'B')
  h.contains(h.text(), ('3. %s *'):format(labels[1]))
end)

h.test('a name is completed as a whole', function()
  h.open(TAGS .. '1. e4 *\n\n[White "|"]\n\n1. d4 *\n')
  -- The server reads the names of the file in the background, and anew after each change.
  h.await('the name', function()
    menu('ci"And<Esc>')
    vim.wait(200)
    -- A single name is written without a menu.
    menu('a<MENU><Esc>')
    return h.text():find('[White "Anderssen, Adolf"]\n\n1. d4 *', 1, true)
  end)
end)

h.test('a snippet is written, and its fields are gone through', function()
  h.open('\n')
  local labels = menu('i<MENU><C-P><C-P><C-P><C-Y>Open<Esc>')
  h.equal(labels[#labels - 1], 'new game')
  h.contains(h.text(), '[Event "Open"]\n[Site "?"]')
  h.equal(h.text():find('new game', 1, true), nil)
end)

h.test('commands of comments are completed, and escape lines are not among them', function()
  h.open(TAGS .. '1. e4 e5| *\n')
  local labels = menu('i { [%<MENU><C-E><Esc>')
  h.equal(labels[1], '[%clk]')
  h.equal(
    vim.tbl_filter(function(label)
      return not vim.startswith(label, '[%')
    end, labels),
    {}
  )
end)

h.test('nothing is offered where nothing can be written', function()
  h.open(TAGS .. '1. e4 |e5 *\n')
  h.equal(menu('i{ words <MENU><Esc>'), {})
end)
