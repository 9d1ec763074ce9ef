//! The games of a file, in chunks, so that an edit copies and moves little.

use std::ops::Range;
use std::sync::Arc;

use crate::game::{Game, GameAndTree, GameView};
use crate::trees::Trees;

/// How many games a chunk has where nothing speaks against it: then the list of chunks of a large file and a chunk are about
/// equally cheap to copy.
const USUAL_GAMES: usize = 128;

/// A chunk with more games is cut up.
const MOST_GAMES: usize = 2 * USUAL_GAMES;

/// A chunk with fewer games is put together with the next, so that deleting games does not leave a trail of chunks.
const FEWEST_GAMES: usize = USUAL_GAMES / 4;

/// The games of a file, in order. Games and chunks that an edit did not touch are shared between the database before and
/// after, so a clone is cheap: linear in the number of chunks.
///
/// The texts are kept, the trees as long as somebody asks about their games: see [`Database::without_idle_trees`].
#[derive(Clone, Debug, Default)]
pub struct Database {
    chunks: Vec<Placed>,
    games: usize,
    length: usize,
}

/// The texts of a run of games, its offsets relative to its first byte. Never empty.
#[derive(Debug)]
pub struct Chunk {
    games: Vec<Arc<Game>>,
    starts: Vec<usize>,
    length: usize,
}

/// A chunk, the trees of its games, and what stands before it.
#[derive(Clone, Debug)]
struct Placed {
    chunk: Arc<Chunk>,
    trees: Arc<Trees>,
    first_game: usize,
    start: usize,
}

impl Database {
    /// Read a file. Never fails; linear in the text.
    pub fn parse(text: &str) -> Database {
        let mut database = Database::default();
        let mut games = GameAndTree::read(text).peekable();
        while games.peek().is_some() {
            database.push(games.by_ref().take(USUAL_GAMES), false);
        }
        database
    }

    /// The database of a text whose pieces ([`crate::split`]) were read one by one, given those of the pieces in order. Linear
    /// in the number of chunks.
    pub fn joined(pieces: impl IntoIterator<Item = Database>) -> Database {
        let mut joined = Database::default();
        for placed in pieces.into_iter().flat_map(|piece| piece.chunks) {
            joined.push_shared(placed.chunk, placed.trees);
        }
        joined
    }

    /// The same games without the trees of chunks about which nobody has asked since this was last called of these games or of those
    /// before an edit. Nothing where no tree can go. Linear in the number of chunks, and in the games whose trees go.
    ///
    /// The trees take no memory any more once this one is dropped, and all others that share them.
    pub fn without_idle_trees(&self) -> Option<Database> {
        let mut database = self.clone();
        let mut has_gone = false;
        for placed in &mut database.chunks {
            if let Some(trees) = placed.trees.without_idle(&placed.chunk.games) {
                placed.trees = trees;
                has_gone = true;
            }
        }
        has_gone.then_some(database)
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games
    }

    /// Whether there are no games, as in an empty file only.
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// The length of the file in bytes.
    pub fn text_length(&self) -> usize {
        self.length
    }

    /// Game `index` (0-based), if there is one. Logarithmic in the number of chunks.
    pub fn game(&self, index: usize) -> Option<&Arc<Game>> {
        let placed = self.placed(index)?;
        placed.chunk.games.get(index - placed.first_game)
    }

