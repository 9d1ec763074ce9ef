use shakmaty::{Move, Square};

use crate::finding::{Edit, Finding, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::piece_letters::role_name;
use scoresheet_chess::replay::Outcome;

declare_rule! {
    /// A move that more than one piece can make.
    ///
    /// ## What it does
    /// Checks for moves such as `Nd2` where two knights can legally go to d2 and the text does not say which. Checking
    /// continues with the candidate after which most of the following moves are legal.
    ///
    /// ## Why is this bad?
    /// The text does not determine the game. Most programs stop reading at such a move, and some drop the game.
    ///
    /// ## Example
    /// ```pgn
    /// 1. Nf3 e6 2. d4 d5 3. Nd2 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. Nf3 e6 2. d4 d5 3. Nbd2 *
    /// ```
    ///
    /// ## Fix safety
    /// The fixes are unsafe: which piece was meant is a guess.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.4.
    name: "ambiguous-move", group: Correctness, level: Error, fix: Always, hooks: [Hook::Failed(check)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let ply = walk.replay.ply();
    let Outcome::Ambiguous { candidates, chosen } = &ply.outcome else { return };
    let message = format!("{} is ambiguous: {}", walk.move_text(), who_can(candidates));
    let finding = RULE.finding(ply.range.clone(), message);
    let likeliest = chosen.and_then(|index| candidates.get(index));
    let others = candidates.iter().enumerate().filter(|(index, _)| Some(*index) != *chosen).map(|(_, other)| other);
    let fixes = likeliest.into_iter().chain(others).map(|(_, san)| {
        let is_likeliest = likeliest.is_some_and(|(_, likeliest)| likeliest == san);
        let title = format!("Write {san}{}", if is_likeliest { ", after which the game continues" } else { "" });
        Fix::unsafe_(title, vec![Edit::replace(ply.range.clone(), san)])
    });
    findings.push(fixes.fold(finding, Finding::with_fix));
}

/// "the knights on b1 and f3 can both go to d2"; the candidates' names where their pieces or target squares differ.
fn who_can(candidates: &[(Move, String)]) -> String {
    let origins: Vec<Square> = candidates.iter().filter_map(|(action, _)| action.from()).collect();
    let Some((first, _)) = candidates.first() else { return "several moves fit".to_owned() };
    let is_alike = |action: &Move| action.to() == first.to() && action.role() == first.role();
    if origins.len() < 2 || !candidates.iter().all(|(action, _)| is_alike(action)) {
        let names: Vec<&str> = candidates.iter().map(|(_, san)| san.as_str()).collect();
        return format!("it can be {}", list(&names, "or"));
    }
    let squares: Vec<String> = origins.iter().map(Square::to_string).collect();
    let squares: Vec<&str> = squares.iter().map(String::as_str).collect();
    format!("the {}s on {} can all go to {}", role_name(first.role()), list(&squares, "and"), first.to())
        .replace("can all", if squares.len() == 2 { "can both" } else { "can all" })
}

/// "a and b", "a, b and c".
fn list(items: &[&str], conjunction: &str) -> String {
    match items {
        [first @ .., last] if !first.is_empty() => format!("{} {conjunction} {last}", first.join(", ")),
        items => items.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, findings};

    #[test]
    fn the_squares_are_named() {
        check(
            &RULE,
            "
1. Nf3 e6 2. d4 d5 3. Nd2 *
                      ^^^ Nd2 is ambiguous: the knights on b1 and f3 can both go to d2
",
        );
        check(
            &RULE,
            "
1. e4 d5 2. c4 Nf6 3. xd5 *
                      ^^^ xd5 is ambiguous: the pawns on c4 and e4 can both go to d5
",
        );
    }

    #[test]
    fn a_small_b_may_be_the_pawn_or_the_bishop() {
        check(
            &RULE,
            "
1. d4 d5 2. Bd2 e6 3. bb4 *
                      ^^^ bb4 is ambiguous: it can be b4 or Bb4
",
        );
        let text = "1. d4 d5 2. Bd2 e6 3. bb4 Bxb4 4. Bxb4 *";
        assert_eq!(findings(&RULE, text)[0].fixes[0].title, "Write b4, after which the game continues");
        check(&RULE, "1. d4 d5 2. Bd2 e6 3. b2b4 a6 4. bc3 *");
        check(&RULE, "1. e4 e6 2. bb4 *");
    }

    #[test]
    fn a_pinned_piece_does_not_make_it_ambiguous() {
        check(&RULE, "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Ne2 *");
    }

    #[test]
    fn the_move_after_which_the_game_goes_on_comes_first() {
        let text = "1. Nf3 e6 2. d4 d5 3. Nd2 a6 4. Ne5 a5 5. Ndf3 *";
        let titles: Vec<String> = findings(&RULE, text)[0].fixes.iter().map(|fix| fix.title.clone()).collect();
        assert_eq!(titles, ["Write Nbd2, after which the game continues", "Write Nfd2"]);
        check_applicability(&RULE, text, Applicability::Unsafe);
    }
}
