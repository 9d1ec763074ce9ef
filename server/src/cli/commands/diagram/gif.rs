//! Animations as GIF, which has 256 colours.

use std::borrow::Cow;
use std::collections::HashMap;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

use super::animation::{Rectangle, changed};
use super::pixels::{Colour, colours, pixels};

/// The colours of a file. Boards have few; the edges of pieces have shades, of which the nearest one is taken.
const COLOURS: usize = 256;

/// Returns an animation of pictures of one size, each with the seconds that it is shown, again and again.
///
/// # Errors
/// A message, if there is no memory for it.
pub(super) fn gif(pictures: &[(String, f64)]) -> Result<Vec<u8>, String> {
    let mut palette = Palette::of(pictures)?;
    let first = pixels(pictures.first().map_or("", |(svg, _)| svg))?;
    let size = |length: u32| u16::try_from(length).unwrap_or(u16::MAX);
    let (width, height) = (size(first.width()), size(first.height()));
    let message = |error: gif::EncodingError| format!("cannot write GIF: {error}");
    let mut encoder = Encoder::new(Vec::new(), width, height, &palette.bytes()).map_err(message)?;
    encoder.set_repeat(Repeat::Infinite).map_err(message)?;
    let mut shown: Option<Vec<u8>> = None;
    for (svg, seconds) in pictures {
        let indices = palette.indices(&pixels(svg)?);
        // Only what changed is written.
        let Rectangle { left, top, right, bottom } = changed(shown.as_deref(), &indices, usize::from(width));
        let rows = (top..bottom).flat_map(|row| &indices[row * usize::from(width)..][left..right]);
        let frame = Frame {
            delay: (seconds * 100.0).round().clamp(1.0, f64::from(u16::MAX)) as u16,
            dispose: DisposalMethod::Keep,
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            buffer: Cow::Owned(rows.copied().collect()),
            ..Frame::default()
        };
        encoder.write_frame(&frame).map_err(message)?;
        shown = Some(indices);
    }
    encoder.into_inner().map_err(|error| format!("cannot write GIF: {error}"))
}

/// The colours of an animation.
struct Palette {
    colours: Vec<Colour>,
    /// The index of the nearest colour of those that were looked up.
    nearest: HashMap<Colour, u8>,
}

impl Palette {
    /// The most frequent colours. All pictures are drawn for it, as one that has an arrow may be the only one; pictures are not kept, they are large.
    fn of(pictures: &[(String, f64)]) -> Result<Palette, String> {
        let mut counts: HashMap<Colour, u64> = HashMap::new();
        for (svg, _) in pictures {
            colours(&pixels(svg)?).for_each(|colour| *counts.entry(colour).or_default() += 1);
        }
        let mut counts: Vec<(Colour, u64)> = counts.into_iter().collect();
        counts.sort_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
        let colours = counts.into_iter().take(COLOURS).map(|(colour, _)| colour).collect();
        Ok(Palette { colours, nearest: HashMap::new() })
    }

    fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }

    fn indices(&mut self, picture: &Pixmap) -> Vec<u8> {
        let Palette { colours: known, nearest } = self;
        let index = |colour: Colour| {
            *nearest.entry(colour).or_insert_with(|| {
                let distance = |other: &Colour| -> u32 {
                    other.iter().zip(colour).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
                };
                let best = known.iter().enumerate().min_by_key(|(_, other)| distance(other));
                best.map_or(0, |(index, _)| index as u8)
            })
        };
        colours(picture).map(index).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: u32) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"10\"><rect width=\"20\" height=\"10\" fill=\"#fff\"/>\
             <rect x=\"{x}\" y=\"2\" width=\"4\" height=\"4\" fill=\"#f00\"/></svg>"
        )
    }

    #[test]
    fn a_frame_has_what_changed() {
        let bytes = gif(&[(square(0), 1.0), (square(4), 0.5), (square(4), 2.0)]).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(&bytes[..]).unwrap();
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            frames.push((frame.left, frame.top, frame.width, frame.height, frame.delay));
        }
        assert_eq!(frames, [(0, 0, 20, 10, 100), (0, 2, 8, 4, 50), (0, 0, 1, 1, 200)]);
    }

    #[test]
    fn the_nearest_colours_are_taken() {
        let pictures = [(square(0), 1.0)];
        let mut palette = Palette::of(&pictures).unwrap();
        assert_eq!(palette.colours, [[255, 255, 255], [255, 0, 0]]);
        palette.colours = vec![[250, 250, 250], [200, 0, 10]];
        assert_eq!(palette.indices(&pixels(&square(0)).unwrap())[39..42], [0, 1, 1]);
    }
}
