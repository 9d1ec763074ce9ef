use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{GameEnd, Walk};
use scoresheet_chess::command_arguments;
use scoresheet_chess::time_control::{self, Period};
use scoresheet_grammar::command::commands;
use scoresheet_grammar::{Event, NodeKind, TokenKind};
use shakmaty::Color;
use std::ops::Range;

declare_rule! {
    /// A clock that shows more time than before, by more than the increment.
    ///
    /// ## What it does
    /// Checks for a player's `[%clk]` time in the main line that is higher than the previous one. A clock may rise by the
    /// increment of the TimeControl tag and by the time of its later periods (`40/7200:3600`). Games whose TimeControl tag is
    /// missing or does not give an increment are not checked.
    ///
    /// ## Why is this bad?
    /// A time was mistyped or attached to the wrong player's move. There are innocent causes, too: on servers an opponent can
    /// give time, and an arbiter may adjust a clock. The finding is therefore only informational.
    ///
    /// ## Example
    /// ```pgn
    /// [TimeControl "180+2"]
    ///
    /// 1. e4 {[%clk 0:03:00]} 1... e5 {[%clk 0:03:00]} 2. Nf3 {[%clk 0:30:01]} *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [TimeControl "180+2"]
    ///
    /// 1. e4 {[%clk 0:03:00]} 1... e5 {[%clk 0:03:00]} 2. Nf3 {[%clk 0:03:01]} *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 9.6.1, for the TimeControl tag; the command is a convention of Lichess, chess.com and others.
    name: "clock-increases", group: Suspicious, level: Info, fix: None, hooks: [Hook::End(check)],
}

fn check(_: &GameEnd, walk: &Walk, findings: &mut Findings) {
    let Some(control) = walk.tag("TimeControl").and_then(|tag| Control::read(&tag.value())) else { return };
    let mut before: [Option<Clock>; 2] = [None, None];
    for clock in clocks(walk) {
        let before = &mut before[clock.mover as usize];
        if let Some(earlier) = before.as_ref()
            && !control.explains(clock.seconds - earlier.seconds, clock.made)
        {
            let who = clock.mover.fold_wb("White", "Black");
            let gain = in_words(clock.seconds - earlier.seconds);
            let message = format!("{who}'s clock gains {gain} here, more than the time control allows");
            let finding = RULE.finding(clock.range.clone(), message);
            findings.push(finding.with_related(earlier.range.clone(), "the previous clock time"));
        }
        *before = Some(clock);
    }
}

/// A clock time of the main line.
struct Clock {
    mover: Color,
    /// How many moves the mover has made.
    made: u32,
    seconds: f64,
    range: Range<usize>,
}

/// The clock times of the main line. Linear in the game.
fn clocks(walk: &Walk) -> Vec<Clock> {
    let mut turn = walk.replay.setup().turn;
    let mut plies = 0_u32;
    let mut depth = 0_usize;
    let mut clocks = Vec::new();
    for (event, range) in walk.game.tree.events() {
        match event {
            Event::Enter(NodeKind::Variation) => depth += 1,
            Event::Leave(NodeKind::Variation) => depth -= 1,
            Event::Leave(NodeKind::Movetext) => break,
            Event::Token(TokenKind::San) if depth == 0 => {
                turn = !turn;
                plies += 1;
            }
            Event::Token(TokenKind::BraceComment) if depth == 0 && plies > 0 => {
                let clock = commands(walk.text(range.clone()), range.start).find(|command| command.name == "clk");
                let Some(clock) = clock else { continue };
                let Some(seconds) = command_arguments::seconds(clock.arguments) else { continue };
                clocks.push(Clock { mover: !turn, made: plies.div_ceil(2), seconds, range: clock.arguments_range });
            }
            _ => {}
        }
    }
    clocks
}

/// The time that a time control adds to a clock.
struct Control {
    /// Seconds after every move: the largest of the periods.
    increment: f64,
    /// The later periods in seconds, each with the number of moves after which it begins.
    later: Vec<(u32, f64)>,
}

impl Control {
    /// What the value of a TimeControl tag allows; `None` where it does not say.
    fn read(value: &str) -> Option<Control> {
        let mut control = Control { increment: 0.0, later: Vec::new() };
        let mut begins = 0_u32;
        let mut last = None;
        for (index, period) in time_control::read(value)?.periods.into_iter().enumerate() {
            let Period::Clock { moves, time, increment } = period else { return None };
            control.increment = control.increment.max(increment.as_secs_f64());
            if index > 0 {
                control.later.push((begins, time.as_secs_f64()));
            }
            begins = begins.saturating_add(moves.unwrap_or(0));
            last = moves.map(|_| time);
        }
        // A period of a number of moves repeats until the end of the game.
        control.later.extend(last.map(|time| (begins, time.as_secs_f64())));
        Some(control)
    }

    /// Whether a clock may rise by this many seconds on a player's move of this number. Clocks are rounded to seconds.
    fn explains(&self, gain: f64, made: u32) -> bool {
        let begun = self.later.iter().filter(|(moves, _)| *moves <= made);
        gain <= self.increment + 1.0 + begun.map(|(_, seconds)| seconds).sum::<f64>()
    }
}

fn in_words(seconds: f64) -> String {
    match seconds.round() as u64 {
        seconds if seconds < 120 => format!("{seconds} seconds"),
        seconds => format!("{} minutes", seconds / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, findings};

    #[test]
    fn a_gain_beyond_the_increment_is_marked() {
        check(
            &RULE,
            "
[TimeControl \"180+2\"]

1. e4 {[%clk 0:03:00]} e5 {[%clk 0:03:00]} 2. Nf3 {[%clk 0:03:02]} Nc6 {[%clk 0:04:00]} *
                                                                              ^^^^^^^ Black's clock gains 60 seconds here, more than the time control allows
",
        );
    }

    #[test]
    fn the_time_control_decides() {
        let gain = |control: &str, before: &str, after: &str| {
            let moves = format!("1. e4 {{[%clk {before}]}} e5 2. Nf3 {{[%clk {after}]}} (2. d4 {{[%clk 9:00:00]}})");
            findings(&RULE, &format!("[TimeControl \"{control}\"]\n\n{moves} *")).len()
        };
        assert_eq!(gain("180+2", "0:02:00", "0:02:02"), 0);
        assert_eq!(gain("180+2", "0:02:00", "0:02:12"), 1);
        assert_eq!(gain("180", "0:02:00", "0:02:12"), 1);
        assert_eq!(gain("1/7200:3600+30", "0:02:00", "1:02:20"), 0);
        assert_eq!(gain("40/7200:3600+30", "0:02:00", "0:02:50"), 1);
        assert_eq!(gain("1/7200:1/3600:900+30", "0:02:00", "0:17:00"), 0);
        assert_eq!(gain("1/86400", "0:02:00", "23:59:00"), 0);
        assert_eq!(gain("1/7200:3600", "0:02:00", "3:00:00"), 1);
        for unknown in ["", "?", "-", "inf", "*180", "G/70;d10", "15 min"] {
            assert_eq!(gain(unknown, "0:02:00", "1:00:00"), 0, "{unknown}");
        }
    }
}
