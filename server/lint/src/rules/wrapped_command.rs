use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::command_arguments::{self, Fault};
use scoresheet_grammar::command::Command;

declare_rule! {
    /// A command in a comment that is split over two lines.
    ///
    /// ## What it does
    /// Checks for line ends inside the brackets of a command such as `[%clk 0:01:03]`. Programs that wrap lines break a comment
    /// at any space or comma.
    ///
    /// ## Why is this bad?
    /// Most programs read it; those that look for the command on one line show it as text.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 {[%clk
    /// 0:01:03]} 1... e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 {[%clk 0:01:03]} 1... e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix joins the command. It is safe for commands whose arguments contain no spaces.
    ///
    /// ## References
    /// PGN standard, sections 5 and 3.2.1: export format fills lines, and keeps a word of a comment on one.
    name: "wrapped-command", group: Style, level: Info, fix: Always, hooks: [Hook::Command(Which::Every, check)],
}

fn check(command: &Command, walk: &Walk, findings: &mut Findings) {
    let text = walk.text(command.range.clone());
    if !command.is_closed || !text.contains(['\n', '\r']) {
        return;
    }
    let what =
        if command.name.is_empty() { "This command".to_owned() } else { format!("The command {}", command.name) };
    let finding = RULE.finding(command.range.clone(), format!("{what} is split over two lines"));
    let fix = match command_arguments::fault(command.name, command.arguments) {
        Some(Fault::None) => {
            let arguments: String = command.arguments.split_whitespace().collect();
            let joined = format!("[%{} {arguments}]", command.name);
            Fix::safe("Join the command", vec![Edit::replace(command.range.clone(), joined)])
        }
        // Unreadable arguments are reported by another rule, which says more.
        Some(_) => return,
        None => {
            let joined: Vec<&str> = text.split_whitespace().collect();
            let joined = joined.join(" ").replacen("[% ", "[%", 1);
            Fix::unsafe_("Join the command", vec![Edit::replace(command.range.clone(), joined)])
        }
    };
    findings.push(finding.with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn commands_are_joined() {
        check_fix(&RULE, "1. e4 {[%clk\n0:01:00]} *", "1. e4 {[%clk 0:01:00]} *");
        check_fix(&RULE, "1. e4 {[%cal Ge2e4,\r\n  Rd1d8]} *", "1. e4 {[%cal Ge2e4,Rd1d8]} *");
        check_fix(&RULE, "1. e4 {[%tqu \"En\",\"find\nit\"]} *", "1. e4 {[%tqu \"En\",\"find it\"]} *");
        check_fix(&RULE, "1. e4 {[%\nclk 0:01:00]} *", "1. e4 {[%clk 0:01:00]} *");
        check_applicability(&RULE, "1. e4 {[%clk\n0:01:00]} *", Applicability::Safe);
        check_applicability(&RULE, "1. e4 {[%evp 0,\n1]} *", Applicability::Unsafe);
    }

    #[test]
    fn others_are_left_in_peace() {
        check(&RULE, "1. e4 {[%clk 0:01:00]\n[%eval 0.3]} e5 {[%clk\nsoon] [%cal\n] [%clk\n0:01:00} *");
    }
}
