use super::fixes::perhaps_write;
use crate::finding::{Edit, Finding, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::selector::Selector;
use crate::suppression::{ADDRESS, Allowance, AllowedName, Idle, Scope};
use scoresheet_chess::similar_words::closest;
use scoresheet_format::line_edits;

declare_rule! {
    /// A suppression that suppresses nothing.
    ///
    /// ## What it does
    /// Checks for `% scoresheet: allow ...` lines (and single names in them) that suppress no finding: the rule ran and found
    /// nothing, there is no such rule, the line names none, `allow-file` is not at the top of the file, or the line does not
    /// begin with `% scoresheet:`. Names without a comma between them count, and are reported. Rules that did not run, because
    /// of their level or selection, are not reported.
    ///
    /// In EPD and FEN files the same holds for `# scoresheet: allow ...` comments.
    ///
    /// ## Why is this bad?
    /// The line says that something is wrong with the game and intended. Once that is no longer true it misleads readers, and
    /// would hide the next slip of that kind.
    ///
    /// ## Example
    /// ```pgn
    /// % scoresheet: allow illegal-move
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Removing a name that suppresses nothing is safe, unless a game without tags begins with the line, which may be all that
    /// separates it from the previous game. Correcting a misspelled name is unsafe; if no similar name is known it stays,
    /// because it may suppress something once corrected.
    ///
    /// ## References
    /// PGN standard, section 6: the escape mechanism.
    name: "unused-suppression", group: Suspicious, level: Warning, fix: Sometimes, hooks: [Hook::IdleAllowance(check)],
}

fn check(allowance: &Allowance, idle: Idle, text: &str, findings: &mut Findings) {
    let found = |range, message: String| RULE.finding(range, message);
    let word = &text[allowance.word.clone()];
    findings.push(match idle {
        Idle::UnknownWord if allowance.misaddressed.is_some() => {
            let place = allowance.misaddressed.clone().unwrap_or_default();
            let sign = if allowance.is_remark { '#' } else { '%' };
            let message = format!("The line suppresses nothing, because it does not begin with {sign} {ADDRESS}");
            found(place.clone(), message).with_fix(perhaps_write(place, ADDRESS))
        }
        Idle::UnknownWord => {
            let range = if word.is_empty() { allowance.line.clone() } else { allowance.word.clone() };
            let meant = closest(word, ["allow", "allow-file"]).unwrap_or("allow");
            let fix = Fix::unsafe_(format!("Write {meant}"), vec![write_word(allowance, meant)]);
            let lines = if allowance.is_remark { "comments" } else { "escape lines" };
            found(range, format!("Scoresheet reads {lines} with allow or allow-file, not this one")).with_fix(fix)
        }
        Idle::Nothing => {
            let message = "The line suppresses nothing, because it names no rule".to_owned();
            found(allowance.line.clone(), message).with_fix(remove_line(allowance, text))
        }
        Idle::NotAtTop => {
            let of = if allowance.is_remark { "record" } else { "game" };
            let message = format!("allow-file counts only at the top of the file, before the first {of}");
            let fix = Fix::unsafe_(format!("Write allow, for this {of} only"), vec![write_word(allowance, "allow")]);
            found(allowance.word.clone(), message).with_fix(fix)
        }
        Idle::UnknownName(index) => {
            let AllowedName { range, selector, .. } = &allowance.names[index];
            let (message, suggestion) = match selector {
                Err(unknown) => (capitalized(&unknown.to_string()), unknown.suggestion),
                Ok(_) => return,
            };
            let rename = suggestion.map(|name| perhaps_write(range.clone(), name));
            // The line was meant to suppress something; without it, the fix of that rule would apply.
            rename.into_iter().fold(found(range.clone(), message), Finding::with_fix)
        }
        Idle::MissingComma(index) => {
            let end = allowance.names[index.saturating_sub(1)].range.end;
            found(allowance.names[index].range.clone(), "A comma is missing before this name".to_owned())
                .with_fix(Fix::safe("Insert a comma", vec![Edit::insert(end, ",")]))
        }
        Idle::Unused(index) => {
            let AllowedName { range, selector, .. } = &allowance.names[index];
            let place = match allowance.scope {
                Some(Scope::File) => "file",
                _ if allowance.is_remark => "record",
                _ => "game",
            };
            let who = match selector {
                Ok(Selector::Rule(name)) => format!("{name} has"),
                Ok(Selector::Group(group)) => format!("The rules of {} have", group.name()),
                Ok(Selector::All) | Err(_) => "The rules have".to_owned(),
            };
            let fix = remove_name(allowance, index, text);
            found(range.clone(), format!("{who} no finding in this {place}, so there is nothing to suppress"))
                .with_fix(fix)
        }
    });
}

fn write_word(allowance: &Allowance, word: &str) -> Edit {
    let seam = if allowance.word.start == allowance.line.end { " " } else { "" };
    Edit::replace(allowance.word.clone(), format!("{seam}{word}"))
}

/// Removes one name with its comma, or the line if it is the only one.
fn remove_name(allowance: &Allowance, index: usize, text: &str) -> Fix {
    let names = &allowance.names;
    let edit = match (index.checked_sub(1).map(|before| &names[before]), names.get(index + 1)) {
        (Some(before), _) => Edit::delete(before.range.end..names[index].range.end),
        (None, Some(next)) => Edit::delete(names[index].range.start..next.range.start),
        (None, None) => return remove_line(allowance, text),
    };
    Fix::safe("Remove the name", vec![edit])
}

/// Removes the whole line. Where a game without tags begins with it, it may be all that separates the game from the one
/// before: an empty line takes its place then, and the fix wants a look.
fn remove_line(allowance: &Allowance, text: &str) -> Fix {
    let title = "Remove the line";
    let (before, after) = (&text[..allowance.line.start], &text[allowance.line.end..]);
    if !allowance.is_remark && before.trim().is_empty() && !after.trim_start().starts_with('[') {
        return Fix::unsafe_(title, vec![Edit::delete(allowance.line.clone())]);
    }
    Fix::safe(title, vec![line_edits::delete(text, allowance.line.clone())])
}

fn capitalized(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use crate::rule_id::Group;
    use crate::rules::RULES;
    use crate::testing::all_findings;

    const ROSTER: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n";

    /// The rules with findings in a text, with the text that they mark.
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let rules: Vec<_> = RULES
            .iter()
            .copied()
            .filter(|rule| ["illegal-move", "null-move", "unused-suppression"].contains(&rule.name))
            .collect();
        let found: Vec<String> = all_findings(&rules, text)
            .iter()
            .map(|finding| format!("{} {}", finding.rule.name, &text[finding.range.clone()]))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    /// The text after the first fix of the last finding.
    #[track_caller]
    fn check_fix(before: &str, title: &str, after: &str) {
        let findings = all_findings(RULES, before);
        let fix = findings.iter().rev().find(|it| it.rule.name == "unused-suppression").map(|it| &it.fixes[0]).unwrap();
        let mut text = before.to_owned();
        fix.edits.iter().rev().for_each(|edit| text.replace_range(edit.range.clone(), &edit.text));
        assert_eq!((fix.title.as_str(), text.as_str()), (title, after));
    }

    #[test]
    fn an_allowed_rule_is_silent_in_its_game_only() {
        let game = format!("{ROSTER}\n1. e5 *\n\n");
        check(&game, &["illegal-move e5"]);
        check(&format!("% scoresheet: allow illegal-move\n{game}"), &[]);
        check(&format!("% scoresheet: allow correctness\n{game}{game}"), &["illegal-move e5"]);
        check(&format!("{game}% scoresheet: allow illegal-move\n{game}"), &["illegal-move e5"]);
        check(&format!("{ROSTER}% scoresheet: allow all\n\n1. e5 *\n"), &[]);
        check(&format!("{ROSTER}\n1. e4\n% scoresheet: allow illegal-move, null-move\ne4 -- *\n"), &[]);
    }

    #[test]
    fn what_explains_an_illegal_move_is_allowed_with_it() {
        let check_all = |text: &str, expected: &[&str]| {
            let rules = RULES.iter().filter(|rule| !matches!(rule.group, Group::Style | Group::Pedantic));
            let rules: Vec<_> = rules.copied().collect();
            let found: Vec<_> = all_findings(&rules, text).iter().map(|finding| finding.rule.name).collect();
            assert_eq!(found, expected, "{text}");
        };
        let game = format!("{ROSTER}\n1. e4 e5 2. Bc4 Nf3 3. Nc6 Bc5 4. c3 Nf6 *\n\n");
        check_all(&game, &["swapped-moves"]);
        check_all(&format!("% scoresheet: allow illegal-move\n{game}"), &[]);
        check_all(&format!("% scoresheet: allow-file illegal-move\n{game}"), &[]);
        check_all(&format!("% scoresheet: allow missing-move\n{game}"), &["unused-suppression", "swapped-moves"]);
    }

    #[test]
    fn a_file_may_allow_for_all_its_games() {
        let game = format!("{ROSTER}\n1. e5 *\n\n");
        check(&format!("% scoresheet: allow-file illegal-move\n\n{game}{game}"), &[]);
        check(&format!("; a comment\n% a line\n% scoresheet: allow-file illegal-move\n{game}{game}"), &[]);
        check(
            &format!("{game}% scoresheet: allow-file illegal-move\n{game}"),
            &["illegal-move e5", "unused-suppression allow-file", "illegal-move e5"],
        );
        check(
            &format!("% scoresheet: allow-file illegal-move, null-move, ilegal-move\n{game}"),
            &["unused-suppression null-move", "unused-suppression ilegal-move"],
        );
    }

    #[test]
    fn what_allows_nothing_is_reported() {
        let check_line = |line: &str, expected: &[&str]| check(&format!("{line}\n{ROSTER}\n1. e4 *\n"), expected);
        check_line("% scoresheet: allow illegal-move", &["unused-suppression illegal-move"]);
        check_line("% scoresheet: allow missing-check-mark", &[]);
        check_line("% scoresheet: allow correctness", &[]);
        check_line("% scoresheet: allow unused-suppression, null-move", &[]);
        check_line("% scoresheet: allow", &["unused-suppression % scoresheet: allow"]);
        check_line("% scoresheet: ignore null-move", &["unused-suppression ignore"]);
        check_line("% scoresheet:", &["unused-suppression % scoresheet:"]);
        check_line("% scoresheet", &[]);
        check_line("% scoresheet allow null-move", &["unused-suppression scoresheet"]);
        check_line("%scoreshet: allow null-move", &["unused-suppression scoreshet:"]);
    }

    /// A finding about the whole file still belongs to one of its games.
    #[test]
    fn rules_about_whole_files_are_allowed_in_a_game_or_in_the_file() {
        let game = "[Event \"Match\"]\n[White \"Fischer\"]\n[Black \"Spassky\"]\n\n1. e4 e5 *\n\n";
        let check = |text: &str, expected: &[&str]| {
            let rules = RULES.iter().filter(|rule| ["duplicate-game", "unused-suppression"].contains(&rule.name));
            let rules: Vec<_> = rules.copied().collect();
            let found: Vec<_> = all_findings(&rules, text).iter().map(|finding| finding.rule.name).collect();
            assert_eq!(found, expected, "{text}");
        };
        check(&format!("{game}{game}"), &["duplicate-game"]);
        check(&format!("{game}% scoresheet: allow duplicate-game\n{game}"), &[]);
        check(&format!("% scoresheet: allow-file duplicate-game\n{game}{game}"), &[]);
        check(&format!("% scoresheet: allow-file duplicate-game\n{game}"), &["unused-suppression"]);
    }

    /// What a line with an unknown name was to protect would be repaired if the line went.
    #[test]
    fn an_unknown_name_is_not_removed() {
        let findings = all_findings(RULES, &format!("% scoresheet: allow xyzzy\n{ROSTER}\n1. e4 *\n"));
        let unknown = findings.iter().find(|finding| finding.rule.name == "unused-suppression").unwrap();
        assert_eq!(unknown.fixes, []);
    }

    #[test]
    fn names_and_lines_are_removed() {
        let tail = format!("{ROSTER}\n1. e4 -- *\n");
        let check_line = |line: &str, title: &str, after: &str| {
            check_fix(&format!("{line}\n{tail}"), title, &format!("{after}{tail}"));
        };
        check_line("% scoresheet: allow illegal-move", "Remove the line", "");
        check_line("% scoresheet: allow illegal-move, null-move", "Remove the name", "% scoresheet: allow null-move\n");
        check_line(
            "% scoresheet: allow null-move , illegal-move",
            "Remove the name",
            "% scoresheet: allow null-move\n",
        );
        check_line(
            "% scoresheet: allow null-move illegal-move # so it was",
            "Remove the name",
            "% scoresheet: allow null-move # so it was\n",
        );
        check_line("% scoresheet: allow null-move style", "Insert a comma", "% scoresheet: allow null-move, style\n");
        check_line("% scoresheet: allow nul-move", "Write null-move", "% scoresheet: allow null-move\n");
        check_line("% scoresheet: alow null-move", "Write allow", "% scoresheet: allow null-move\n");
        check_line("% scoresheet:", "Write allow", "% scoresheet: allow\n");
        check_line("% scoresheet: alow-file all", "Write allow-file", "% scoresheet: allow-file all\n");
        check_line("% scoresheet allow null-move", "Write scoresheet:", "% scoresheet: allow null-move\n");
        check_line("% scoresheet: allow-file illegal-move", "Remove the line", "");
        check_fix("1. d4 *\n% scoresheet: allow illegal-move\n1. e4 *\n", "Remove the line", "1. d4 *\n\n1. e4 *\n");
    }
}
