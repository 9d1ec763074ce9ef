--- Text objects, deleted.

local h = require('harness')

local TAGS = '[Event "Test"]\n\n'

--- Types keys in movetext, and compares the movetext then.
---@param name string
---@param before string
---@param keys string
---@param after string
local function case(name, before, keys, after)
  h.test(name, function()
    h.open(TAGS .. before .. '\n')
    h.type(keys)
    h.equal(h.text(), TAGS .. after)
  end)
end

case('dim', '1. e4 e5 2. N|f3 Nc6 *', 'dim', '1. e4 e5 2.  Nc6 *')
case('cim', '1. e4 e5 2. N|f3 Nc6 *', 'cimNc3<Esc>', '1. e4 e5 2. Nc3 Nc6 *')
case('dam with a number', '1. e4 e5 2. N|f3 Nc6 *', 'dam', '1. e4 e5 Nc6 *')
case('dam with a comment', '1. e4 e|5 $1 {good} (1... c5) 2. Nf3 *', 'dam', '1. e4 (1... c5) 2. Nf3 *')
case('dam of the only move', '1. e|4 *', 'dam', '*')
case('dav', '1. e4 e5 (1... c5 {a} 2. N|f3) 2. Nf3 *', 'dav', '1. e4 e5 2. Nf3 *')
case('div', '1. e4 e5 ( 1... c|5 ) 2. Nf3 *', 'div', '1. e4 e5 (  ) 2. Nf3 *')
case('d2av', '1. e4 e5 (1... c5 (1... e|6 2. d4) 2. Nc3) 2. Nf3 *', 'd2av', '1. e4 e5 2. Nf3 *')
case('dav over lines', '1. e4 e5 (1... c|5\n2. Nf3)\n2. Nf3 *', 'dav', '1. e4 e5 \n2. Nf3 *')
case('dac', '1. e4 {the best |move [%clk 0:01:00]} e5 *', 'dac', '1. e4 e5 *')
case('cic', '1. e4 { the best |move } e5 *', 'cicnew<Esc>', '1. e4 { new } e5 *')
case('dic with other scripts', '1. e4 {Луч|ший ход ♔} e5 *', 'dic', '1. e4 {} e5 *')
case('dac of a line', '1. e4 ; to the |end\ne5 *', 'dac', '1. e4 \ne5 *')
case('outside of any', '1. e4 |e5 *', 'dav', '1. e4 e5 *')

local GAMES = '[Event "A"]\n\n1. e4 *\n\n[Event "B"]\n\n1. |d4 *\n\n\n[Event "C"]\n\n1. c4 *\n'

h.test('dag', function()
  h.open(GAMES)
  h.type('dag')
  h.equal(h.text(), '[Event "A"]\n\n1. e4 *\n\n[Event "C"]\n\n1. c4 *')
end)

h.test('dig', function()
  h.open(GAMES)
  h.type('dig')
  h.equal(h.text(), '[Event "A"]\n\n1. e4 *\n\n\n\n[Event "C"]\n\n1. c4 *')
end)

h.test('a selection for the eye', function()
  h.open(TAGS .. '1. e4 e5 (1... c|5 2. Nf3) *\n')
  h.type('viv"xy')
  h.equal(vim.fn.getreg('x'), '1... c5 2. Nf3')
end)
