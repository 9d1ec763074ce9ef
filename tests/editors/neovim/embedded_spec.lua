--- Chess in Markdown, AsciiDoc and LaTeX.

local h = require('harness')
local board = require('scoresheet.board')

local NOTES = '# é 1. e4 e5 2. Ke3\n\n> é\n> ```pgn\n> 1.e4 {é} e5\n> 2. N|f3 Nc6\n> ```\n\n- a\n\n  ```pgn\n  1. e4 e5 2. Ke3\n  ```\n'

h.test('a fault in a block is shown where it is', function()
  local buffer = h.open(NOTES, 'md')
  local found = h.await('the finding', function()
    return vim.diagnostic.get(buffer)[1]
  end)
  h.equal({ found.code, found.lnum, found.col, found.end_col }, { 'illegal-move', 11, 14, 17 })
  h.equal(#vim.diagnostic.get(buffer), 1)
end)

h.test('faults in AsciiDoc and in LaTeX are shown where they are', function()
  local asciidoc = '= 1. e4 e5 2. Ke3\n\n[source,pgn]\n----\n1. e4 e5 2. K|e3\n----\n'
  local latex = '\\documentclass{article}\n\\newgame\n\\mainline{1. e4 e5} and \\mainline{2. K|e3}\n'
  for extension, document in pairs({ adoc = { asciidoc, 4, 12 }, tex = { latex, 2, 37 } }) do
    local buffer = h.open(document[1], extension)
    local found = h.await('the finding in ' .. extension, function()
      return vim.diagnostic.get(buffer)[1]
    end)
    h.equal({ found.code, found.lnum, found.col, #vim.diagnostic.get(buffer) }, { 'illegal-move', document[2], document[3], 1 })
  end
end)

h.test('a hover in LaTeX knows the moves before', function()
  h.open('\\newgame\n\\mainline{1. e4 e5} and \\mainline{2. N|f3 Nc6}\n', 'tex')
  vim.lsp.buf.hover()
  h.contains(h.float(), '2. Nf3')
end)

h.test('blocks are formatted, and nothing else', function()
  h.open(NOTES, 'md')
  vim.cmd('Scoresheet format')
  local expected = NOTES:gsub('|', ''):gsub('> 1%.e4 {é} e5\n> 2%. Nf3', '> 1. e4 { é } 1... e5 2. Nf3')
  h.await('the format', function()
    return h.text() .. '\n' == expected or h.text() == expected
  end)
end)

h.test('a hover and the board show the position in the block', function()
  h.open(NOTES, 'md')
  vim.lsp.buf.hover()
  h.contains(h.float(), '2. Nf3')
  vim.cmd('Scoresheet board right')
  h.await('the board', function()
    local window = board.window()
    local lines = window and vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false) or {}
    return lines[1] and lines[1]:find('2. Nf3', 1, true)
  end)
  vim.cmd('Scoresheet board')
end)

h.test('a document without a block starts no server, and one that gets a block does', function()
  vim.cmd('silent! only!')
  local name = vim.fn.tempname() .. '.md'
  vim.fn.writefile({ '# 1. e4 e5 2. Ke3', '', '```', '1. e4', '```' }, name)
  vim.cmd.edit(vim.fn.fnameescape(name))
  local buffer = vim.api.nvim_get_current_buf()
  local function client()
    return vim.lsp.get_clients({ bufnr = buffer, name = 'scoresheet' })[1]
  end
  vim.wait(300, client, 10)
  h.equal(client(), nil)
  h.type('Go```pgn<CR>1. e5<CR>```<Esc>')
  vim.api.nvim_exec_autocmds('InsertLeave', { buffer = buffer })
  local found = h.await('the finding', function()
    return vim.diagnostic.get(buffer)[1]
  end)
  h.equal(found.code, 'illegal-move')
end)
