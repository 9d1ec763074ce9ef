//! `scoresheet diagram` as PNG, GIF and APNG: with the cargo feature `pictures`, and what a build without it says.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::fs;
use std::path::Path;

use program::run;

/// A game with clocks: the second move takes most of the time.
const GAME: &str =
    "[White \"A\"]\n[TimeControl \"180+0\"]\n\n1. e4 {[%clk 0:02:50]} e5 {[%clk 0:02:00]} 2. Nf3 {[%clk 0:02:40]} *\n";

fn diagram(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    fs::write(folder.join("game.pgn"), GAME).unwrap();
    let output = run(folder, &[&["diagram"], arguments].concat());
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn what_has_no_animation_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&[&str], &str); 7] = [
        (&["--fen", "8/8/8/8/8/8/8/8 w", "-o", "a.gif"], "an animation shows the main line of a game: use --game N"),
        (&["game.pgn", "--at", "1:1", "-o", "a.gif"], "an animation shows the main line of a game: use --game N"),
        (&["--fen", "8/8/8/8/8/8/8/8 w", "-o", "a.apng"], "an animation shows the main line of a game: use --game N"),
        (&["game.pgn", "-o", "a.gif", "--size", "1025"], "an animation has at most 1024 pixels: use --size"),
        (
            &["game.pgn", "-o", "a.gif", "--ply", "4"],
            "game.pgn: the main line of game 1 has 3 plies, so there is no ply 4",
        ),
        (&["game.pgn", "-o", "folder/", "--output-format", "gif"], "an animation is one file"),
        (&["game.pgn", "--sheet", "-o", "a.png"], "a sheet is written as svg"),
    ];
    for (arguments, expected) in cases {
        assert_eq!(diagram(folder.path(), arguments), (Some(2), format!("error: {expected}\n")), "{arguments:?}");
    }
    fs::write(folder.path().join("plain.pgn"), "1. e4 *\n").unwrap();
    let without = diagram(folder.path(), &["plain.pgn", "-o", "a.gif", "--pace", "clocks"]);
    let expected = "error: plain.pgn: the game has no clocks ([%clk]): give --pace in seconds\n";
    assert_eq!(without, (Some(2), expected.to_owned()));
}

#[cfg(not(feature = "pictures"))]
#[test]
fn a_build_without_pixels_says_how_to_get_them() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.png", "a.gif", "a.apng"] {
        let (exit, message) = diagram(folder.path(), &["game.pgn", "-o", name]);
        let expected = "error: this build makes no pictures of pixels: packages do, and `cargo install --path server --features pictures`; \
                        use svg or text\n";
        assert_eq!((exit, message.as_str()), (Some(2), expected));
        assert!(!folder.path().join(name).exists());
    }
}

#[cfg(feature = "pictures")]
#[test]
fn pictures_have_pixels() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(diagram(folder.path(), &["game.pgn", "-o", "a.png", "--size", "64"]), (Some(0), String::new()));
    let png = fs::read(folder.path().join("a.png")).unwrap();
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1A\n");
    // The head begins with the width and the height.
    assert_eq!(png[12..24], *b"IHDR\0\0\0\x40\0\0\0\x40");
    // The same position gives the same bytes, another one others.
    let start = |ply: &str, name: &str| {
        assert_eq!(diagram(folder.path(), &["game.pgn", "--ply", ply, "-o", name, "--size", "64"]).0, Some(0));
        fs::read(folder.path().join(name)).unwrap()
    };
    assert!(start("3", "b.png") == png && start("2", "c.png") != png);
    let records = "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";\n4k3/8/8/8/8/8/8/3K4 w - - id \"b\";\n";
    fs::write(folder.path().join("two.epd"), records).unwrap();
    let arguments = ["two.epd", "-o", "out/", "--output-format", "png", "--size", "64"];
    assert_eq!(diagram(folder.path(), &arguments), (Some(0), "2 pictures in out/\n".to_owned()));
    assert!(fs::read(folder.path().join("out/2.png")).unwrap().starts_with(b"\x89PNG"));
}

#[cfg(feature = "pictures")]
#[test]
fn an_animation_shows_the_main_line() {
    let folder = tempfile::tempdir().unwrap();
    let delays = |arguments: &[&str]| -> Vec<u16> {
        let _ = fs::remove_file(folder.path().join("a.gif"));
        let all = [&["game.pgn", "-o", "a.gif", "--size", "64"], arguments].concat();
        assert_eq!(diagram(folder.path(), &all), (Some(0), String::new()));
        let bytes = fs::read(folder.path().join("a.gif")).unwrap();
        assert!(bytes.starts_with(b"GIF89a\x40\0\x40\0"));
        // The extension before each picture: its length, flags, then the delay in hundredths of a second.
        let extensions = bytes.windows(8).filter(|bytes| bytes.starts_with(b"\x21\xF9\x04") && bytes[7] == 0);
        extensions.map(|bytes| u16::from_le_bytes([bytes[4], bytes[5]])).collect()
    };
    assert_eq!(delays(&["--pace", "0.5"]), [50, 50, 50, 150]);
    assert_eq!(delays(&["--ply", "1"]), [100, 300]);
    // 10, 60 and 10 seconds: the last position is shown as long as a usual one, three times.
    assert_eq!(delays(&["--pace", "clocks"]), [38, 225, 38, 300]);
}

#[cfg(feature = "pictures")]
#[test]
fn an_animation_in_all_colors_has_the_same_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let write = |arguments: &[&str]| {
        let all = [&["game.pgn", "--size", "64"], arguments].concat();
        assert_eq!(diagram(folder.path(), &all), (Some(0), String::new()));
    };
    write(&["-o", "a.apng", "--pace", "0.5"]);
    write(&["-o", "last.png"]);
    let bytes = fs::read(folder.path().join("a.apng")).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    let control = reader.info().animation_control.unwrap();
    assert_eq!((control.num_frames, control.num_plays), (4, 0));
    let mut shown = vec![[0; 3]; 64 * 64];
    let mut delays = Vec::new();
    for _ in 0..control.num_frames {
        let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut buffer).unwrap();
        let frame = reader.info().frame_control.unwrap();
        delays.push((frame.delay_num, frame.delay_den));
        let (left, top, width) = (frame.x_offset as usize, frame.y_offset as usize, frame.width as usize);
        for (index, pixel) in buffer.chunks(3).take(width * frame.height as usize).enumerate() {
            shown[(top + index / width) * 64 + left + index % width].copy_from_slice(pixel);
        }
    }
    assert_eq!(delays, [(50, 100), (50, 100), (50, 100), (150, 100)]);
    // What changed, one after the other, gives the picture of the last position.
    let still = fs::read(folder.path().join("last.png")).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(&still)).read_info().unwrap();
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut buffer).unwrap();
    assert!(buffer.chunks(4).map(|pixel| &pixel[..3]).eq(shown.iter().map(|pixel| &pixel[..])));
}
