use super::fixes::{perhaps_write, write};
use super::neighbouring_commands::{differs_from_neighbours, is_other_number};
use crate::explanation::{Candidate, Slip};
use crate::finding::{Edit, Finding, Fix, Level};
use crate::findings::Findings;
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::command_arguments::{self, Dialect, Fault};
use scoresheet_chess::command_docs::is_known;
use scoresheet_chess::damaged_commands::{Damage, DamagedCommand, damaged_commands, mended_arguments};
use scoresheet_grammar::command::Command;
use std::ops::Range;

declare_rule! {
    /// A damaged command in a comment, or one with unreadable arguments.
    ///
    /// ## What it does
    /// Checks the commands that most programs support: the clocks `[%clk]`, `[%emt]`, `[%egt]`, `[%mct]`, the evaluation
    /// `[%eval]`, coloured squares `[%csl]` and arrows `[%cal]`. The squares themselves are checked by `invalid-square-marker`.
    /// The arguments of other commands are not checked. Dialects that programs read (`[%clk 3:00]`, `[%emt 1.748]`,
    /// `[%eval +0.35/13]`) and empty commands are only informational, unless the commands around them are written as usual.
    ///
    /// It also checks for commands that have lost a sign (`[clk 0:01:00]`, `%clk 0:01:00]`), have one twice
    /// (`[[%clk 0:01:00]`), or have a mistyped name (`[%ckl 0:01:00]`), if their arguments are those of such a command.
    ///
    /// ## Why is this bad?
    /// Programs show a command that they cannot read as text, or lose its clock time, evaluation or arrow.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 { [%eval good] } 1... e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 { [%eval 0.35] } 1... e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe if it closes a command that is otherwise correct, or writes an evaluation the way most programs do.
    /// A fix that writes another name, sign or number is unsafe.
    ///
    /// ## References
    /// The commands are a convention of ChessBase, Lichess and others; the PGN standard, section 5, leaves the text of comments free.
    name: "malformed-command", group: Suspicious, level: Warning, fix: Sometimes,
    hooks: [Hook::Command(Which::Unusual, check), Hook::BraceComment(Which::Unusual, check_damage), Hook::Slip(check_brace)],
}

fn check(command: &Command, walk: &Walk, findings: &mut Findings) {
    if !command.is_closed {
        return findings.extend(unclosed(command));
    }
    let Some(fault) = command_arguments::fault(command.name, command.arguments) else { return };
    let arguments = command.arguments_range.clone();
    let may_differ = match &fault {
        Fault::None => command.name == "eval" && is_other_number(command.arguments),
        // A mate is not written as other evaluations are.
        Fault::Dialect(Dialect::Evaluation) => command.arguments.contains('/'),
        Fault::Dialect(Dialect::Marks) => false,
        Fault::Dialect(_) | Fault::Empty => true,
        Fault::Wrong(_) => false,
    };
    let differs = may_differ && differs_from_neighbours(command, walk.game.text);
    // Most programs lose all marks over a comma.
    let is_lost = differs || fault == Fault::Dialect(Dialect::Marks);
    let level = if is_lost { Level::Warning } else { Level::Info };
    let (level, range) = match fault {
        Fault::None if differs => (level, arguments.clone()),
        Fault::None => return,
        Fault::Wrong(_) if command_arguments::names_squares(command.name) => return,
        Fault::Empty => (level, command.range.clone()),
        Fault::Dialect(_) => (level, arguments.clone()),
        Fault::Wrong(_) => (Level::Warning, arguments.clone()),
    };
    if !walk.is_reported(level) {
        return findings.push(RULE.unreported(range, level));
    }
    let mended = || mended_arguments(command.name, command.arguments);
    let (mut message, fix) = match fault {
        Fault::None => {
            let meant = mended().or_else(|| with_point(command.arguments));
            let message = format!("{} is written without a point", command.arguments);
            (message, meant.map(|meant| perhaps_write(arguments, meant)))
        }
        Fault::Empty => (format!("The command {} is empty", command.name), None),
        Fault::Dialect(dialect) => {
            let usual = dialect.usual(command.arguments).map(|usual| write(arguments, usual));
            (dialect.message(command.arguments), usual)
        }
        Fault::Wrong(message) => (message, mended().map(|meant| perhaps_write(arguments, meant))),
    };
    if differs {
        message.push_str(&format!(", unlike the other commands {} around it", command.name));
    }
    let mut finding = RULE.finding(range, message);
    finding.level = level;
    finding.fixes.extend(fix);
    findings.push(finding);
}

/// A command without its `]`, or with another bracket for it.
fn unclosed(command: &Command) -> Option<Finding> {
    let Command { name, arguments, arguments_range, range, .. } = command;
    let fault = match command_arguments::fault(name, arguments) {
        None if is_known(name) && !arguments.is_empty() => None,
        None => return None,
        fault => fault,
    };
    let finding = RULE.finding(range.clone(), format!("The command {name} lacks its closing bracket"));
    let end = arguments_range.end;
    let fits = |arguments| command_arguments::fault(name, arguments) == Some(Fault::None);
    let other_bracket = arguments.strip_suffix([')', '>', '[', '|']).filter(|arguments| fits(arguments));
    Some(match fault {
        Some(Fault::None) => finding.with_fix(Fix::safe("Close the command", vec![Edit::insert(end, "]")])),
        // A word after it is no argument.
        None if !arguments.contains(char::is_whitespace) => {
            finding.with_fix(Fix::unsafe_("Close the command", vec![Edit::insert(end, "]")]))
        }
        Some(_) if other_bracket.is_some() => finding.with_fix(perhaps_write(end - 1..end, "]")),
        _ => finding,
    })
}

