//! Which games an order moves.

/// The places of the games that move, in the new order: as few as possible, so that the others keep their order among each other. `order`
/// has the old numbers of the games in the new order; each occurs once. O(n log n), with eight bytes a game.
pub fn moved(order: &[u32]) -> Vec<usize> {
    const NONE: u32 = u32::MAX;
    // The last game of the best increasing sequence of each length, by its place in the new order.
    let mut ends: Vec<u32> = Vec::new();
    let mut before = vec![NONE; order.len()];
    for (place, number) in order.iter().enumerate() {
        let length = ends.partition_point(|end| order[*end as usize] < *number);
        if length > 0 {
            before[place] = ends[length - 1];
        }
        match ends.get_mut(length) {
            Some(end) => *end = place as u32,
            None => ends.push(place as u32),
        }
    }
    let mut stays = Vec::with_capacity(ends.len());
    let mut last = ends.last().copied().unwrap_or(NONE);
    while last != NONE {
        stays.push(last as usize);
        last = before[last as usize];
    }
    (0..order.len()).filter(|place| if stays.last() == Some(place) { stays.pop().is_none() } else { true }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_few_as_possible_move() {
        let cases: [(&[u32], &[usize]); 6] = [
            (&[], &[]),
            (&[0, 1, 2], &[]),
            (&[2, 0, 1], &[0]),
            (&[1, 2, 0], &[2]),
            (&[2, 1, 0], &[0, 1]),
            (&[0, 3, 1, 2, 4], &[1]),
        ];
        for (order, expected) in cases {
            assert_eq!(moved(order), expected, "{order:?}");
        }
    }
}
