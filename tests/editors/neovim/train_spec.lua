--- Training: the file of mistakes, when its positions are due, and puzzles that are asked one by one.

local h = require('harness')
local boxes = require('scoresheet.train.boxes')
local mistakes = require('scoresheet.train.mistakes')
local record = require('scoresheet.train.record')

local FOOLS_MATE = 'rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq -'
local ITALIAN = 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -'

h.test('positions come up again after longer and longer times', function()
  local state = boxes.missed('2026-11-27')
  h.equal(state, { due = '2026-11-28', box = 1 })
  h.equal({ boxes.is_due(state, '2026-11-27'), boxes.is_due(state, '2026-11-28'), boxes.is_due(nil, '2026-11-27') }, { false, true, true })
  local days = {}
  for _ = 1, 7 do
    state = boxes.answered(state, true, state.due)
    days[#days + 1] = ('%d %s'):format(state.box, state.due)
  end
  h.equal(days, { '2 2026-11-30', '3 2026-12-04', '4 2026-12-12', '5 2026-12-28', '6 2027-01-29', '7 2027-04-03', '7 2027-06-06' })
  h.equal(boxes.answered(state, false, '2028-02-28'), { due = '2028-02-29', box = 1 })
  h.equal(boxes.answered(nil, true, '2026-12-31'), { due = '2027-01-01', box = 1 })
end)

h.test('the state is read from a record and written into it', function()
  local line = ITALIAN .. ' bm Bc5; c9 "box 2, due 2026-12-01"; id "c9 x; y";'
  h.equal(record.state(line), { due = '2026-12-01', box = 2 })
  h.equal(record.state(ITALIAN .. ' bm Bc5; c7 "due 2026-12-01 box 99";'), { due = '2026-12-01', box = #boxes.DAYS })
  h.equal(record.state(ITALIAN .. ' bm Bc5; id "; c9 box 2, due 2026-12-01";'), nil)
  local state = { due = '2027-01-02', box = 3 }
  h.equal(record.with_state(line, state), ITALIAN .. ' bm Bc5; c9 "box 3, due 2027-01-02"; id "c9 x; y";')
  h.equal(record.with_state(ITALIAN .. ' bm Bc5 ', state), ITALIAN .. ' bm Bc5; c9 "box 3, due 2027-01-02";')
  -- What a person wrote into a comment stays.
  h.equal(record.with_state(ITALIAN .. ' c9 "from a book"; bm Bc5;', state), ITALIAN .. ' c9 "from a book"; bm Bc5; c8 "box 3, due 2027-01-02";')
  local full = ITALIAN
  for number = 0, 9 do
    full = ('%s c%d "x";'):format(full, number)
  end
  h.equal(record.with_state(full, state), nil)
  h.equal(record.new(ITALIAN .. ' 3 3', 'Bc5', 'a "b"\nc', state), ITALIAN .. ' bm Bc5; c9 "box 3, due 2027-01-02"; id "a \'b\' c";')
end)

h.test('records and their moves are told from other lines', function()
  h.equal({ record.is_one(ITALIAN), record.is_one('# a b c d'), record.is_one('') }, { true, false, false })
  h.equal({ record.has_move(ITALIAN .. ' id "x";'), record.has_move(ITALIAN .. ' id "x";am Nf6;'), record.has_move(ITALIAN .. ' dm 2;'), record.has_move(ITALIAN .. ' dm 1;') }, { false, true, false, true })
  local line = ITALIAN .. ' bm Nf6  Bc5; id "x";'
  h.equal({ record.asks(line, ITALIAN .. ' 3 3', 'Bc5'), record.asks(line, ITALIAN, 'c5'), record.asks(line, FOOLS_MATE, 'Bc5') }, { true, false, false })
end)

h.test('a mistake is kept once, and is due again when it is repeated', function()
  local games = vim.fn.tempname() .. '.pgn'
  local path, is_new = mistakes.keep(games, ITALIAN .. ' 3 3', 'Bc5', 'first')
  h.equal({ path, is_new }, { (games:gsub('pgn$', 'mistakes.epd')), true })
  vim.fn.writefile({ (vim.fn.readfile(path)[1]:gsub('box 1, due [%d-]+', 'box 4, due 2099-01-01')) }, path)
  vim.cmd('silent checktime')
  vim.cmd('bwipeout! ' .. vim.fn.fnameescape(path))
  mistakes.keep(games, ITALIAN .. ' 3 3', 'Bc5', 'first')
  mistakes.keep(games, FOOLS_MATE, 'Qh4#', 'second')
  local lines = vim.fn.readfile(path)
  h.equal(#lines, 2)
  h.equal(record.state(lines[1]), boxes.missed(boxes.today()))
  h.equal(mistakes.path('/a.b/club'), '/a.b/club.mistakes.epd')
  h.equal(mistakes.path('x.mistakes.epd'), 'x.mistakes.epd')
end)

h.test('a file of mistakes with changes that are not saved is not saved', function()
  local path = mistakes.keep(vim.fn.tempname() .. '.pgn', ITALIAN, 'Bc5', 'first')
  vim.api.nvim_buf_set_lines(vim.fn.bufnr(path), 0, 0, false, { '# mine' })
  mistakes.keep(path, FOOLS_MATE, 'Qh4#', 'second')
  h.equal(#vim.fn.readfile(path), 1)
  h.equal(vim.api.nvim_buf_line_count(vim.fn.bufnr(path)), 3)
end)

h.test('mistakes are called by their game', function()
  local function tags(values)
    local all = {}
    for name, value in pairs(values) do
      all[#all + 1] = { name = name, value = value }
    end
    return all
  end
  h.equal(mistakes.name(tags({ White = 'Tal', Black = 'Bo', Event = 'Riga', Date = '1958.??.??' }), 12), 'Tal - Bo, Riga 1958, move 12')
  h.equal(mistakes.name(tags({ White = '?', Date = '????.??.??' }), 1), '? - ?, move 1')
end)

--- Answers prompts with these texts while `run` runs, and returns the prompts. The last one is not answered.
---@param answers string[]
---@param run fun()
---@return string[]
local function asked(answers, run)
  local input, prompts = vim.ui.input, {}
  vim.ui.input = function(options, on_confirm)
    prompts[#prompts + 1] = options.prompt
    on_confirm(answers[#prompts])
  end
  run()
  h.await('the prompts', function()
    return #prompts > #answers or not require('scoresheet.train').is_on()
  end)
  vim.ui.input = input
  return prompts
end

--- The lines of the board.
---@return string
local function board_text()
  local window = assert(require('scoresheet.board').window())
  return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
end

local SUITE = table.concat({
  '# A suite',
  FOOLS_MATE .. ' bm Qh4#; id "mate";',
  ITALIAN .. ' id "nothing to find";',
  ITALIAN .. ' am h6; id "avoid";',
  ITALIAN .. ' bm Bc5 Nf6; id "Italian";',
  '',
}, '\n')

h.test('the positions of a suite are asked one by one, and those that are missed are kept', function()
  local buffer = h.open(SUITE, 'epd')
  local prompts
  local text = h.said(function()
    prompts = asked({ 'Qf6', 'Nf3', '?', 'Qh4', 'h6', 'Bc5', '!' }, function()
      vim.cmd('Scoresheet study')
    end)
  end)
  h.equal(prompts[1], '1 of 3, Black to move (? hint, ! solution): ')
  h.contains(prompts[2], 'Qf6 is not the move. 1 of 3')
  h.contains(prompts[3], 'Nf3 cannot be played here. 1 of 3')
  h.contains(prompts[4], 'The piece on d8 moves. 1 of 3')
  local kept = mistakes.path(vim.api.nvim_buf_get_name(buffer))
  h.contains(prompts[5], ('Qh4 is right (kept in %s). 2 of 3'):format(vim.fs.basename(kept)))
  h.contains(prompts[6], 'h6 is not the move. 2 of 3')
  h.contains(prompts[7], 'Bc5 is right. 3 of 3')
  h.contains(text, 'The move is Bc5 or Nf6')
  h.contains(text, '0 of 3 solved at the first try, 2 later or with a hint, 1 shown')
  h.equal(vim.tbl_map(record.fields, vim.fn.readfile(kept)), { FOOLS_MATE, ITALIAN })
  -- The suite stays as it is.
  h.equal(h.text(), vim.trim(SUITE))
  h.equal(vim.bo[buffer].modified, false)
  vim.cmd('Scoresheet board close')
end)

h.test('solutions are hidden in the text and on the board until they are found', function()
  local buffer = h.open(FOOLS_MATE .. ' bm Qh4#; id "mate";\n' .. ITALIAN .. ' bm Bc5;\n', 'epd')
  asked({}, function()
    vim.cmd('Scoresheet study')
  end)
  h.equal({ board_text():find('Next', 1, true), board_text():find('→', 1, true) }, {})
  local namespace = vim.api.nvim_get_namespaces()['scoresheet.secrecy']
  local function hidden()
    return vim.tbl_map(function(mark)
      return mark[2]
    end, vim.api.nvim_buf_get_extmarks(buffer, namespace, 0, -1, {}))
  end
  h.equal(hidden(), { 0, 1 })
  h.equal(vim.wo.conceallevel, 2)
  asked({}, function()
    vim.cmd('Scoresheet guess Qh4')
  end)
  h.equal(hidden(), { 1 })
  h.equal(vim.api.nvim_win_get_cursor(0)[1], 2)
  vim.cmd('Scoresheet study')
  h.equal({ hidden(), vim.wo.conceallevel }, { {}, 0 })
  vim.cmd('Scoresheet board close')
end)

h.test('mistakes that are due are trained, and come up again later', function()
  local today = boxes.today()
  local games = vim.fn.tempname() .. '.pgn'
  vim.fn.writefile({ '1. e4 *' }, games)
  local path = mistakes.path(games)
  local later = ITALIAN .. ' bm Bc5; c9 "box 4, due 2099-01-01"; id "later";'
  vim.fn.writefile({
    FOOLS_MATE .. (' bm Qh4#; c9 "box 1, due %s"; id "mate";'):format(today),
    later,
    ITALIAN .. ' bm Nf6; c9 "box 3, due 2020-01-01"; id "late";',
  }, path)
  vim.cmd.edit(games)
  local text = h.said(function()
    local prompts = asked({ 'Qh4#', 'd6', 'Nf6' }, function()
      vim.cmd('Scoresheet train')
    end)
    h.contains(prompts[2], 'Qh4# is right (again in 2 days). 2 of 2')
  end)
  h.contains(text, 'Nf6 is right (again tomorrow). 1 of 2 solved at the first try, 1 later or with a hint')
  h.equal(vim.fn.readfile(path), {
    FOOLS_MATE .. (' bm Qh4#; c9 "box 2, due %s"; id "mate";'):format(boxes.after(today, 2)),
    later,
    ITALIAN .. (' bm Nf6; c9 "box 1, due %s"; id "late";'):format(boxes.after(today, 1)),
  })
  h.contains(
    h.said(function()
      vim.cmd('Scoresheet train')
    end),
    ('Nothing is due before %s'):format(boxes.after(today, 1))
  )
  vim.cmd('silent undo')
  h.contains(vim.fn.getline(3), 'box 3, due 2020-01-01')
  vim.cmd('Scoresheet board close')
end)

h.test('a file that is not there, or has nothing to find, is explained', function()
  h.open('1. e4 *\n')
  h.contains(
    h.said(function()
      vim.cmd('Scoresheet train')
    end),
    'moves that you miss in study mode are kept there'
  )
  local path = vim.fn.tempname() .. '.epd'
  vim.fn.writefile({ ITALIAN }, path)
  h.contains(
    h.said(function()
      vim.cmd('Scoresheet train ' .. path)
    end),
    'No record has a move to find'
  )
end)