/// An evaluation with a point before its last two digits.
fn with_point(arguments: &str) -> Option<String> {
    let whole = arguments.len().checked_sub(2)?;
    Some(format!("{}.{}", arguments.get(..whole)?, arguments.get(whole..)?))
}

/// `}` for the `]` of a command.
fn check_brace(candidate: &Candidate, _: &str, findings: &mut Findings) {
    if candidate.slip == Slip::BraceOfCommand {
        let finding = RULE.finding(candidate.range.clone(), "A command ends with ], not with }");
        findings.push(finding.with_fix(perhaps_write(candidate.edit.range.clone(), "]")));
    }
}

/// Commands that are read as words, or whose name no program reads.
fn check_damage(comment: Range<usize>, walk: &Walk, findings: &mut Findings) {
    let inside = comment.start + 1..comment.end - usize::from(walk.text(comment.clone()).ends_with('}'));
    for DamagedCommand { range, damage, meant } in damaged_commands(walk.game.text, inside) {
        let message = match damage {
            Damage::Open => "The command lacks its [",
            Damage::Percent => "The command lacks its %",
            Damage::Doubled => "A sign of the command is written twice",
            Damage::Name => "The name of the command is mistyped",
        };
        let message = format!("{message}: programs read {meant}");
        findings.push(RULE.finding(range.clone(), message).with_fix(perhaps_write(range, meant)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings, warnings};

    #[test]
    fn known_commands_are_read() {
        check(
            &RULE,
            "
1. e4 {[%clk 0:01:00] [%eval #-3] [%csl Ge5,Rz9]} e5 {[%eval good] [%tqu what,ever] [%cal]} *
                                                             ^^^^ good is not an evaluation, such as 0.35 or #-3
                                                                                    ^^^^^^ The command cal is empty
",
        );
    }

    #[test]
    fn an_open_command_is_closed() {
        check_fix(&RULE, "1. e4 {[%clk 0:01:00 } *", "1. e4 {[%clk 0:01:00] } *");
    }

    #[test]
    fn damaged_commands_are_given_back() {
        for (before, after) in [
            ("[clk 0:01:00]", "[%clk 0:01:00]"),
            ("%clk 0:01:00]", "[%clk 0:01:00]"),
            ("[[%clk 0:01:00]", "[%clk 0:01:00]"),
            ("[%CLK 0:01:00] a", "[%clk 0:01:00] a"),
            ("[%clk 0:01:00)", "[%clk 0:01:00]"),
            ("[%cal Ge2e4,]", "[%cal Ge2e4]"),
            ("[%clk 0:0l:OO]", "[%clk 0:01:00]"),
            ("[%eval 0.3[%clk 0:01:00]", "[%eval 0.3][%clk 0:01:00]"),
            ("{%eval 0.3]", "[%eval 0.3]"),
            (" [%eval 0.3} ", " [%eval 0.3] "),
            ("[%eval 0.3} [%clk 0:01:00]", "[%eval 0.3] [%clk 0:01:00]"),
        ] {
            let game = |comment: &str| format!("1. e4 {{{comment}}} e5 *");
            assert_eq!(warnings(&game(before)), ["malformed-command"], "{before}");
            check_fix(&RULE, &game(before), &game(after));
        }
    }

    #[test]
    fn a_command_unlike_those_around_it_is_a_slip() {
        let game = |odd: &str, name: &str, usual: &str| {
            let usual = format!("{{[%{name} {usual}]}}");
            format!("1. e4 {usual} e5 {usual} 2. Nf3 {{[%{name} {odd}]}} Nc6 {usual} 3. Bb5 {usual} *")
        };
        for (name, odd, usual, fixed) in [
            ("clk", "08:10", "0:08:30", None),
            ("eval", "-101", "0.35", Some("-1.01")),
            ("eval", "0,35", "0.35", Some("0.35")),
            ("eval", "", "0.35", None),
        ] {
            let before = game(odd, name, usual);
            assert_eq!(warnings(&before), ["malformed-command"], "{odd}");
            if let Some(fixed) = fixed {
                check_fix(&RULE, &before, &game(fixed, name, usual));
            }
            assert_eq!(warnings(&game(odd, name, odd)), [""; 0], "{odd}");
        }
    }

    #[test]
    fn evaluations_are_written_the_common_way() {
        check_fix(&RULE, "1. e4 {[%eval +#3] [%eval 0.3/20]} *", "1. e4 {[%eval #3] [%eval 0.3,20]} *");
    }

    #[test]
    fn dialects_are_no_warning() {
        for command in ["[%clk 3:00]", "[%emt 1.748]", "[%eval +0.35/13]", "[%cal ]"] {
            let text = format!("1. e4 {{{command}}} *");
            let levels: Vec<Level> = findings(&RULE, &text).iter().map(|found| found.level).collect();
            assert_eq!(levels, [Level::Info], "{command}");
        }
        for command in ["[%clk 0:01:00.5]", "[%eval -106,29]", "[%eval 0,34]", "[%emt 0:00:04]", "[%evp 0,35,25]"] {
            check(&RULE, &format!("1. e4 {{{command}}} *"));
        }
    }
}
