//! What a build says that makes no pictures of pixels.

/// How to get them.
const MISSING: &str = "this build makes no pictures of pixels: packages do, and `cargo install --path server --features pictures`; use svg or text";

/// Returns a picture as PNG.
///
/// # Errors
/// Always.
pub(super) fn png(_svg: &str) -> Result<Vec<u8>, String> {
    Err(MISSING.to_owned())
}

/// Returns an animation as GIF.
///
/// # Errors
/// Always.
pub(super) fn gif(_pictures: &[(String, f64)]) -> Result<Vec<u8>, String> {
    Err(MISSING.to_owned())
}

/// Returns an animation as PNG.
///
/// # Errors
/// Always.
pub(super) fn apng(_pictures: &[(String, f64)]) -> Result<Vec<u8>, String> {
    Err(MISSING.to_owned())
}
