use shakmaty::Role;

use super::spelling::{canonical, character, misspelled};
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::piece_letters::role_name;
use scoresheet_chess::piece_letters::{self, Language};
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// A piece letter of another language than English.
    ///
    /// ## What it does
    /// Checks for moves such as the German `Sf3` or the French `Cf3`. The languages are those of the standard's table; all
    /// piece letters of a game together decide which one it is written in.
    ///
    /// ## Why is this bad?
    /// PGN uses the English letters. python-chess and chessops skip a letter that they do not know and silently read `Sf3` as
    /// the pawn move f3; pgn-reader loses the moves from there on; chess.js, kokopu, mliebelt's and kludwig's parsers reject
    /// the game. pgn-extract reads German.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. Sf3 Sc6 3. Lb5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 3. Bb5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix keeps the move as Scoresheet reads it; after an illegal move it changes only the letter. A game that already has
    /// some moves in English stays readable.
    ///
    /// ## References
    /// PGN standard, sections 8.2.3.2 and 17.
    name: "localized-piece-letter", group: Portability, level: Warning, fix: Always, hooks: [Hook::Played(Notes::LOCAL_LETTER, check)],
}

fn check(notes: Notes, walk: &Walk, findings: &mut Findings) {
    // The fix for the space writes the English letter as well.
    if notes.has_any(Notes::INNER_SPACE) {
        return;
    }
    let english = piece_letters::english();
    let languages = walk.replay.setup().languages.iter().copied().filter(|language| *language != english);
    let languages: Vec<&Language> = languages.collect();
    let role = |letter: char| languages.first().and_then(|language| language.role(letter));
    let is_local = |letter: &char| role(*letter).is_some_and(|role| english.role(*letter) != Some(role));
    let range = character(walk, |letter| is_local(&letter));
    let (text, letter) = (walk.move_text(), walk.text(range.clone()));
    let piece = letter.chars().next().filter(is_local).and_then(role);
    let message = |san: &str| match piece {
        Some(piece) => {
            let agreeing =
                languages.iter().copied().filter(|language| letter.chars().all(|it| language.role(it) == Some(piece)));
            let languages = names(&agreeing.collect::<Vec<_>>());
            format!("{letter} is the {} in {languages}; PGN writes {san}", role_name(piece))
        }
        None => format!("{text} has a piece letter of another language ({}); PGN writes {san}", names(&languages)),
    };
    let (true, Some(piece)) = (walk.replay.is_guessed(), piece) else {
        let message = message(canonical(walk));
        return findings.push(misspelled(&RULE, walk, range, message));
    };
    // After a guess only the letter is certain, if it means the same in all candidate languages.
    let translated = if piece == Role::Pawn { String::new() } else { piece.upper_char().to_string() };
    let mut san = text.to_owned();
    let start = walk.replay.ply().range.start;
    san.replace_range(range.start - start..range.end - start, &translated);
    let finding = RULE.finding(range.clone(), message(&san));
    let mut roles = languages.iter().chain([&english]).filter_map(|language| language.role(letter.chars().next()?));
    let fix = if roles.all(|role| role == piece) { Fix::safe } else { Fix::unsafe_ };
    findings.push(finding.with_fix(fix(format!("Write {san}"), vec![Edit::replace(range, translated)])));
}

/// "German", "Danish or German", "Danish, German or Swedish".
fn names(languages: &[&Language]) -> String {
    let names: Vec<&str> = languages.iter().map(|language| language.name).collect();
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        names => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_language_and_the_piece_are_named() {
        check(
            &RULE,
            "
1. e4 e5 2. Jf3 Jc6 *
            ^ J is the knight in Czech; PGN writes Nf3
                ^ J is the knight in Czech; PGN writes Nc6
",
        );
        check_fix(&RULE, "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. O-O Rf8 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Rf8 *");
    }

    #[test]
    fn a_dutch_knight_is_no_pawn() {
        check_fix(
            &RULE,
            "1. d4 Pf6 2. c4 e6 3. Pc3 Lb4 4. Dc2 d5 5. Pf3 O-O 6. Lg5 h6 *",
            "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. Qc2 d5 5. Nf3 O-O 6. Bg5 h6 *",
        );
        check_fix(
            &RULE,
            "1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 4. La4 Pf6 5. O-O *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *",
        );
        // A pawn in English, and in Finnish.
        check(&RULE, "1. Pe4 Pe5 2. Nf3 Nc6 3. Lb5 *");
    }

    #[test]
    fn after_a_move_that_cannot_be_played_only_the_letter_changes() {
        check_fix(
            &RULE,
            "1. e4 e5 2. Sf3 Sc6 3. Lb5 Sd3 4. O-O Sf6 5. Te1 Le7 6. Dxh8 *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 Sd3 4. O-O Nf6 5. Re1 Be7 6. Dxh8 *",
        );
        check_fix(&RULE, "1. e4 e5 2. Sf3 Sc6 3. Lb5 Be3 4. Sc3 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 Be3 4. Nc3 *");
        // The B of pawns is a bishop.
        check_fix(
            &RULE,
            "1. e4 e5 2. Sf3 Sc6 3. Bb5 a6 4. Ba4 Sf6 5. O-O Be7 *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *",
        );
        check_fix(&RULE, "1. e4 e5 2. Sf3 Sc6 3. Bc4 Bc5 *", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 *");
    }

    #[test]
    fn a_game_that_is_in_english_in_part_is_read() {
        check(
            &RULE,
            "
1. e4 e5 2. Nf3 Sc6 3. Bb5 Lc5 4. O-O Bh2 5. Re1 Sf6 *
                ^ S is the knight in Danish, German, Norwegian or Swedish; PGN writes Nc6
                           ^ L is the bishop in Danish, German, Norwegian or Swedish; PGN writes Bc5
                                                 ^ S is the knight in Danish, German, Norwegian or Swedish; PGN writes Nf6
",
        );
        // One letter among English ones is a slip.
        check(&RULE, "1. e4 e5 2. Nf3 Nc6 3. Bb5 Lc5 *");
    }
}
