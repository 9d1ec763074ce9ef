//! Files of games that are put in another order, cut up and joined: games are copied byte for byte.

mod common_encoding;
mod duplicates;
mod game_label;
mod inputs;
mod is_found;
mod keys;
mod new_texts;
mod opening_value;
mod order;
mod place;
mod sorter;
mod source;
mod target;
mod writer;

pub(super) use common_encoding::common_encoding;
pub(super) use duplicates::{Duplicates, Games, Item, with_game};
pub(super) use game_label::game_label;
pub(super) use inputs::inputs;
pub(super) use is_found::is_found;
pub(super) use keys::{game_sorter, no_space};
pub(super) use new_texts::NewTexts;
pub(super) use opening_value::{OpeningTag, opening_value};
pub(super) use order::{column, each_place, key, order};
pub(super) use place::{PLACE_BYTES, Place};
pub(super) use sorter::{KeySorter, Sorted};
pub(super) use source::GamesSource;
pub(super) use target::{Target, Written, rewrite};
pub(super) use writer::GamesWriter;
