//! Which games reach a position, and what they play there: an index over many games, built game by game.

mod entry;
mod runs;

use std::collections::{HashMap, HashSet};

use scoresheet_grammar::GameView;
use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};

use entry::{Entry, Played};
use runs::Runs;
use scoresheet_chess::move_tree::{MoveTree, TreeMove};
use scoresheet_chess::position_key::PositionKey;
use scoresheet_chess::results;

pub use entry::MoveCode;

/// How much is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexLimits {
    /// Moves of a game, those of its variations counted, that are looked at.
    pub plies_per_game: usize,
    /// Bytes of the whole index. Games for which there is no room are left out.
    pub bytes: usize,
}

impl Default for IndexLimits {
    /// Games with more moves than that are trees of analysis or made by a program; 256 MB hold what 100 MB of games without comments reach.
    fn default() -> IndexLimits {
        IndexLimits { plies_per_game: 2_000, bytes: 256 << 20 }
    }
}

/// A game of the index: a number that its owner gives it, the same as long as the game's text is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub u64);

/// What the index keeps of a game, or of a run of records: can be made on any thread, and added later.
#[derive(Clone, Debug, Default)]
pub struct IndexedGame {
    entries: Vec<Entry>,
    result: Option<&'static str>,
    is_of_records: bool,
}

/// A place that reaches a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reach {
    /// The game.
    pub game: GameId,
    /// The byte offset in the game at which the move stands that reaches it; none for the position that the game starts from. Of a
    /// record that at which its fields or the move begin.
    pub place: Option<usize>,
    /// Whether that is a record and no game.
    pub in_record: bool,
    /// Whether it is reached in a variation only, there.
    pub in_variation: bool,
}

/// How often something was played, and how it ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games that played it on their main line.
    pub games: u32,
    /// Those of them that White won.
    pub white: u32,
    /// Those of them that were drawn.
    pub draws: u32,
    /// Those of them that Black won.
    pub black: u32,
    /// Games that have it in a variation and not on the main line.
    pub in_variations: u32,
}

/// A move that games play from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextMove {
    /// The move.
    pub action: Move,
    /// Its canonical SAN.
    pub san: String,
    /// How often, and how the games ended.
    pub counts: Counts,
}

/// A way by which games reach a position: their last move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The last move.
    pub code: MoveCode,
    /// How often, and how the games ended.
    pub counts: Counts,
    /// One of the places.
    pub example: Reach,
}

/// An index of the positions of many games.
#[derive(Clone, Debug, Default)]
pub struct PositionIndex {
    limits: IndexLimits,
    runs: Runs,
    slots: Vec<Slot>,
    by_id: HashMap<GameId, u32>,
    /// Slots that no entry names.
    free: Vec<u32>,
    /// Entries of games that have gone since it was tidied up last.
    dead: usize,
    tidying: Option<Tidying>,
    left_out: HashSet<GameId>,
}

/// A game as entries name it.
#[derive(Clone, Copy, Debug)]
struct Slot {
    id: GameId,
    result: Option<&'static str>,
    is_of_records: bool,
    entries: usize,
    is_alive: bool,
}

/// How far it is tidied up.
#[derive(Clone, Debug)]
struct Tidying {
    /// By slot, whether its entries are to go. Slots of games that went later are not among them.
    is_gone: Vec<bool>,
    /// So many runs, the first ones, may still have such entries.
    runs: usize,
}

impl IndexedGame {
    /// Plays a game and notes its positions: those before illegal moves, and all where there are none. Linear in the game.
    pub fn read(game: GameView, limits: IndexLimits) -> IndexedGame {
        let tree = MoveTree::of(game);
        let moves = &tree.moves[..tree.moves.len().min(limits.plies_per_game)];
        let result = tree.termination.as_ref().and_then(|range| results::canonical(&game.text[range.clone()]));
        let mut has_next = vec![false; moves.len() + 1];
        let mut entries = Vec::with_capacity(moves.len() + 2);
        let entry = |at: Option<usize>, next: Option<Played>| {
            let Some(at) = at else { return Some(Entry::new(tree.start?, None, None, next)) };
            Some(Entry::new(moves[at].key?, Some(moves[at].range.start), Some(played(&moves[at])), next))
        };
        for one in moves.iter().filter(|one| one.action.is_some() && one.key.is_some()) {
            has_next[one.previous.map_or(0, |previous| previous + 1)] = true;
            entries.extend(entry(one.previous, Some(played(one))));
        }
        let ends = (0..=moves.len()).filter(|index| !has_next[*index]);
        entries.extend(ends.filter_map(|index| entry(index.checked_sub(1), None)));
        IndexedGame { entries, result, is_of_records: false }
    }

