//! The arguments of `search`.

use clap::Args;
use scoresheet_collection::query::Query;

use super::format::SearchFormat;
use crate::cli::arguments::{CacheArguments, InputArguments, QueryArguments};
use crate::cli::shard::ShardArguments;

/// Arguments of `search`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  Games of a player in some years:
    $ scoresheet search games.pgn --player 'Carlsen, M' --since 2019 --until 2021.06
  How many games of a folder have an opening, by its code and by its moves:
    $ scoresheet search games --eco B90..B99 --count
    $ scoresheet search games --line '1. e4 c5 2. * d6' --count
  Endings, drawn ones for at least 20 plies:
    $ scoresheet search games.pgn --where 'result = draw and material KRPvKR for 20 plies'
  Men on squares, of either colour:
    $ scoresheet search games.pgn --where 'flip board \"8/6b1/3p4/3N4/4P3/8/8/8\"'
  No queens, and more white rooks than black ones:
    $ scoresheet search games.pgn --where 'Q + q = 0 and R > r'
  A sacrifice and what follows it, in variations, too:
    $ scoresheet search games.pgn --where 'move Bxh7+ then within 4 move Ng5+ in variations'
  What is played next after a position:
    $ scoresheet search games.pgn --where 'reaches \"1. d4 Nf6 2. c4 e6\"' --next
  Copy games to another file:
    $ scoresheet search games.pgn --where 'comment ~ \"novelty\"' --output-format pgn
  How a query is answered:
    $ scoresheet search --where 'white = Carlsen and mate' --explain

About the game:
  white, black, player, winner, loser, title, event, site, round, annotator, opening, variation,
  timecontrol, termination, variant, tag NAME:
    = \"Carl*\", != \"Carl*\", == \"the very text\", ~ \"regular expression\"
  date, eventdate, elo, whiteelo, blackelo, averageelo, elodifference, eco, plies, moves:
    = 2019, >= 2019.05, in B90..B99
  players \"Carlsen\" \"Caruana\", result = draw, line \"1. e4 c5 2. * d6\", broken
  comment ~ \"word\", nag = $1, has comments, has variations, has nags, has $1, has fen
About a position:
  fen, reaches \"1. d4 Nf6\", board, pawns, material KRPvKR, imbalance BP v NN
  R = 1, Q + q = 0, P[d4,e5] >= 1; men, ply, movenumber, halfmoves
  move Bxh7+, capture, captured q by N, promotion to Q, castling, enpassant, check, mate, stalemate
  turn = white, wtm, btm
Joined by:
  and, or, not, ever, never, then, then within 6, for 8 plies, up to move 20, from move 20
  flip (or with colours exchanged), mirror, in variations, ( ), @NAME of a saved query

More about them: https://github.com/scoresheet/scoresheet/blob/main/server/docs/search.md
Games that were read are kept in a cache, so that the next search of the same files is fast; it changes no answer.
Exit status: 0 games were found, 1 none was found, 2 wrong usage, or a file that cannot be read.")]
pub(crate) struct SearchArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) cache: CacheArguments,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) shard: ShardArguments,
    /// Print the games in this format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub(crate) output_format: SearchFormat,
    /// Print the number of games that were found, and nothing else
    #[arg(long, conflicts_with_all = ["files_with_matches", "next", "manoeuvres"])]
    pub(crate) count: bool,
    /// Print the names of the files in which games were found, and nothing else
    #[arg(long, conflicts_with_all = ["next", "manoeuvres"])]
    pub(crate) files_with_matches: bool,
    /// Print which moves were played next after the position that was found, in how many games, and their results
    #[arg(long, conflicts_with_all = ["manoeuvres", "limit"])]
    pub(crate) next: bool,
    /// Count the moves played within this many moves after the position, with the results of their games
    #[arg(long, conflicts_with = "limit", value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) manoeuvres: Option<u32>,
    /// Show how the query is answered, without reading games
    #[arg(long)]
    pub(crate) explain: bool,
    /// Stop after this many games [default: find all]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) query: QueryArguments,
}

impl SearchArguments {
    /// Within how many plies the moves are counted that follow, if they are to be.
    pub(super) fn next_plies(&self) -> Option<u32> {
        if self.next { Some(1) } else { self.manoeuvres.map(|moves| 2 * moves) }
    }

    /// Whether games are printed, not only counts or names of files.
    pub(super) fn lists_games(&self) -> bool {
        !self.count && !self.files_with_matches && self.next_plies().is_none()
    }

    /// Why the options contradict each other or the query.
    pub(super) fn misuse(&self, query: Option<&Query>) -> Option<&'static str> {
        let format = self.output_format;
        if self.next_plies().is_some()
            && matches!(format, SearchFormat::Pgn | SearchFormat::Locations | SearchFormat::Epd)
        {
            return Some("--next and --manoeuvres are printed as text, json, jsonl or csv");
        }
        if format == SearchFormat::Epd && self.lists_games() && !query.is_some_and(Query::is_of_positions) {
            return Some(
                "--output-format epd prints the positions that were found, but the query is about no position",
            );
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use scoresheet_collection::query::words;

    #[derive(clap::Parser)]
    struct Search {
        #[command(flatten)]
        _arguments: super::SearchArguments,
    }

    #[test]
    fn the_help_has_every_word_of_the_language() {
        let help = Search::command().render_long_help().to_string();
        let in_help: Vec<&str> = help.split(|character: char| !character.is_ascii_alphabetic()).collect();
        let missing: Vec<&str> = words().filter(|word| !in_help.contains(word)).collect();
        assert_eq!(missing, ["comments"; 0]);
    }
}
