//! The forms of a list of names.

use scoresheet_collection::names::{Kind, Listing, Name, SpeltName};
use serde_json::{Value as Json, json};

use crate::cli::arguments::SheetFormat;
use crate::cli::output::{Grid, counted, json_object, printable};

use super::Files;

/// The lists in a form.
pub(super) fn printed(listings: &[Listing], files: &Files, format: SheetFormat) -> String {
    let each = |of_kind: &dyn Fn(&Listing) -> String, between: &str| {
        listings.iter().filter(|listing| !listing.names.is_empty()).map(of_kind).collect::<Vec<String>>().join(between)
    };
    match format {
        SheetFormat::Text => {
            each(&|listing| format!("{}\n\n{}", caption(listing), grid(listing, files, "  ").text()), "\n")
        }
        SheetFormat::Markdown => {
            each(&|listing| format!("{}\n\n{}", caption(listing), grid(listing, files, "= ").markdown()), "\n")
        }
        SheetFormat::Html => each(&|listing| grid(listing, files, "= ").html(&caption(listing)), ""),
        SheetFormat::Csv => csv(listings, files),
        SheetFormat::Json => json(listings, files),
    }
}

fn caption(listing: &Listing) -> String {
    let kind = listing.kind.name();
    let (names, spellings) = (listing.names.len(), listing.spellings());
    let names = counted(names, kind);
    match listing.names.len() == spellings {
        true => names,
        false => format!("{names} in {}", counted(spellings, "spelling")),
    }
}

/// A table for people: the other spellings of a name are below it.
fn grid(listing: &Listing, files: &Files, mark: &str) -> Grid {
    let heading = match listing.kind {
        Kind::Player => "Player",
        Kind::Event => "Event",
        Kind::Site => "Site",
    };
    let row = |index: usize, spelling: &SpeltName| {
        let mark = if index == 0 { "" } else { mark };
        let first = spelling.places.first().map_or_else(String::new, |place| files.shown(*place));
        vec![format!("{mark}{}", shown(&spelling.text)), spelling.places.len().to_string(), remark(spelling), first]
    };
    let of_name = |name: &Name| -> Vec<Vec<String>> {
        name.spellings.iter().enumerate().map(|(index, spelling)| row(index, spelling)).collect()
    };
    Grid {
        headings: [heading, "Games", "Remark", "First game"].map(str::to_owned).to_vec(),
        is_number: vec![false, true, false, false],
        rows: listing.names.iter().flat_map(of_name).collect(),
    }
}

/// A value that can be seen.
fn shown(text: &str) -> String {
    if text.trim().is_empty() || text.trim() != text { format!("\"{}\"", printable(text)) } else { printable(text) }
}

/// Why a spelling is where it is.
fn remark(spelling: &SpeltName) -> String {
    const MOST_NAMED: usize = 3;
    if !spelling.fits.is_empty() && spelling.reason.is_none() {
        let named: Vec<String> = spelling.fits.iter().take(MOST_NAMED).map(|name| printable(name)).collect();
        let more = spelling.fits.len().saturating_sub(MOST_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        return format!("may be {}{more}", named.join(" or "));
    }
    match spelling.reason {
        _ if spelling.is_otherwise_unknown() => "unknown: ? in the standard".to_owned(),
        reason => reason.map_or(String::new(), |reason| reason.name().to_owned()),
    }
}

/// A row for each spelling, with the name that it belongs to; that of a value that names nothing is `?`.
fn csv(listings: &[Listing], files: &Files) -> String {
    let headings = ["kind", "name", "spelling", "games", "reason", "may_be", "first_game"];
    let mut rows = Vec::new();
    for listing in listings {
        for name in &listing.names {
            rows.extend(name.spellings.iter().map(|spelling| {
                let (name, reason) = match spelling.is_otherwise_unknown() {
                    true => ("?", "unknown"),
                    false => (name.text(), spelling.reason.map_or("", |reason| reason.name())),
                };
                vec![
                    listing.kind.name().to_owned(),
                    name.to_owned(),
                    spelling.text.clone(),
                    spelling.places.len().to_string(),
                    reason.to_owned(),
                    spelling.fits.join("; "),
                    spelling.places.first().map_or_else(String::new, |place| files.shown(*place)),
                ]
            }));
        }
    }
    Grid { headings: headings.map(str::to_owned).to_vec(), is_number: vec![false; headings.len()], rows }.csv()
}

/// An object for each name, with the places of all games.
fn json(listings: &[Listing], files: &Files) -> String {
    let spelling = |spelling: &SpeltName| {
        let mut object = json!({
            "spelling": spelling.text,
            "games": spelling.places.len(),
            "reason": spelling.reason.map(|reason| reason.name()),
            "places": spelling.places.iter().map(|place| files.shown(*place)).collect::<Vec<String>>(),
        });
        if !spelling.fits.is_empty() {
            object["may_be"] = Json::from(spelling.fits.clone());
        }
        if spelling.unknown.is_some() {
            object["unknown"] = Json::from("?");
        }
        object
    };
    let objects: Vec<String> = listings
        .iter()
        .flat_map(|listing| listing.names.iter().map(move |name| (listing.kind, name)))
        .map(|(kind, name)| {
            json_object(vec![
                ("kind".to_owned(), Json::from(kind.name())),
                ("name".to_owned(), Json::from(name.text())),
                ("games".to_owned(), Json::from(name.games)),
                ("spellings".to_owned(), Json::from(name.spellings.iter().map(spelling).collect::<Vec<Json>>())),
            ])
        })
        .collect();
    if objects.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", objects.join(",\n")) }
}