    /// Positions of records, which nobody has played: each with the place at which it stands.
    pub fn of_records(places: impl IntoIterator<Item = (PositionKey, usize)>) -> IndexedGame {
        let entry = |(key, place)| Entry::new(key, Some(place), None, None);
        IndexedGame { entries: places.into_iter().map(entry).collect(), result: None, is_of_records: true }
    }

    /// How many bytes of an index it takes, about.
    pub fn bytes(&self) -> usize {
        size_of_val(self.entries.as_slice()) + size_of::<Slot>() + 2 * size_of::<(GameId, u32)>()
    }
}

fn played(one: &TreeMove) -> Played {
    Played::new(one.action, one.variation.is_some())
}

impl PositionIndex {
    /// An index without games.
    pub fn new(limits: IndexLimits) -> PositionIndex {
        PositionIndex { limits, ..PositionIndex::default() }
    }

    /// The limits it keeps to.
    pub fn limits(&self) -> IndexLimits {
        self.limits
    }

    /// Adds a game, in place of the one that had its number before. Returns whether there was room for it.
    pub fn add(&mut self, id: GameId, game: &IndexedGame) -> bool {
        self.remove(id);
        if self.bytes() + game.bytes() > self.limits.bytes {
            self.left_out.insert(id);
            return false;
        }
        let IndexedGame { result, is_of_records, .. } = *game;
        let slot = Slot { id, result, is_of_records, entries: game.entries.len(), is_alive: true };
        let number = match self.free.pop() {
            Some(number) => {
                self.slots[number as usize] = slot;
                number
            }
            None => {
                self.slots.push(slot);
                self.slots.len() as u32 - 1
            }
        };
        self.by_id.insert(id, number);
        let entries: Vec<Entry> = game.entries.iter().map(|entry| entry.of_game(number)).collect();
        self.runs.add(&entries);
        true
    }

    /// Takes a game out, if it is there. What it takes in memory goes later: see [`PositionIndex::tidy`].
    pub fn remove(&mut self, id: GameId) {
        self.left_out.remove(&id);
        let Some(number) = self.by_id.remove(&id) else { return };
        let slot = &mut self.slots[number as usize];
        slot.is_alive = false;
        self.dead += slot.entries;
    }

    /// Goes a step in clearing away the entries of games that are gone, where they are more than half of all: some milliseconds of work.
    /// Returns whether there is more to do. To be called behind removals until there is not.
    pub fn tidy(&mut self) -> bool {
        let Some(tidying) = &mut self.tidying else {
            let is_needed = self.dead > self.runs.len() / 2;
            if is_needed {
                self.begin_to_tidy();
            }
            return is_needed;
        };
        // New entries are of games that are there. They come behind the others, or are put together with the last of them.
        tidying.runs = tidying.runs.min(self.runs.count());
        if let Some(run) = tidying.runs.checked_sub(1) {
            tidying.runs = run;
            self.runs.retain_in(run, |entry| !is_gone(&tidying.is_gone, entry));
            return true;
        }
        // Nothing names these slots any more.
        let numbered = (0..).zip(&tidying.is_gone);
        self.free = numbered.filter(|(_, is_gone)| **is_gone).map(|(number, _)| number).collect();
        self.tidying = None;
        false
    }

    fn begin_to_tidy(&mut self) {
        let is_gone: Vec<bool> = self.slots.iter().map(|slot| !slot.is_alive).collect();
        self.runs.retain_fresh(|entry| !self::is_gone(&is_gone, entry));
        // A slot that is used again meanwhile would be taken for one that is gone.
        self.free.clear();
        self.dead = 0;
        self.tidying = Some(Tidying { is_gone, runs: self.runs.count() });
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.by_id.len()
    }

    /// Whether no game had to be left out.
    pub fn is_complete(&self) -> bool {
        self.left_out.is_empty()
    }

    /// How many bytes it takes, the merging of runs aside.
    pub fn bytes(&self) -> usize {
        let slots = self.slots.capacity() * size_of::<Slot>();
        let ids = self.by_id.capacity() * (size_of::<(GameId, u32)>() + 1);
        self.runs.bytes() + slots + ids + self.free.capacity() * size_of::<u32>()
    }

    /// The moves that games play from a position, the commonest of the main lines first. A game counts once for each move, however often
    /// it comes back to the position. Logarithmic in the size of the index, and linear in what was found.
    pub fn next_moves(&self, position: &VariantPosition) -> Vec<NextMove> {
        let mut counts = self.counts(PositionKey::of(position), |entry| entry.next());
        let legal = position.legal_moves().into_iter();
        let mut moves: Vec<NextMove> = legal
            .filter_map(|action| {
                let (counts, _) = counts.remove(&MoveCode::of(action))?;
                Some(NextMove { action, san: SanPlus::from_move(position.clone(), action).to_string(), counts })
            })
            .collect();
        moves.sort_by(|one, other| (other.counts.rank(), &one.san).cmp(&(one.counts.rank(), &other.san)));
        moves
    }

