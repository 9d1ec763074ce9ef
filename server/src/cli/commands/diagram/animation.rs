//! What animations have in common: after the first picture, only what changes is written.

/// A part of a picture, in pixels: its ends to the right and below are not in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rectangle {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) right: usize,
    pub(super) bottom: usize,
}

/// Returns the smallest part of a picture with all that differs from the one before, which has the same size: one pixel if nothing does, and everything
/// if there is none before.
pub(super) fn changed<T: PartialEq>(before: Option<&[T]>, now: &[T], width: usize) -> Rectangle {
    let Some(before) = before else { return Rectangle { left: 0, top: 0, right: width, bottom: now.len() / width } };
    let differs = before.iter().zip(now).enumerate().filter(|(_, (before, now))| before != now);
    let places = differs.map(|(index, _)| (index % width, index / width));
    let pixels = places.map(|(x, y)| Rectangle { left: x, top: y, right: x + 1, bottom: y + 1 });
    pixels.reduce(Rectangle::with).unwrap_or(Rectangle { left: 0, top: 0, right: 1, bottom: 1 })
}

impl Rectangle {
    /// The smallest one that has both in it.
    fn with(self, other: Rectangle) -> Rectangle {
        Rectangle {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_rectangle_has_all_that_differs() {
        let before = [0; 12];
        let mut now = before;
        assert_eq!(changed(None, &now, 4), Rectangle { left: 0, top: 0, right: 4, bottom: 3 });
        assert_eq!(changed(Some(&before), &now, 4), Rectangle { left: 0, top: 0, right: 1, bottom: 1 });
        (now[2], now[5]) = (1, 1);
        assert_eq!(changed(Some(&before), &now, 4), Rectangle { left: 1, top: 0, right: 3, bottom: 2 });
    }
}
