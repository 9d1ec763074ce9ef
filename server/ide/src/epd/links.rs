//! Document links in records and comment lines.

use scoresheet_grammar::epd::EpdFile;

use crate::document_links::{DocumentLink, MOST_LINKS, addresses};

/// Returns the web addresses in file order, at most 10,000. Linear in the file.
pub fn record_links(file: &EpdFile) -> Vec<DocumentLink> {
    let chunks = file.units().filter(|(_, chunk)| memchr::memmem::find(chunk.text().as_bytes(), b"://").is_some());
    let links = chunks.flat_map(|(start, chunk)| {
        addresses(chunk.text()).map(move |at| DocumentLink {
            target: chunk.text()[at.clone()].to_owned(),
            range: at.start + start..at.end + start,
            tooltip: "Open the page".to_owned(),
        })
    });
    links.take(MOST_LINKS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_with_their_ranges() {
        let text = "# 🏆 https://example.org/a.\r\n4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"see http://x.org/b\";\r\n";
        let found = record_links(&EpdFile::parse(text));
        let targets: Vec<&str> = found.iter().map(|link| link.target.as_str()).collect();
        assert_eq!(targets, ["https://example.org/a", "http://x.org/b"]);
        assert!(found.iter().all(|link| text[link.range.clone()] == link.target));
    }
}