    /// The places that reach a position, by game and place. Logarithmic in the size of the index, and as long as a sort in what was found.
    pub fn reached(&self, key: PositionKey) -> Vec<Reach> {
        let mut reached: Vec<Reach> = self.alive(key).map(|(entry, slot)| reach(entry, slot)).collect();
        reached.sort_unstable();
        reached.dedup();
        reached
    }

    /// Of the places that reach a position the first on the main line of a game, else in a variation, else in a record. Linear in what
    /// reaches it.
    pub fn example(&self, key: PositionKey) -> Option<Reach> {
        let all = self.alive(key).map(|(entry, slot)| reach(entry, slot));
        all.min_by_key(|reach| (reach.in_record, reach.in_variation, *reach))
    }

    /// The last moves by which games reach a position, the commonest first; not the starts of games. Costs as much as
    /// [`PositionIndex::reached`].
    pub fn ways_to(&self, key: PositionKey) -> Vec<Way> {
        let counts = self.counts(key, Entry::by);
        let mut ways: Vec<Way> =
            counts.into_iter().map(|(code, (counts, example))| Way { code, counts, example }).collect();
        ways.sort_by_key(|way| (std::cmp::Reverse(way.counts.rank()), way.code));
        ways
    }

    fn alive(&self, key: PositionKey) -> impl Iterator<Item = (&Entry, &Slot)> {
        let with_slot = |entry| Some((entry, self.slots.get(slot_of(entry))?));
        self.runs.of(key).filter_map(with_slot).filter(|(_, slot)| slot.is_alive)
    }

    /// How many games have each of the moves that `of_entry` gives, with the first place of one.
    fn counts(
        &self,
        key: PositionKey,
        of_entry: impl Fn(&Entry) -> Option<Played>,
    ) -> HashMap<MoveCode, (Counts, Reach)> {
        let mut counts: HashMap<MoveCode, (Counts, Reach)> = HashMap::new();
        let mut of_game: Vec<(MoveCode, bool, Reach)> = Vec::new();
        let mut entries = self.alive(key).peekable();
        // The entries of a game came together, and still lie side by side.
        while let Some((entry, slot)) = entries.next() {
            let played = of_entry(entry).map(|played| (played.code, played.in_variation, reach(entry, slot)));
            of_game.extend(played);
            if entries.peek().is_some_and(|(next, _)| next.slot == entry.slot) {
                continue;
            }
            // A game's main line before its variations, so that it is what counts.
            of_game.sort_unstable();
            of_game.dedup_by_key(|(code, ..)| *code);
            for (code, in_variation, example) in of_game.drain(..) {
                let (counts, best) = counts.entry(code).or_insert((Counts::default(), example));
                if best.in_variation && !example.in_variation {
                    *best = example;
                }
                counts.add(slot.result.filter(|_| !in_variation), in_variation);
            }
        }
        counts
    }
}

/// Whether an entry is of a slot that is gone.
fn is_gone(gone: &[bool], entry: &Entry) -> bool {
    gone.get(slot_of(entry)).copied().unwrap_or_default()
}

fn slot_of(entry: &Entry) -> usize {
    entry.slot as usize
}

fn reach(entry: &Entry, slot: &Slot) -> Reach {
    let in_variation = entry.by().is_some_and(|by| by.in_variation);
    Reach { game: slot.id, place: entry.place(), in_record: slot.is_of_records, in_variation }
}

impl Counts {
    fn add(&mut self, result: Option<&str>, in_variation: bool) {
        if in_variation {
            self.in_variations += 1;
            return;
        }
        self.games += 1;
        match result {
            Some("1-0") => self.white += 1,
            Some("0-1") => self.black += 1,
            Some("1/2-1/2") => self.draws += 1,
            _ => {}
        }
    }

    /// What was played more often comes first.
    fn rank(&self) -> (u32, u32) {
        (self.games, self.in_variations)
    }

    /// White's share of the points in percent, of the games that ended; nothing where none did.
    pub fn score(&self) -> Option<f64> {
        let ended = self.white + self.draws + self.black;
        (ended > 0).then(|| f64::from(2 * self.white + self.draws) * 50.0 / f64::from(ended))
    }
}

impl std::fmt::Display for Counts {
    /// "12 games, White scores 58%"; "in 2 variations".
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let plural = |count: u32| if count == 1 { "" } else { "s" };
        let Counts { games, in_variations, .. } = *self;
        match (games, self.score()) {
            (0, _) => write!(f, "in {in_variations} variation{}", plural(in_variations)),
            (_, Some(score)) => write!(f, "{games} game{}, White scores {score:.0}%", plural(games)),
            (_, None) => write!(f, "{games} game{}", plural(games)),
        }
    }
}

#[cfg(test)]
mod tests;
