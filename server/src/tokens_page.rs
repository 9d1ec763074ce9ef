//! `server/docs/semantic-tokens.md`: the types of semantic tokens, generated from their definition.

use std::fmt::Write as _;

use scoresheet_analysis::semantic_tokens::{Modifiers, TokenType};

/// The page of all types and modifiers in Markdown.
pub fn tokens_page() -> String {
    let mut page = String::from(
        "# Semantic tokens\n\n<!-- Made from the types themselves: `UPDATE=1 cargo test -p scoresheet-tests --test docs`. -->\n\n\
         What the language server calls the parts of a game, to colour them by. An editor that says it knows the type `move` \
         (`textDocument.semanticTokens.tokenTypes`) gets the names of the first column, any other those of the second, which every \
         colour theme knows.\n\n| type | protocol's own type | what |\n|---|---|---|\n",
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
