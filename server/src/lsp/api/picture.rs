//! `scoresheet/picture`: a position drawn to be saved or shown.

use tower_lsp::jsonrpc;

use scoresheet_chess::diagram::{BoardColours, Brush, Diagram, SIZES, svg_of_fen};

use crate::lsp::proto::extensions::{Arrow, Colour, MarkedSquare, Picture, PictureParams};

/// Answers the request, with a board in `colours`.
pub(crate) fn handle(params: &PictureParams, colours: BoardColours) -> jsonrpc::Result<Picture> {
    picture(params, colours).map_err(jsonrpc::Error::invalid_params)
}

/// The picture, or what is wrong with the position.
fn picture(params: &PictureParams, colours: BoardColours) -> Result<Picture, String> {
    let size = params.size.unwrap_or(Diagram::default().size).clamp(*SIZES.start(), *SIZES.end());
    let last_move = params.last_squares.as_ref().and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    let arrow = |arrow: &Arrow| Some((brush(arrow.colour), arrow.from.parse().ok()?, arrow.to.parse().ok()?));
    let square = |marked: &MarkedSquare| Some((brush(marked.colour), marked.square.parse().ok()?));
    let diagram = Diagram {
        last_move,
        arrows: params.arrows.iter().filter_map(arrow).collect(),
        squares: params.squares.iter().filter_map(square).collect(),
        flipped: params.flipped,
        colours,
        size,
        ..Diagram::default()
    };
    let svg =
        svg_of_fen(&params.fen, &diagram).ok_or_else(|| format!("'{}' does not begin with a board", params.fen))?;
    Ok(Picture { svg })
}

fn brush(colour: Colour) -> Brush {
    match colour {
        Colour::Green => Brush::Green,
        Colour::Red => Brush::Red,
        Colour::Blue => Brush::Blue,
        Colour::Yellow => Brush::Yellow,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn drawn(params: Value) -> Result<String, String> {
        picture(&serde_json::from_value(params).unwrap(), BoardColours::GREEN).map(|picture| picture.svg)
    }

    #[test]
    fn draws_what_a_board_says() {
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
        let plain = drawn(json!({ "fen": fen })).unwrap();
        assert!(plain.contains("width=\"360\"") && plain.contains("#7f9f60"));
        let rich = json!({
            "fen": fen, "lastSquares": ["e2", "e4"], "size": 800, "flipped": true,
            "arrows": [{ "colour": "red", "from": "d7", "to": "d5" }, { "colour": "red", "from": "d7", "to": "j5" }],
            "squares": [{ "colour": "blue", "square": "e5" }],
        });
        let rich = drawn(rich).unwrap();
        for expected in ["width=\"800\"", "#cdd26a", "#882020", "#003088"] {
            assert!(rich.contains(expected) && !plain.contains(expected), "{expected}");
        }
    }

    #[test]
    fn keeps_sizes_within_reason_and_refuses_what_is_no_board() {
        assert!(drawn(json!({ "fen": "8/8/8/8/8/8/8/8", "size": 100_000 })).unwrap().contains("width=\"4096\""));
        assert_eq!(drawn(json!({ "fen": "1. e4" })).unwrap_err(), "'1. e4' does not begin with a board");
    }
}
