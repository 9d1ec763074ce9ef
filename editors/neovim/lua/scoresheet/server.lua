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

--- Whether a folder is the current one and may be a workspace without being marked: the home folder is no collection of games.
---@param folder string
---@return boolean
function M.is_collection(folder)
  local here = vim.uv.fs_realpath(vim.fn.getcwd())
  local is_wide = here == vim.uv.fs_realpath(vim.fs.normalize('~')) or here == vim.fs.dirname(here or '')
  return here ~= nil and not is_wide and vim.uv.fs_realpath(folder) == here
end

--- The root of the workspace of a file or folder.
---@param path string
---@return string?
local function root_of(path)
  for _, marker in ipairs(M.config().root_markers) do
    local root = vim.fs.root(path, marker)
    if root then
      return root
    end
  end
end

--- The configuration with the root of a file or folder. What the user has set as the root wins.
---@param path string
---@return vim.lsp.ClientConfig
local function config_of(path)
  local config = M.config()
  config.name = M.NAME
  if type(config.root_dir) ~= 'string' then
    config.root_dir = root_of(path)
  end
  -- The user's capabilities are merged into the defaults, as Neovim 0.11 does.
  config.capabilities =
    vim.tbl_deep_extend('force', vim.lsp.protocol.make_client_capabilities(), config.capabilities or {})
  return config
end

--- Starts the server for a buffer, or attaches the buffer to the running server of its workspace (Neovim 0.10).
---@param buffer integer
function M.start(buffer)
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
      M.start(event.buf)
    end,
  })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.tbl_contains(filetypes, vim.bo[buffer].filetype) then
      M.start(buffer)
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

--- The buffers in the windows of this tab, that of the previous window first, and then the others, the last one used first.
---@return integer[]
local function recent_buffers()
  local found = {}
  for _, window in ipairs({ vim.fn.win_getid(vim.fn.winnr('#')), unpack(vim.api.nvim_tabpage_list_wins(0)) }) do
    found[#found + 1] = vim.api.nvim_win_is_valid(window) and vim.api.nvim_win_get_buf(window) or nil
  end
  local others = vim.fn.getbufinfo({ bufloaded = 1 })
  table.sort(others, function(one, other)
    return one.lastused > other.lastused
  end)
  for _, info in ipairs(others) do
    found[#found + 1] = info.bufnr
  end
  return found
end

--- The client that answers about many games: that of the current buffer, or else that of the file of games that was used last, as each
--- workspace has a client of its own.
---@return vim.lsp.Client?
---@return integer? buffer One that it serves.
function M.any_client()
  local here = M.client()
  if here then
    return here, vim.api.nvim_get_current_buf()
  end
  local all = vim.lsp.get_clients({ name = M.NAME })
  if #all == 0 then
    return nil
  end
  for _, buffer in ipairs(recent_buffers()) do
    local client = M.client(buffer)
    if client then
      return client, buffer
    end
  end
  return all[1], vim.api.nvim_get_current_buf()
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
        M.start(buffer)
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
