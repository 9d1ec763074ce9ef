//! Pictures of pixels, from SVG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Returns a picture as PNG. It must be an SVG document without text.
///
/// # Errors
/// A message, if there is no memory for it.
pub(super) fn png(svg: &str) -> Result<Vec<u8>, String> {
    pixels(svg)?.encode_png().map_err(|error| format!("cannot write PNG: {error}"))
}

/// Returns the pixels of a picture.
///
/// # Errors
/// A message, if there is no memory for it.
pub(super) fn pixels(svg: &str) -> Result<Pixmap, String> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| format!("cannot draw: {error}"))?;
    let size = tree.size().to_int_size();
    let mut pixmap =
        Pixmap::new(size.width(), size.height()).ok_or("cannot draw: there is no memory for the picture")?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// A colour of a pixel: red, green and blue.
pub(super) type Colour = [u8; 3];

/// Returns the colours of the pixels, line by line.
pub(super) fn colours(picture: &Pixmap) -> impl Iterator<Item = Colour> {
    picture.pixels().iter().map(|pixel| {
        let colour = pixel.demultiply();
        [colour.red(), colour.green(), colour.blue()]
    })
}
