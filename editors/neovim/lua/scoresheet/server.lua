--- Starting the language server, on Neovim 0.11 and 0.10.

local M = {}

M.NAME = 'scoresheet'

--- What `lsp/scoresheet.lua` of this plugin says, with what the user says of the server.
---@return vim.lsp.Config
function M.config()
  local own = vim.lsp.config and vim.lsp.config[M.NAME]
  if not own then
    local file = vim.api.nvim_get_runtime_file('lsp/scoresheet.lua', false)[1]
    own = dofile(file)
  end
  return vim.tbl_deep_extend('force', own, require('scoresheet.config').get().server)
end

--- Starts the server for a buffer, or attaches it to the one that runs for its workspace (Neovim 0.10).
---@param buffer integer
local function start(buffer)
  local config = M.config()
  config.name = M.NAME
  config.root_dir = config.root_dir or vim.fs.root(buffer, config.root_markers)
  -- What is said of them is added to all others, as Neovim 0.11 does by itself.
  config.capabilities =
    vim.tbl_deep_extend('force', vim.lsp.protocol.make_client_capabilities(), config.capabilities or {})
  vim.lsp.start(config, {
    bufnr = buffer,
    -- By default Neovim 0.10 starts another server for every file outside of a workspace.
    reuse_client = function(client, other)
      local is_same = client.name == other.name and client.config.root_dir == other.root_dir
      return is_same and not client:is_stopped()
    end,
  })
end

--- Starts the server for each file of games or records that is open or will be.
function M.enable()
  if vim.lsp.enable then
    vim.lsp.config(M.NAME, require('scoresheet.config').get().server)
    vim.lsp.enable(M.NAME)
    return
  end
  local filetypes = M.config().filetypes
  local group = vim.api.nvim_create_augroup('scoresheet.server', {})
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = filetypes,
    callback = function(event)
      start(event.buf)
    end,
  })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.tbl_contains(filetypes, vim.bo[buffer].filetype) then
      start(buffer)
    end
  end
end

--- The server's client of a buffer.
---@param buffer? integer The current one by default.
---@return vim.lsp.Client?
function M.client(buffer)
  return vim.lsp.get_clients({ bufnr = buffer or vim.api.nvim_get_current_buf(), name = M.NAME })[1]
end

--- Ends the server and starts it again for the buffers that it served.
function M.restart()
  local clients = vim.lsp.get_clients({ name = M.NAME })
  local buffers = {}
  for _, client in ipairs(clients) do
    vim.list_extend(buffers, vim.tbl_keys(client.attached_buffers))
    -- In Neovim 0.10 the method's first argument would be whether to kill it.
    if vim.fn.has('nvim-0.11') == 1 then
      client:stop()
    else
      vim.lsp.stop_client(client.id)
    end
  end
  local function again()
    for _, buffer in ipairs(buffers) do
      if vim.api.nvim_buf_is_loaded(buffer) then
        start(buffer)
      end
    end
  end
  -- A server that is asked to end takes a moment; its successor must not be taken for it.
  local timer = assert(vim.uv.new_timer())
  timer:start(
    10,
    20,
    vim.schedule_wrap(function()
      local is_gone = vim.iter(clients):all(function(client)
        return client:is_stopped()
      end)
      if is_gone and not timer:is_closing() then
        timer:close()
        again()
      end
    end)
  )
end

return M
