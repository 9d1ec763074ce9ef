//! Points and the values of tie-breaks, exactly.

use std::iter::Sum;
use std::ops::Add;

/// A point is divided by every number up to 16, so the average of as many games is exact.
const POINT: i64 = 720_720;

/// A number of points, or of games, or a rating.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value(i64);

impl Value {
    /// A number of half points.
    pub fn half_points(count: u32) -> Value {
        Value(i64::from(count) * (POINT / 2))
    }

    /// A number of quarters of a point: what half points times half points are.
    pub(super) fn quarters(count: u32) -> Value {
        Value(i64::from(count) * (POINT / 4))
    }

    /// A whole number.
    pub fn whole(count: u32) -> Value {
        Value(i64::from(count) * POINT)
    }

    /// The average of some games in which `half_points` were made; none of them are 0 points.
    pub(super) fn average(half_points: u32, games: u32) -> Value {
        Value(Value::half_points(half_points).0.checked_div(i64::from(games)).unwrap_or(0))
    }

    /// As a decimal number.
    pub fn decimal(self) -> f64 {
        self.0 as f64 / POINT as f64
    }

    /// How many decimals it needs, two at most.
    pub fn decimals(self) -> usize {
        match () {
            () if self.0 % POINT == 0 => 0,
            () if self.0 % (POINT / 10) == 0 => 1,
            () => 2,
        }
    }
}

impl Add for Value {
    type Output = Value;

    fn add(self, other: Value) -> Value {
        Value(self.0 + other.0)
    }
}

impl Sum for Value {
    fn sum<I: Iterator<Item = Value>>(values: I) -> Value {
        values.fold(Value::default(), Add::add)
    }
}