    /// Game `index` (0-based) with its tree, if there is one. It is read where its tree was dropped, and kept then. Logarithmic in the
    /// number of chunks.
    pub fn view(&self, index: usize) -> Option<GameView<'_>> {
        let Placed { chunk, trees, first_game, .. } = self.placed(index)?;
        Some(trees.view(index - first_game, chunk.games.get(index - first_game)?))
    }

    /// What `ask` says of game `index` (0-based), if there is one. Where its tree was dropped it is read, but not kept: for who asks
    /// about many games and comes back to none.
    pub fn read<T>(&self, index: usize, ask: impl FnOnce(GameView) -> T) -> Option<T> {
        match self.kept_view(index) {
            Some(view) => Some(ask(view)),
            None => Some(self.game(index)?.read(ask)),
        }
    }

    /// Game `index` (0-based) with its tree, if there is one and its tree is kept. Logarithmic in the number of chunks.
    pub fn kept_view(&self, index: usize) -> Option<GameView<'_>> {
        let Placed { chunk, trees, first_game, .. } = self.placed(index)?;
        let game = chunk.games.get(index - first_game)?;
        Some(GameView { text: game.text(), tree: trees.kept(index - first_game)? })
    }

    /// The byte offset in the file at which game `index` (0-based) begins, if there is one. Logarithmic in the number of
    /// chunks.
    pub fn start(&self, index: usize) -> Option<usize> {
        let placed = self.placed(index)?;
        Some(placed.start + placed.chunk.starts.get(index - placed.first_game)?)
    }

    /// The games, in file order, each with the byte offset in the file at which it begins.
    pub fn games(&self) -> impl DoubleEndedIterator<Item = (usize, &Arc<Game>)> {
        self.chunks().flat_map(|(start, chunk)| chunk.games().map(move |(at, game)| (start + at, game)))
    }

    /// The games with their trees, each with the byte offset in the file at which it begins; see [`Database::view`].
    pub fn views(&self) -> impl DoubleEndedIterator<Item = (usize, GameView<'_>)> {
        self.chunks.iter().flat_map(|Placed { chunk, trees, start, .. }| {
            let games = chunk.games().enumerate();
            games.map(move |(place, (at, game))| (start + at, trees.view(place, game)))
        })
    }

    /// The runs of games that an edit leaves together where it does not touch them, each with the byte offset in the file at
    /// which it begins.
    pub fn chunks(&self) -> impl DoubleEndedIterator<Item = (usize, &Arc<Chunk>)> + ExactSizeIterator {
        self.chunks.iter().map(|placed| (placed.start, &placed.chunk))
    }

    /// The 0-based index of the game that byte `offset` of the file belongs to; the last game for the file's end.
    /// Logarithmic in the number of games.
    pub fn game_at(&self, offset: usize) -> Option<usize> {
        let chunk = self.chunks.partition_point(|placed| placed.start <= offset).checked_sub(1)?;
        let Placed { chunk, first_game, start, .. } = &self.chunks[chunk];
        let game = chunk.starts.partition_point(|at| start + at <= offset).checked_sub(1)?;
        Some(first_game + game)
    }

    /// The same games but for those of `range` (indices), in whose place `games` stand. Chunks that `range` does not touch
    /// are kept: linear in their number and in the games put in.
    pub(crate) fn spliced(&self, range: Range<usize>, games: Vec<GameAndTree>) -> Database {
        let first = self.chunks.partition_point(|placed| placed.first_game + placed.chunk.len() < range.start);
        let mut behind = self.chunks.partition_point(|placed| placed.first_game < range.end).max(first);
        let mut touched: Vec<GameAndTree> = Vec::with_capacity(MOST_GAMES);
        let old = |chunks: Range<usize>| self.chunks[chunks].iter().flat_map(|placed| placed.numbered());
        touched.extend(old(first..behind).filter(|(index, _)| *index < range.start).map(|(_, game)| game));
        touched.extend(games);
        touched.extend(old(first..behind).filter(|(index, _)| *index >= range.end).map(|(_, game)| game));
        while touched.len() < FEWEST_GAMES && behind < self.chunks.len() {
            touched.extend(old(behind..behind + 1).map(|(_, game)| game));
            behind += 1;
        }
        let mut database = Database::default();
        self.chunks[..first].iter().for_each(|placed| database.push_placed(placed));
        let size = if touched.len() > MOST_GAMES { USUAL_GAMES } else { MOST_GAMES };
        let mut touched = touched.into_iter();
        while touched.len() > 0 {
            database.push(touched.by_ref().take(size), true);
        }
        self.chunks[behind..].iter().for_each(|placed| database.push_placed(placed));
        database
    }

    fn placed(&self, index: usize) -> Option<&Placed> {
        let after = self.chunks.partition_point(|placed| placed.first_game <= index);
        self.chunks.get(after.checked_sub(1)?)
    }

    fn push(&mut self, games: impl Iterator<Item = GameAndTree>, are_used: bool) {
        let (games, trees): (Vec<_>, Vec<_>) = games.map(|one| (one.game, one.tree)).unzip();
        self.push_shared(Arc::new(Chunk::new(games)), Trees::of(trees.into_iter(), are_used));
    }

    fn push_placed(&mut self, placed: &Placed) {
        self.push_shared(placed.chunk.clone(), placed.trees.clone());
    }

    fn push_shared(&mut self, chunk: Arc<Chunk>, trees: Arc<Trees>) {
        let (first_game, start) = (self.games, self.length);
        self.games += chunk.len();
        self.length += chunk.length;
        self.chunks.push(Placed { chunk, trees, first_game, start });
    }
}

/// Equal where the games are: how they lie in chunks is a matter of history.
impl PartialEq for Database {
    fn eq(&self, other: &Database) -> bool {
        let is_same = |game: GameView, index| other.read(index, |it| (it.text, it.tree) == (game.text, game.tree));
        self.games == other.games
            && (0..self.games).all(|index| self.read(index, |game| is_same(game, index)) == Some(Some(true)))
    }
}

impl Eq for Database {}

impl Chunk {
    fn new(games: Vec<Arc<Game>>) -> Chunk {
        let mut length = 0;
        let mut starts = Vec::with_capacity(games.len());
        for game in &games {
            starts.push(length);
            length += game.text().len();
        }
        Chunk { games, starts, length }
    }

    /// How many games there are.
    #[allow(clippy::len_without_is_empty)] // It never is.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// The length of the text of all games in bytes.
    pub fn text_length(&self) -> usize {
        self.length
    }

    /// The offsets in bytes from the start of the chunk at which the games begin, in order.
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// Game `index` (0-based) of the chunk, if there is one.
    pub fn game(&self, index: usize) -> Option<&Arc<Game>> {
        self.games.get(index)
    }

    /// The games, in order, each with the offset in bytes from the start of the chunk at which it begins.
    pub fn games(&self) -> impl DoubleEndedIterator<Item = (usize, &Arc<Game>)> + ExactSizeIterator {
        self.starts.iter().copied().zip(&self.games)
    }
}

impl Placed {
    /// The games with their indices in the file.
    fn numbered(&self) -> impl Iterator<Item = (usize, GameAndTree)> {
        let games = self.chunk.games.iter().enumerate();
        games.map(|(place, game)| {
            (self.first_game + place, GameAndTree { game: game.clone(), tree: self.trees.kept(place).cloned() })
        })
    }
}
