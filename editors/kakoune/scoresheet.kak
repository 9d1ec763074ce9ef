# Chess games and positions in Kakoune, through kak-lsp 18 or later: goes into ~/.config/kak/autoload/, or into kakrc after
# the line `eval %sh{kak-lsp}`.

hook global BufCreate .*[.][pP][gG][nN] %{ set-option buffer filetype pgn }
hook global BufCreate .*[.][eE][pP][dD] %{ set-option buffer filetype epd }
hook global BufCreate .*[.][fF][eE][nN] %{ set-option buffer filetype fen }

hook -group scoresheet global BufSetOption filetype=(pgn|epd|fen) %{
    set-option buffer lsp_servers %{
        [scoresheet]
        root_globs = ["scoresheet.toml", ".git"]
        command = "scoresheet"
        args = ["lsp"]
    }
}

hook -group scoresheet global BufSetOption filetype=pgn %{
    set-option buffer comment_line ';'
    set-option buffer comment_block_begin '{ '
    set-option buffer comment_block_end ' }'
}

hook -group scoresheet global WinSetOption filetype=(pgn|epd|fen) %{
    lsp-enable-window
    lsp-inlay-diagnostics-enable window
    lsp-inlay-hints-enable window
    # Highlighting by semantic tokens, as there is no grammar.
    hook window -group semantic-tokens BufReload .* lsp-semantic-tokens
    hook window -group semantic-tokens NormalIdle .* lsp-semantic-tokens
    hook window -group semantic-tokens InsertIdle .* lsp-semantic-tokens
    hook -once -always window WinSetOption filetype=.* %{
        remove-hooks window semantic-tokens
    }
}
