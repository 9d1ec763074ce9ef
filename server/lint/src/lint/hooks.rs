//! Where the rules want to be asked: lists made once, used for every game.

use scoresheet_grammar::command::Command;
use scoresheet_grammar::{GameView, TokenKind};

use super::{Annotation, GameEnd, VariationEnd, Walk};
use crate::file_view::FileView;
use crate::finding::{Finding, Level};
use crate::root_cause::Candidate;
use crate::rule::{AskAboutAllowance, AskAboutNotes, AskAboutRange, AskAboutTag, FileScope, Hook, Rule};
use scoresheet_chess::replay::notes::Notes;

/// The hooks of rules by where they are called; see [`Hook`].
#[derive(Default)]
pub(super) struct Hooks {
    pub(super) faults: Vec<Hook>,
    pub(super) tag: Vec<AskAboutTag>,
    /// By the length of the name, so that a tag which nobody asks for costs next to nothing.
    pub(super) named_tags: Vec<Vec<(&'static str, AskAboutTag)>>,
    pub(super) tags: Vec<fn(&Walk, &mut Vec<Finding>)>,
    pub(super) played: Vec<(Notes, AskAboutNotes)>,
    pub(super) null_move: Vec<fn(&Walk, &mut Vec<Finding>)>,
    pub(super) moves: Vec<fn(&Walk, &mut Vec<Finding>)>,
    pub(super) annotation: Vec<fn(&Annotation, &Walk, &mut Vec<Finding>)>,
    pub(super) comment: Vec<AskAboutRange>,
    pub(super) failed: Vec<fn(&Walk, &mut Vec<Finding>)>,
    pub(super) wrong_number: Vec<AskAboutRange>,
    /// By the kind.
    pub(super) tokens: Vec<Vec<AskAboutRange>>,
    pub(super) odd_comment: Vec<AskAboutRange>,
    pub(super) command: Vec<fn(&Command, &Walk, &mut Vec<Finding>)>,
    pub(super) odd_command: Vec<fn(&Command, &Walk, &mut Vec<Finding>)>,
    pub(super) variation: Vec<fn(&VariationEnd, &Walk, &mut Vec<Finding>)>,
    pub(super) slip: Vec<fn(&Candidate, &str, &mut Vec<Finding>)>,
    pub(super) idle_allowance: Vec<AskAboutAllowance>,
    pub(super) end: Vec<fn(&GameEnd, &Walk, &mut Vec<Finding>)>,
    pub(super) text: Vec<fn(GameView, &mut Vec<Finding>)>,
    /// Of findings of which nobody hears, but which something may allow.
    pub(super) unheard_text: Vec<fn(GameView, &mut Vec<Finding>)>,
    pub(super) commented_nag: Vec<fn(GameView, &mut Vec<Finding>)>,
    pub(super) file: Vec<FileHook>,
    /// Bit `kind as u8` is set where a rule asks for tokens of that kind.
    pub(super) token_kinds: u64,
}

/// A rule about whole files.
pub(super) struct FileHook {
    pub(super) rule: &'static Rule,
    pub(super) scope: FileScope,
    pub(super) ask: fn(&FileView, &mut Vec<Finding>),
}

impl Hooks {
    /// The hooks of `rules`, in their order. Nobody hears of findings below this level.
    pub(super) fn of(rules: impl Iterator<Item = &'static Rule>, lowest_heard: Level) -> Hooks {
        // Escape lines may allow something, whatever the rules want to know of them.
        let mut hooks = Hooks { token_kinds: 1 << TokenKind::EscapeLine as u8, ..Hooks::default() };
        rules.for_each(|rule| rule.hooks.iter().for_each(|hook| hooks.add(rule, *hook, lowest_heard)));
        hooks
    }

    /// Whether no rule asks about every move or every number, so that most of them can be walked over without asking any.
    pub(super) fn leave_plain_moves_alone(&self) -> bool {
        self.moves.is_empty() && self.token_kinds & 1 << TokenKind::MoveNumber as u8 == 0
    }

    /// The same of comments and NAGs that are not odd.
    pub(super) fn leave_plain_remarks_alone(&self) -> bool {
        const REMARKS: u64 = 1 << TokenKind::BraceComment as u8 | 1 << TokenKind::Nag as u8;
        self.comment.is_empty() && self.command.is_empty() && self.token_kinds & REMARKS == 0
    }

    fn add(&mut self, rule: &'static Rule, hook: Hook, lowest_heard: Level) {
        match hook {
            Hook::Fault(..) => self.faults.push(hook),
            Hook::Tag(ask) => self.tag.push(ask),
            Hook::TagNamed(names, ask) => names.iter().for_each(|name| self.add_named_tag(name, ask)),
            Hook::Tags(ask) => self.tags.push(ask),
            Hook::Played(notes, ask) => self.played.push((notes, ask)),
            Hook::NullMove(ask) => self.null_move.push(ask),
            Hook::Move(ask) => self.moves.push(ask),
            Hook::Annotation(ask) => self.annotation.push(ask),
            Hook::Comment(ask) => self.comment.push(ask),
            Hook::Failed(ask) => self.failed.push(ask),
            Hook::WrongNumber(ask) => self.wrong_number.push(ask),
            Hook::Token(kind, ask) => {
                self.token_kinds |= 1 << kind as u8;
                self.tokens.resize(self.tokens.len().max(kind as usize + 1), Vec::new());
                self.tokens[kind as usize].push(ask);
            }
            Hook::OddComment(ask) => self.odd_comment.push(ask),
            Hook::Command(ask) => self.command.push(ask),
            Hook::OddCommand(ask) => self.odd_command.push(ask),
            Hook::Variation(ask) => self.variation.push(ask),
            Hook::Slip(ask) => self.slip.push(ask),
            Hook::IdleAllowance(ask) => self.idle_allowance.push(ask),
            Hook::End(ask) => self.end.push(ask),
            Hook::TextAt(level, ask) if level < lowest_heard => self.unheard_text.push(ask),
            Hook::Text(ask) | Hook::TextAt(_, ask) => self.text.push(ask),
            Hook::CommentedNag(ask) => self.commented_nag.push(ask),
            Hook::File(scope, ask) => self.file.push(FileHook { rule, scope, ask }),
            // Those are asked elsewhere: see `crate::epd`.
            Hook::Record(_) | Hook::RecordTrait(..) | Hook::RecordFile(_) => {}
        }
    }

    fn add_named_tag(&mut self, name: &'static str, ask: AskAboutTag) {
        if self.named_tags.len() <= name.len() {
            self.named_tags.resize(name.len() + 1, Vec::new());
        }
        self.named_tags[name.len()].push((name, ask));
    }
}
