//! placeholder
/// The page.
pub fn page() -> String {
    String::new()
}
