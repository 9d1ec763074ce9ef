//! Animations as PNG, with all their colours.

use png::{BitDepth, BlendOp, ColorType, DisposeOp, Encoder, EncodingError};

use super::animation::{Rectangle, changed};
use super::pixels::{Colour, colours, pixels};

/// Returns an animation of pictures of one size, each with the seconds that it is shown, again and again. A program that shows no animations shows
/// the first picture.
///
/// # Errors
/// A message, if there is no memory for it.
pub(super) fn apng(pictures: &[(String, f64)]) -> Result<Vec<u8>, String> {
    let message = |error: EncodingError| format!("cannot write PNG: {error}");
    let first = pixels(pictures.first().map_or("", |(svg, _)| svg))?;
    let (width, height) = (first.width(), first.height());
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    // No number of times is for ever.
    encoder.set_animated(pictures.len() as u32, 0).map_err(message)?;
    encoder.set_blend_op(BlendOp::Source).map_err(message)?;
    encoder.set_dispose_op(DisposeOp::None).map_err(message)?;
    let mut writer = encoder.write_header().map_err(message)?;
    let mut shown: Option<Vec<Colour>> = None;
    for (svg, seconds) in pictures {
        let drawn: Vec<Colour> = colours(&pixels(svg)?).collect();
        let Rectangle { left, top, right, bottom } = changed(shown.as_deref(), &drawn, width as usize);
        let rows = (top..bottom).flat_map(|row| &drawn[row * width as usize..][left..right]);
        let hundredths = (seconds * 100.0).round().clamp(1.0, f64::from(u16::MAX)) as u16;
        writer.set_frame_delay(hundredths, 100).map_err(message)?;
        if shown.is_some() {
            // A part must not lie outside at any time.
            writer.reset_frame_position().map_err(message)?;
            writer.set_frame_dimension((right - left) as u32, (bottom - top) as u32).map_err(message)?;
            writer.set_frame_position(left as u32, top as u32).map_err(message)?;
        }
        writer.write_image_data(&rows.flatten().copied().collect::<Vec<u8>>()).map_err(message)?;
        shown = Some(drawn);
    }
    writer.finish().map_err(message)?;
    Ok(out)
}
