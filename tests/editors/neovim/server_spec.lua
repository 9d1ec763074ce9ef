--- The server in the editor: what is found, shown and done.

local h = require('harness')

local FAULT = '[Event "Test"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 *\n'

h.test('file types are known', function()
  for extension, filetype in pairs({ pgn = 'pgn', epd = 'epd', fen = 'fen', PGN = 'pgn' }) do
    h.equal(vim.filetype.match({ filename = 'games.' .. extension }), filetype)
  end
end)

h.test('a fault is shown where it is', function()
  local buffer = h.open(FAULT)
  local found = h.await('the finding', function()
    return vim.iter(vim.diagnostic.get(buffer)):find(function(diagnostic)
      return diagnostic.code == 'illegal-move'
    end)
  end)
  h.equal({ found.lnum, found.col, found.end_col }, { 2, 23, 26 })
  h.contains(found.message, 'Bb6 cannot be played')
end)

h.test('a hover shows a board in plain text, and no pictures', function()
  h.open('[Event "Test"]\n\n1. e4 e5 2. N|f3 *\n')
  vim.lsp.buf.hover()
  local text = h.float()
  h.contains(text, '2. Nf3')
  h.contains(text, '8  r n b q k b n r')
  h.contains(text, '3  . . . . .[N]. .')
  h.equal(text:find('data:', 1, true), nil)
end)

h.test('a repair is made', function()
  local buffer = h.open('[Event "Test"]\n\n1. e4 e5 2. Nf3 Nc6 3. B|b6 a6 4. Ba4 *\n')
  h.await('the finding', function()
    return #vim.diagnostic.get(buffer, { lnum = 2 }) > 0
  end)
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      return action.title == 'Write Bb5'
    end,
  })
  h.await('the repair', function()
    return h.text():find('3. Bb5 a6', 1, true)
  end)
end)

h.test('all that is safe is repaired at once', function()
  h.open('[Event "Test"]\n\n1. e4 e5 2. g1f3 *\n')
  vim.cmd('Scoresheet fix')
  h.await('the repair', function()
    return h.text():find('2. Nf3', 1, true)
  end)
end)

h.test('a file is formatted', function()
  h.open('[Event "Test"]\n\n1.e4   e5 2.Nf3 *\n')
  vim.cmd('Scoresheet format')
  h.contains(h.text(), '[Round "?"]')
  h.contains(h.text(), '\n1. e4 e5 2. Nf3 *')
end)

h.test('a record is served, too', function()
  local buffer = h.open('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e5; id "x";\n', 'epd')
  local found = h.await('the finding', function()
    return vim.diagnostic.get(buffer)[1]
  end)
  h.contains(found.message, 'e5')
end)

h.test('the server is restarted', function()
  local buffer, before = h.open(FAULT)
  vim.cmd('Scoresheet restart')
  h.await('another server', function()
    local client = vim.lsp.get_clients({ bufnr = buffer, name = 'scoresheet' })[1]
    return client and client.id ~= before.id and client.initialized
  end)
end)

h.test('the games of the workspace in use are listed where there are several', function()
  local before = vim.fn.getcwd()
  for _, name in ipairs({ 'First', 'Second' }) do
    local folder = vim.fn.tempname()
    vim.fn.mkdir(folder)
    vim.fn.writefile({ ('[White "%s"]'):format(name), '', '1. e4 *' }, folder .. '/games.pgn')
    vim.cmd.cd(folder)
    vim.cmd.edit('games.pgn')
    h.await('the server', function()
      return vim.lsp.get_clients({ bufnr = 0 })[1]
    end)
    vim.cmd('Scoresheet scope document')
    vim.cmd('Scoresheet games')
    h.await('the games of ' .. name, function()
      return vim.bo.filetype == 'scoresheetgames' and h.text():find(name, 1, true)
    end)
    h.type('q')
  end
  vim.cmd.cd(before)
end)
