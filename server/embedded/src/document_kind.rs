//! The kinds of documents that hold blocks, by the names of files and by what editors call them.

use crate::block::Block;
use crate::step::Step;
use crate::{asciidoc, latex, markdown};

/// A kind of document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentKind {
    /// CommonMark with the extensions that GitHub and Obsidian read.
    Markdown,
    /// AsciiDoc.
    AsciiDoc,
    /// LaTeX with the packages skak and xskak.
    Latex,
}

/// Extensions of names of files, what editors call the language, and the kind.
const NAMES: [(&[&str], &[&str], DocumentKind); 3] = [
    (&["md", "markdown", "mdown", "mkd", "qmd", "rmd"], &["markdown", "quarto", "rmd"], DocumentKind::Markdown),
    (&["adoc", "asciidoc"], &["asciidoc", "asciidoctor"], DocumentKind::AsciiDoc),
    (&["tex", "ltx"], &["latex", "tex"], DocumentKind::Latex),
];

impl DocumentKind {
    /// Returns the kind of the files with this extension, in any case.
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<DocumentKind> {
        NAMES.iter().find_map(|(extensions, _, kind)| is_among(extension, extensions).then_some(*kind))
    }

    /// Returns the kind of the documents that editors call this.
    #[must_use]
    pub fn of_language_id(language_id: &str) -> Option<DocumentKind> {
        NAMES.iter().find_map(|(_, languages, kind)| is_among(language_id, languages).then_some(*kind))
    }

    /// Returns the steps of a document, in their order. Linear in the document.
    #[must_use]
    pub fn steps(self, document: &str) -> Vec<Step> {
        let alone = |blocks: Vec<Block>| blocks.into_iter().map(Step::Block).collect();
        match self {
            DocumentKind::Markdown => alone(markdown::blocks(document)),
            DocumentKind::AsciiDoc => alone(asciidoc::blocks(document)),
            DocumentKind::Latex => latex::steps(document),
        }
    }
}

fn is_among(name: &str, names: &[&str]) -> bool {
    names.iter().any(|other| other.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_known_by_their_names() {
        assert_eq!(DocumentKind::of_extension("MD"), Some(DocumentKind::Markdown));
        assert_eq!(DocumentKind::of_extension("adoc"), Some(DocumentKind::AsciiDoc));
        assert_eq!(DocumentKind::of_extension("pgn"), None);
        assert_eq!(DocumentKind::of_language_id("markdown"), Some(DocumentKind::Markdown));
        assert_eq!(DocumentKind::of_language_id("md"), None);
    }
}
