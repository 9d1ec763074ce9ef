//! `server/docs/semantic-tokens.md`: the types of semantic tokens, generated from their definition.

use std::fmt::Write as _;

use scoresheet_ide::semantic_tokens::{Modifiers, TokenType};

/// The page of all types and modifiers in Markdown.
pub fn tokens_page() -> String {
    let mut page = String::from(
        "# Semantic tokens\n\n<!-- Generated from the types: `UPDATE=1 cargo test -p scoresheet-tests --test docs`. -->\n\n\
         The names of the parts of a game, with which an editor chooses their colours. An editor that supports the type `move` \
         (`textDocument.semanticTokens.tokenTypes`) gets the names of the first column; others get those of the second column, which \
         every colour theme supports.\n\n| type | protocol's own type | what |\n|---|---|---|\n",
    );
    for kind in TokenType::ALL {
        // Writing to a string cannot fail.
        let _ = writeln!(page, "| `{}` | `{}` | {} |", kind.name(), kind.standard_name(), kind.documentation());
    }
    page.push_str("\n| modifier | what |\n|---|---|\n");
    for (name, what) in Modifiers::NAMES {
        let _ = writeln!(page, "| `{name}` | {what} |");
    }
    page
}
