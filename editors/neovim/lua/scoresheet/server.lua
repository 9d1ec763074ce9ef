--- Starts the language server, on Neovim 0.11 and 0.10.

local M = {}

M.NAME = 'scoresheet'

--- How long a server that was started without a file may take until it answers, in milliseconds. It usually takes less than a tenth.
local PATIENCE = 3000

--- The configuration of `lsp/scoresheet.lua`, merged with the user's.
---@return vim.lsp.Config
function M.config()
  local own = vim.lsp.config and vim.lsp.config[M.NAME]
  if not own then
    local file = vim.api.nvim_get_runtime_file('lsp/scoresheet.lua', false)[1]
    own = dofile(file)
  end
  return vim.tbl_deep_extend('force', own, require('scoresheet.config').get().server)
end

--- The root of the workspace of a file or folder: the folder with a root marker around it, or else the current folder if the file is in it. The
--- home folder is no collection of games.
---@param path string
---@return string?
function M.root(path)
  local marked = vim.fs.root(path, M.config().root_markers)
  if marked then
    return marked
  end
  local here = vim.fs.normalize(vim.fn.getcwd())
  local is_inside = vim.startswith(vim.fs.normalize(path) .. '/', here .. '/')
  local is_wide = here == vim.fs.normalize('~') or vim.fs.dirname(here) == here
  return is_inside and not is_wide and here or nil
end

--- The configuration with the root of a file or folder. What the user has set as the root wins.
---@param path string
---@return vim.lsp.ClientConfig
local function config_of(path)
  local config = M.config()
  config.name = M.NAME
  if type(config.root_dir) ~= 'string' then
    config.root_dir = M.root(path)
  end
  -- The user's capabilities are merged into the defaults, as Neovim 0.11 does.
  config.capabilities =
    vim.tbl_deep_extend('force', vim.lsp.protocol.make_client_capabilities(), config.capabilities or {})
  return config
end

--- Starts the server for a buffer, or attaches the buffer to the running server of its workspace (Neovim 0.10).
---@param buffer integer
local function start(buffer)
  vim.lsp.start(config_of(vim.api.nvim_buf_get_name(buffer)), {
    bufnr = buffer,
    -- By default Neovim 0.10 starts another server for every file outside of a workspace.
    reuse_client = function(client, other)
      local is_same = client.name == other.name and client.config.root_dir == other.root_dir
      return is_same and not client:is_stopped()
    end,
  })
end

--- Starts the server for all open and future files of games or records.
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

--- Calls a function as soon as the server answers about a buffer.
---@param buffer integer
---@param act fun()
function M.when_ready(buffer, act)
  if M.client(buffer) then
    return act()
  end
  vim.api.nvim_create_autocmd('LspAttach', {
    buffer = buffer,
    -- Scheduled, as the client is registered only after `LspAttach`.
    callback = vim.schedule_wrap(function()
      if act and M.client(buffer) then
        local once = act
        act = nil
        once()
      end
    end),
  })
end

--- The client that answers about many games: that of the current buffer, or else any.
---@return vim.lsp.Client?
---@return integer? buffer One that it serves.
function M.any_client()
  local here = M.client()
  if here then
    return here, vim.api.nvim_get_current_buf()
  end
  local client = vim.lsp.get_clients({ name = M.NAME })[1]
  if client then
    return client, next(client.attached_buffers) or vim.api.nvim_get_current_buf()
  end
end

--- The same; where none runs, as no file is open, starts one for the current folder.
---@return vim.lsp.Client?
---@return integer? buffer
function M.client_for_search()
  if not M.any_client() then
    local config = config_of(vim.fn.getcwd())
    if not config.root_dir or vim.fn.executable(config.cmd[1]) == 0 then
      return nil
    end
    local id
    if vim.fn.has('nvim-0.11') == 1 then
      id = vim.lsp.start(config, { attach = false })
    else
      id = vim.lsp.start_client(config)
    end
    vim.wait(PATIENCE, function()
      local client = id and vim.lsp.get_client_by_id(id)
      return client == nil or client.initialized == true
    end, 5)
  end
  return M.any_client()
end

--- Restarts the server for its buffers.
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
  -- The old server takes a moment to exit; do not confuse the new one with it.
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
