use std::collections::HashMap;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{Event, NodeKind};

use super::duplicate_tag::is_cut_off;
use crate::finding::{Edit, Finding, Fix};
use crate::lint::Walk;
use crate::rule::{Hook, declare_rule};
use crate::tag_docs::ROSTER;

declare_rule! {
    /// Tags in another order than that of export format.
    ///
    /// ## What it does
    /// Reports the first tag of a game that stands too late: export format has the Seven Tag Roster in its order, then the
    /// other tags in ASCII order of their names.
    ///
    /// ## Why is this bad?
    /// It is not where games are only read: no program asks for an order. Archives do, so that the same game is the same text.
    ///
    /// ## Example
    /// ```pgn
    /// [Event "?"]
    /// [Site "?"]
    /// [Date "????.??.??"]
    /// [Round "?"]
    /// [White "Anderssen, Adolf"]
    /// [Black "Kieseritzky, Lionel"]
    /// [Result "*"]
    /// [WhiteTitle "-"]
    /// [Annotator "Marin, Mihail"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Event "?"]
    /// [Site "?"]
    /// [Date "????.??.??"]
    /// [Round "?"]
    /// [White "Anderssen, Adolf"]
    /// [Black "Kieseritzky, Lionel"]
    /// [Result "*"]
    /// [Annotator "Marin, Mihail"]
    /// [WhiteTitle "-"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The order says nothing, so the fix is safe. It is not offered where remarks or faults stand among the tags.
    ///
    /// ## References
    /// PGN standard, section 8.1.1.
    static TAG_ORDER = {
        name: "tag-order", group: Style, level: Hint, fix: Sometimes, hooks: [Hook::Tags(check)],
    }
}

fn check(walk: &Walk, findings: &mut Vec<Finding>) {
    let pairs = walk.tags.iter().zip(walk.tags.iter().skip(1));
    let Some((before, tag)) = pairs.into_iter().find(|(before, tag)| place(before.name) > place(tag.name)) else {
        return;
    };
    if is_cut_off(walk) || walk.tags.iter().any(|tag| tag.name.is_empty()) {
        return;
    }
    let message = format!(
        "The tag {} stands after {}: export format has the Seven Tag Roster first, then the others in ASCII order",
        tag.name, before.name
    );
    let mut finding = Finding::new(&TAG_ORDER, tag.name_range.clone(), message);
    if has_only_tags(walk) && !has_names_in_other_capitals(walk) {
        finding = finding.with_fix(Fix::safe("Put the tags in order", edits(walk)));
    }
    findings.push(finding);
}

/// Where a tag belongs: its place in the roster, then its name. Export order is that of these.
pub(crate) fn place(name: &str) -> (usize, &str) {
    match ROSTER.iter().position(|(roster, _)| *roster == name) {
        Some(place) => (place, ""),
        None => (ROSTER.len(), name),
    }
}

/// Every tag pair that belongs elsewhere is overwritten by the one that belongs in its place.
fn edits(walk: &Walk) -> Vec<Edit> {
    let mut ordered: Vec<&Tag> = walk.tags.iter().collect();
    ordered.sort_by_key(|tag| place(tag.name));
    let places = walk.tags.iter().zip(ordered).filter(|(tag, other)| tag.range != other.range);
    places.map(|(tag, other)| Edit::replace(tag.range.clone(), walk.text(other.range.clone()))).collect()
}

/// Whether two tags differ in capitals only. Which of them a program takes may depend on their order.
fn has_names_in_other_capitals(walk: &Walk) -> bool {
    let mut names = HashMap::with_capacity(walk.tags.len());
    walk.tags.iter().any(|tag| *names.entry(tag.name.to_ascii_lowercase()).or_insert(tag.name) != tag.name)
}

/// Whether nothing but white space stands between the tag pairs, and none is broken.
fn has_only_tags(walk: &Walk) -> bool {
    let (Some(first), Some(last)) = (walk.tags.first(), walk.tags.last()) else { return false };
    let section = first.range.start..last.range.end;
    let mut is_in_tag = false;
    let events = walk.game.tree.events().skip_while(|(_, range)| range.start < section.start);
    let mut remarks = events.take_while(|(_, range)| range.start < section.end).filter(|(event, _)| match event {
        Event::Enter(NodeKind::Tag) | Event::Leave(NodeKind::Tag) => {
            is_in_tag = matches!(event, Event::Enter(_));
            false
        }
        Event::Token(_) => !is_in_tag,
        _ => false,
    });
    remarks.next().is_none() && walk.faults_in(section).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn the_first_one_out_of_order_is_marked() {
        check(
            &TAG_ORDER,
            r#"
[Event "E"]
[Date "????.??.??"]
[Site "S"]
 ^^^^ The tag Site stands after Date: export format has the Seven Tag Roster first, then the others in ASCII order
[WhiteElo "2000"]
[ECO "C20"]

1. e4 *

[Event "E"]
[Result "*"]
[ECO "C20"]
[WhiteElo "2000"]
[WhiteTitle "GM"]

1. e4 *
"#,
        );
    }

    #[test]
    fn tags_change_places() {
        check_fix(
            &TAG_ORDER,
            "[Black \"B\"]\n[ECO \"C20\"]\n\n[White \"W\"]\n[Foo \"1\"]\n[Foo \"0\"]\n\n*",
            "[White \"W\"]\n[Black \"B\"]\n\n[ECO \"C20\"]\n[Foo \"1\"]\n[Foo \"0\"]\n\n*",
        );
    }

    #[test]
    fn the_first_of_two_rivals_stays_the_first() {
        let found = findings(&TAG_ORDER, "[Fen \"a\"]\n[FEN \"b\"]\n\n*");
        assert!(found[0].fixes.is_empty());
    }

    #[test]
    fn remarks_are_not_torn_from_their_tags() {
        for between in ["\n% remark\n", "\n; remark\n", " remark\n", "\n[Broken]\n"] {
            let found = findings(&TAG_ORDER, &format!("[Black \"B\"]{between}[White \"W\"]\n\n*"));
            assert!(found[0].fixes.is_empty(), "{between}");
        }
    }
}
