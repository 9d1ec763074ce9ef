--- The language server, for `vim.lsp.enable('scoresheet')` (Neovim 0.11). Neovim 0.10 reads it through `scoresheet.server`.

---@type vim.lsp.Config
return {
  cmd = { 'scoresheet', 'lsp' },
  filetypes = { 'pgn', 'epd', 'fen' },
  -- The root of a workspace. Where there is none of these, the current folder is taken, if the file is in it.
  root_markers = {
    'scoresheet.toml',
    '.git',
    function(_, folder)
      return require('scoresheet.server').is_collection(folder)
    end,
  },
  -- The lens above a game opens its board; the server offers it only to editors that announce the command.
  capabilities = {
    -- Bytes, as Neovim counts them, before all: found games may be in files that are not read.
    general = { positionEncodings = { 'utf-8', 'utf-16', 'utf-32' } },
    experimental = { commands = { commands = { 'scoresheet.showBoard' } } },
    -- Neovim 0.10 does not announce folds, which the plugin requests and shows there.
    -- Nor snippets, which it can expand.
    textDocument = {
      completion = { completionItem = { snippetSupport = true } },
      foldingRange = { lineFoldingOnly = true, foldingRange = { collapsedText = true } },
    },
  },
  commands = {
    ['scoresheet.showBoard'] = function(command, context)
      require('scoresheet.board').show_at(command.arguments[1], context.client_id)
    end,
  },
}
