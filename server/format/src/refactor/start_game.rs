//! Adds a game below this one that starts from the position at the cursor (section 9.7).

use shakmaty::Position;

use super::new_game::{below, tag_pair};
use super::score::Score;
use super::site::{Answer, Site, refuse_at};
use crate::formatted::Refusal;
use crate::style::LineEnding;
use scoresheet_chess::board::fen;
use scoresheet_chess::replay::Replay;
use scoresheet_chess::tag_docs::ROSTER;
use scoresheet_chess::variants::VariantKind;

pub(super) fn start_game(site: &Site) -> Answer {
    let score = Score::of(site.game);
    let Some(move_place) = score.move_at(site.offset) else {
        return refuse_at(site, "there is no move here after which a game could start");
    };
    let moves = score.moves_to(score.tokens[move_place].line, move_place + 1);
    score.check_moves(|place| moves.binary_search(&place).is_ok())?;
    let fen = fen_after(&score, move_place)?;
    let mut tags: Vec<String> = ROSTER.iter().map(|(name, unknown)| tag_pair(name, unknown)).collect();
    tags.push(tag_pair("FEN", &fen));
    tags.push(tag_pair("SetUp", "1"));
    let replay = score.played_to(move_place);
    let variant = match &replay.setup().variant {
        VariantKind::Standard => unsaid_variant(&replay),
        other => Some(other.display_name().to_owned()),
    };
    tags.extend(variant.map(|variant| tag_pair("Variant", &variant)));
    Ok(vec![below(site, &tags.join(LineEnding::of(site.game.text).text()), "*")])
}

/// Returns the value of the Variant tag that a position needs of which only the start of its game, the moves before it, or the file letters in the FEN
/// tell the variant: the FEN that is written has no such letters.
pub(super) fn unsaid_variant(replay: &Replay) -> Option<String> {
    let setup = replay.setup();
    if setup.is_variant_implied {
        return Some(setup.variant.display_name().to_owned());
    }
    let is_chess960 = replay.position().is_some_and(|position| position.castles().mode().is_chess960());
    (is_chess960 && setup.variant == VariantKind::Standard).then(|| "Chess960".to_owned())
}

/// Returns the FEN after a move.
pub(super) fn fen_after(score: &Score, move_place: usize) -> Result<String, Refusal> {
    let replay = score.played_to(move_place);
    match replay.position() {
        Some(position) if !replay.is_guessed() => Ok(fen(position)),
        _ => Err(Refusal {
            offset: score.tokens[move_place].range.start,
            reason: "the position here is not known, as the rules of the variant or the start position are not"
                .to_owned(),
        }),
    }
}
