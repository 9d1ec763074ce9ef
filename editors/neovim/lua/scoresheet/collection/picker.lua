--- Shows the quickfix list in a picker: that of Telescope or fzf-lua where they are installed, or else `vim.ui.select`.

local M = {}

--- The pickers and their modules with a function `quickfix`.
local PICKERS = { { name = 'Telescope', module = 'telescope.builtin' }, { name = 'fzf-lua', module = 'fzf-lua' } }

--- The picker that is installed.
---@return string? name
---@return fun()? show
function M.installed()
  for _, picker in ipairs(PICKERS) do
    local is_there, module = pcall(require, picker.module)
    if is_there then
      return picker.name, module.quickfix
    end
  end
end

--- Shows the quickfix list, and goes to the entry that is chosen.
---@param title string
function M.quickfix(title)
  local _, show = M.installed()
  if show then
    return show()
  end
  local options = {
    prompt = title,
    format_item = function(entry)
      return entry.text
    end,
  }
  vim.ui.select(vim.fn.getqflist(), options, function(_, index)
    if index then
      vim.cmd('cc ' .. index)
    end
  end)
end

return M
