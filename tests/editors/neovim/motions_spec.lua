--- Ways through a game.

local h = require('harness')

local TAGS = '[Event "Test"]\n\n'
local GAMES = '[Event "A"]\n\n1. e4 *\n\n[Event "B"]\n\n1. d4\nd5 *\n\n\n[Event "C"]\n\n1. c4 *'

--- Types keys in a text, and compares where the cursor is then.
---@param name string
---@param before string
---@param keys string
---@param after string
local function case(name, before, keys, after)
  h.test(name, function()
    h.open(before .. '\n')
    h.type(keys)
    h.equal(h.with_cursor(), after)
  end)
end

case('next move', TAGS .. '1. |e4 e5 (1... c5) 2. Nf3 *', ']m', TAGS .. '1. e4 |e5 (1... c5) 2. Nf3 *')
case('next move over a variation', TAGS .. '1. e4 |e5 (1... c5) 2. Nf3 *', ']m', TAGS .. '1. e4 e5 (1... c5) 2. |Nf3 *')
case('next move with a count', TAGS .. '|1. e4 e5 2. Nf3 *', '3]m', TAGS .. '1. e4 e5 2. |Nf3 *')
case('next move of the last one', TAGS .. '1. e4 |e5 *', ']m', TAGS .. '1. e4 |e5 *')
case('previous move', TAGS .. '1. e4 e5 (1... c5) 2. |Nf3 *', '[m', TAGS .. '1. e4 |e5 (1... c5) 2. Nf3 *')
case('previous move of a variation', TAGS .. '1. e4 e5 (1... |c5) 2. Nf3 *', '[m', TAGS .. '1. |e4 e5 (1... c5) 2. Nf3 *')
case('before the first move', TAGS .. '1. |e4 e5 *', '[m', TAGS .. '|1. e4 e5 *')
case('into a variation of this move', TAGS .. '1. e4 |e5 (1... c5) 2. Nf3 *', ']v', TAGS .. '1. e4 e5 (1... |c5) 2. Nf3 *')
case('into a variation further on', TAGS .. '1. |e4 e5 2. Nf3 Nc6 (2... d6) *', ']v', TAGS .. '1. e4 e5 2. Nf3 Nc6 (2... |d6) *')
case('to the next variation of a move', TAGS .. '1. e4 e5 (1... |c5) (1... e6) *', ']v', TAGS .. '1. e4 e5 (1... c5) (1... |e6) *')
case('out of a variation', TAGS .. '1. e4 e5 (1... c5 2. |Nf3) *', '[v', TAGS .. '1. e4 |e5 (1... c5 2. Nf3) *')
case('a motion for an operator', TAGS .. '1. e4 |e5 2. Nf3 *', 'd]m', TAGS .. '1. e4 |Nf3 *')
case('columns of other scripts', TAGS .. '1. |e4 {Дебют ♔} e5 *', ']m', TAGS .. '1. e4 {Дебют ♔} |e5 *')
case('next game', (GAMES:gsub('%]', '|]', 1)), ']]', (GAMES:gsub('%[Event "B"', '|%0')))
case('next game of the last one but one, twice', (GAMES:gsub('1%. e4', '|%0')), '2]]', (GAMES:gsub('%[Event "C"', '|%0')))
case('the beginning of this game', (GAMES:gsub('d5', '|%0')), '[[', (GAMES:gsub('%[Event "B"', '|%0')))
case('the game before', (GAMES:gsub('d5', '|%0')), '2[[', ('|' .. GAMES))

h.test('`` leads back', function()
  h.open(TAGS .. '1. |e4 e5 2. Nf3 *\n')
  h.type('2]m``')
  h.equal(h.with_cursor(), TAGS .. '1. |e4 e5 2. Nf3 *')
end)
