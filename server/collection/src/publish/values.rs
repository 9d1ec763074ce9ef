//! What templates get: see `server/docs/templates.md`, where every value is documented. Nothing is renamed or removed without a new version.

use minijinja::{Value, context};
use scoresheet_chess::base64::base64;
use scoresheet_chess::diagram::svg;
use scoresheet_chess::nag;
use scoresheet_grammar::{Database, GameView};

use super::characters::one_line;
use super::curves::{self, Level};
use super::diagram::Picture;
use super::entry::{Entry, Field};
use super::game_page::Published;
use super::html::{Address, Html};
use super::movetext;
use super::notation::figurines;
use super::sheet::Sheet;
use super::site::Site;
use super::story::{Piece, Story, tell};

/// The version of the values.
const VERSION: u32 = 1;

/// The values for the page of a game. Linear in the game.
pub(super) fn game(site: &Site, game: &Published<'_>) -> Value {
    let database = Database::parse(game.text);
    let view = database.view(0);
    let story = view.map(|view| tell(view, site.every)).unwrap_or_default();
    let neighbour = |entry: Option<&Entry>| entry.map(|entry| of_entry(entry, &format!("{}.html", entry.name)));
    context! {
        version => VERSION,
        site => context! { title => text(&site.title) },
        game => of_entry(game.entry, &format!("{}.html", game.entry.name)),
        number => game.number,
        previous => neighbour(game.previous),
        next => neighbour(game.next),
        tags => view.map(tags).unwrap_or_default(),
        moves => markup(|html| movetext::write(html, &story)),
        curves => markup(|html| curves::write(html, &story.main_line, Level::Page)),
        pieces => story.pieces.iter().map(piece).collect::<Vec<Value>>(),
        signs => signs(&story),
        source => format!("data:application/vnd.chess-pgn;base64,{}", base64(game.source)),
    }
}

/// The values for a page of the index.
pub(super) fn index(
    site: &Site,
    shown: &[Entry],
    first: usize,
    sheets: &[Sheet],
    (page, names): (usize, &[String]),
) -> Value {
    let game = |(index, entry): (usize, &Entry)| {
        context! { number => first + index + 1, ..of_entry(entry, &format!("games/{}.html", entry.name)) }
    };
    let table = |sheet: &Sheet| context! { title => text(&sheet.title), file => sheet.file_name() };
    let other = |(index, name): (usize, &String)| {
        context! { number => index + 1, file => name.as_str(), is_current => index == page }
    };
    context! {
        version => VERSION,
        site => context! { title => text(&site.title) },
        games => shown.iter().enumerate().map(game).collect::<Vec<Value>>(),
        tables => sheets.iter().map(table).collect::<Vec<Value>>(),
        pages => names.iter().enumerate().map(other).collect::<Vec<Value>>(),
    }
}

/// The values for the page of a table.
pub(super) fn table(site: &Site, sheet: &Sheet) -> Value {
    let texts = |cells: &Vec<String>| cells.iter().map(|cell| text(cell)).collect::<Vec<String>>();
    context! {
        version => VERSION,
        site => context! { title => text(&site.title) },
        title => text(&sheet.title),
        headings => texts(&sheet.headings),
        is_number => sheet.is_number.clone(),
        rows => sheet.rows.iter().map(texts).collect::<Vec<Vec<String>>>(),
        notes => texts(&sheet.notes),
    }
}

fn of_entry(entry: &Entry, file: &str) -> Value {
    let field = |field| text(entry.get(field));
    let [white, black] = entry.players().map_or([String::new(), String::new()], |names| names.map(text));
    context! {
        name => entry.name.as_str(),
        file => file,
        title => text(&entry.title()),
        white => white,
        black => black,
        white_elo => field(Field::WhiteElo),
        black_elo => field(Field::BlackElo),
        event => field(Field::Event),
        site => field(Field::Site),
        site_address => Address::web(entry.get(Field::Site)).map(|_| entry.get(Field::Site)),
        date => text(entry.date()),
        round => field(Field::Round),
        result => field(Field::Result),
        eco => field(Field::Eco),
        opening => field(Field::Opening),
        moves => field(Field::Moves),
        is_broken => entry.is_broken(),
    }
}

fn tags(view: GameView) -> Vec<Value> {
    let tag = |name: &str, value: &str| context! { name => text(name), value => text(value) };
    view.tags().iter().map(|one| tag(one.name, &one.value())).collect()
}

fn piece(piece: &Piece) -> Value {
    match piece {
        Piece::Move(played) => context! {
            kind => "move",
            number => played.number,
            color => played.turn.fold_wb("white", "black"),
            shows_number => played.has_number,
            san => text(&played.text),
            figurines => text(&figurines(&played.text)),
            is_read => played.is_read,
        },
        Piece::Nag(number) => sign("nag", *number),
        Piece::Comment(words) => context! { kind => "comment", text => text(words) },
        Piece::Enter => context! { kind => "enter" },
        Piece::Leave => context! { kind => "leave" },
        Piece::Diagram(picture) => diagram(picture),
        Piece::Result(marker) => context! { kind => "result", text => text(marker) },
    }
}

fn diagram(picture: &Picture) -> Value {
    context! {
        kind => "diagram",
        caption => picture.caption(),
        board => picture.board.to_string(),
        svg => Value::from_safe_string(svg(&picture.board, &picture.look())),
    }
}

fn signs(story: &Story) -> Vec<Value> {
    story.nags.iter().map(|number| sign("sign", *number)).collect()
}

fn sign(kind: &str, number: u16) -> Value {
    context! {
        kind => kind,
        number => number,
        glyph => nag::glyph(number),
        meaning => nag::meaning(number).unwrap_or_default(),
    }
}

/// HTML of ours, in which texts are escaped already.
fn markup(write: impl FnOnce(&mut Html)) -> Value {
    let mut html = Html::default();
    write(&mut html);
    Value::from_safe_string(html.finish())
}

/// Text of a game, without what no page may have.
fn text(text: &str) -> String {
    one_line(text).collect()
}
