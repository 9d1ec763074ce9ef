//! A query as steps of a stack machine, run for every position of a game.

use super::header::{Cost, HeaderTerm, Said};
use super::move_pattern::MovePattern;
use super::node::{Label, Node};
use super::position::{At, PositionTerm};
use crate::game::{Facts, Game};
use crate::truth::Truth;

/// A query ready to be run.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    steps: Vec<Step>,
    headers: Vec<HeaderTerm>,
    terms: Vec<PositionTerm>,
    /// How the terms were written, with what they cost; nothing for those about positions.
    pub(super) labels: Vec<(Option<Cost>, Label)>,
    lines: Vec<Vec<Option<MovePattern>>>,
    /// What must hold somewhere in the game, inner ones before those around them: the steps of each.
    pub(super) somewhere: Vec<Vec<Step>>,
    /// How many numbers a run remembers from position to position.
    slots: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Header(usize),
    Position(usize),
    Line { line: usize, slot: usize },
    Not,
    And,
    Or,
    Then { slot: usize, within: u32 },
    For { slot: usize, plies: u32 },
    Somewhere(usize),
}

/// What a run over a game knows.
#[derive(Clone, Debug, Default)]
pub(super) struct Run {
    /// What the header terms say, once they were asked.
    headers: Vec<Option<Truth>>,
    /// What is known of what must hold somewhere.
    pub(super) somewhere: Vec<Truth>,
    /// What sequences remember: see [`Step`].
    pub(super) slots: Vec<u32>,
    stack: Vec<Truth>,
    /// Whether a source did not keep what a term needs.
    pub(super) lacks: bool,
}

impl Program {
    pub(super) fn new(nodes: &[Node]) -> Program {
        let mut program = Program::default();
        // Where the steps of the operands that wait begin.
        let mut starts = Vec::new();
        let mut steps = Vec::new();
        for node in nodes {
            let start = match node.arity() {
                0 => steps.len(),
                1 => starts.pop().unwrap_or(0),
                _ => {
                    starts.pop();
                    starts.pop().unwrap_or(0)
                }
            };
            let step = program.step(node, start, &mut steps);
            steps.push(step);
            starts.push(start);
        }
        program.steps = steps;
        program
    }

    fn step(&mut self, node: &Node, start: usize, steps: &mut Vec<Step>) -> Step {
        match node {
            Node::Header(term, label) => {
                self.labels.push((Some(term.cost()), label.clone()));
                self.headers.push(term.clone());
                Step::Header(self.headers.len() - 1)
            }
            Node::Position(term, label) => {
                self.labels.push((None, label.clone()));
                self.terms.push(term.clone());
                Step::Position(self.terms.len() - 1)
            }
            Node::Line { moves, label, in_sequence } => {
                self.labels.push((None, label.clone()));
                let slot = self.slot();
                self.lines.push(moves.clone());
                let step = Step::Line { line: self.lines.len() - 1, slot };
                if *in_sequence { step } else { self.somewhere(vec![step]) }
            }
            Node::Not => Step::Not,
            Node::And => Step::And,
            Node::Or => Step::Or,
            Node::Then(within) => Step::Then { slot: self.slot(), within: within.unwrap_or(u32::MAX) },
            Node::For(plies) => Step::For { slot: self.slot(), plies: *plies },
            Node::Ever => self.somewhere(steps.drain(start..).collect()),
        }
    }

    fn somewhere(&mut self, steps: Vec<Step>) -> Step {
        self.somewhere.push(steps);
        Step::Somewhere(self.somewhere.len() - 1)
    }

    fn slot(&mut self) -> usize {
        self.slots += 1;
        self.slots - 1
    }

    /// Whether the answer depends on the position at hand, not only on the game.
    pub(super) fn is_of_positions(&self) -> bool {
        has_positions(&self.steps)
    }

    /// Whether any part needs positions.
    pub(super) fn needs_positions(&self) -> bool {
        self.is_of_positions() || self.somewhere.iter().any(|steps| has_positions(steps))
    }

    /// Whether all that is said of a position is what does not hold in it, as in `not check`: nearly every game has such a position.
    pub(super) fn only_denies(&self) -> bool {
        // Of each operand: whether it says what holds in a position, and what does not.
        let mut stack: Vec<(bool, bool)> = Vec::new();
        for step in &self.steps {
            let of_step = match step {
                Step::Position(_) | Step::Line { .. } => (true, false),
                Step::Header(_) | Step::Somewhere(_) => (false, false),
                Step::Not => {
                    let (holds, denies) = stack.pop().unwrap_or_default();
                    (denies, holds)
                }
                Step::For { .. } => stack.pop().unwrap_or_default(),
                Step::And | Step::Or | Step::Then { .. } => {
                    let (second, first) = (stack.pop().unwrap_or_default(), stack.pop().unwrap_or_default());
                    (first.0 || second.0, first.1 || second.1)
                }
            };
            stack.push(of_step);
        }
        stack.pop() == Some((false, true))
    }

    /// Terms about positions, one of which holds in some position of every game for which the query holds. `None` if nothing is known that
    /// a cache finds fast.
    pub(super) fn required(&self) -> Option<Vec<&PositionTerm>> {
        let mut of_somewhere = Vec::new();
        for steps in &self.somewhere {
            let required = self.required_in(steps, &of_somewhere);
            of_somewhere.push(required);
        }
        self.required_in(&self.steps, &of_somewhere)
    }

    fn required_in<'p>(
        &'p self,
        steps: &[Step],
        of_somewhere: &[Option<Vec<&'p PositionTerm>>],
    ) -> Option<Vec<&'p PositionTerm>> {
        let mut stack: Vec<Option<Vec<&PositionTerm>>> = Vec::new();
        for step in steps {
            let required = match step {
                Step::Header(_) | Step::Line { .. } => None,
                Step::Position(term) => Some(vec![&self.terms[*term]]).filter(|terms| rarity(terms) > 0),
                Step::Somewhere(index) => of_somewhere.get(*index).cloned().flatten(),
                Step::For { .. } => stack.pop().flatten(),
                Step::Not => {
                    stack.pop();
                    None
                }
                Step::And | Step::Then { .. } => {
                    let (second, first) = (stack.pop().flatten(), stack.pop().flatten());
                    [first, second].into_iter().flatten().max_by_key(|terms| rarity(terms))
                }
                Step::Or => {
                    let (second, first) = (stack.pop().flatten(), stack.pop().flatten());
                    first.zip(second).map(|(first, second)| [first, second].concat())
                }
            };
            stack.push(required);
        }
        stack.pop().flatten()
    }

    /// The cost of the costliest header term.
    pub(super) fn dearest(&self) -> Option<Cost> {
        self.headers.iter().map(HeaderTerm::cost).max()
    }

    pub(super) fn run(&self) -> Run {
        Run {
            headers: vec![None; self.headers.len()],
            somewhere: vec![Truth::Unknown; self.somewhere.len()],
            slots: vec![0; self.slots],
            stack: Vec::new(),
            lacks: false,
        }
    }

    /// Asks the header terms that cost as much as this.
    pub(super) fn ask(&self, run: &mut Run, cost: Cost, game: &mut impl Game) {
        for (term, known) in self.headers.iter().zip(&mut run.headers) {
            if cost == Cost::Tags && known.is_none() && term.cost() > cost {
                *known = term.of_tags(game);
            }
            if term.cost() == cost && known.is_none() {
                let Said { truth, lacks } = term.of(game);
                *known = Some(truth);
                run.lacks |= lacks;
            }
        }
    }

    /// What can be said of a game without its positions. `facts` must be those of ordinary chess.
    pub(super) fn bound(&self, run: &mut Run, facts: Option<&Facts>) -> Truth {
        for index in 0..self.somewhere.len() {
            if run.somewhere[index] == Truth::Unknown {
                let bound = self.bound_of(&self.somewhere[index], run, facts, None);
                run.somewhere[index] = bound;
            }
        }
        self.bound_of(&self.steps, run, facts, None)
    }

    /// What can be said of the rest of a game of ordinary chess after a position.
    pub(super) fn bound_after(&self, part: Option<usize>, run: &mut Run, at: &At) -> Truth {
        self.bound_of(self.steps_of(part), run, None, Some(at))
    }

    fn bound_of(&self, steps: &[Step], run: &mut Run, facts: Option<&Facts>, at: Option<&At>) -> Truth {
        let unless_impossible = |is_possible: bool| if is_possible { Truth::Unknown } else { Truth::No };
        let mut stack = std::mem::take(&mut run.stack);
        stack.clear();
        for step in steps {
            let value = match *step {
                Step::Header(index) => run.headers[index].unwrap_or(Truth::Unknown),
                Step::Position(index) => {
                    let term = &self.terms[index];
                    let may_be = facts.is_none_or(|facts| term.may_be_in(facts));
                    unless_impossible(may_be && at.is_none_or(|at| term.may_follow(at)))
                }
                Step::Line { line, slot } => unless_impossible(match at {
                    Some(at) => {
                        let played = run.slots[slot];
                        played == at.reached.ply && (played as usize) < self.lines[line].len()
                    }
                    None => facts.is_none_or(|facts| {
                        facts.plies.is_none_or(|plies| plies as usize >= self.lines[line].len())
                            && facts.has_usual_start != Some(false)
                    }),
                }),
                Step::Somewhere(index) => run.somewhere[index],
                Step::Not => stack.pop().unwrap_or(Truth::No).negated(),
                Step::And => pop_two(&mut stack, Truth::min),
                Step::Or => pop_two(&mut stack, Truth::max),
                Step::Then { slot, .. } => {
                    let second = stack.pop().unwrap_or(Truth::No);
                    let first = stack.pop().unwrap_or(Truth::No);
                    unless_impossible(second != Truth::No && (first != Truth::No || run.slots[slot] > 0))
                }
                Step::For { .. } => unless_impossible(stack.pop().unwrap_or(Truth::No) != Truth::No),
            };
            stack.push(value);
        }
        let value = stack.pop().unwrap_or(Truth::No);
        run.stack = stack;
        value
    }

    /// Whether the material alone decides if the query, or a part of it that must hold somewhere, holds in a position of a game.
    pub(super) fn is_of_material(&self, part: Option<usize>) -> bool {
        self.steps_of(part).iter().all(|step| match step {
            Step::Position(index) => {
                matches!(self.terms[*index], PositionTerm::Material(_) | PositionTerm::Imbalance(_))
            }
            Step::Header(_) | Step::Somewhere(_) | Step::Not | Step::And | Step::Or => true,
            Step::Line { .. } | Step::Then { .. } | Step::For { .. } => false,
        })
    }

    fn steps_of(&self, part: Option<usize>) -> &[Step] {
        part.map_or(&self.steps, |part| &self.somewhere[part])
    }

    /// Whether the query, or a part of it that must hold somewhere, holds in a position. Every position must be shown, in
    /// the order of the line.
    pub(super) fn holds(&self, part: Option<usize>, run: &mut Run, at: &At) -> Truth {
        let steps = self.steps_of(part);
        if let [Step::Position(index)] = steps[..] {
            return self.terms[index].holds(at).into();
        }
        let mut stack = std::mem::take(&mut run.stack);
        stack.clear();
        let ply = at.reached.ply;
        for step in steps {
            let value = match *step {
                Step::Header(index) => run.headers[index].unwrap_or(Truth::Unknown),
                Step::Position(index) => self.terms[index].holds(at).into(),
                Step::Line { line, slot } => self.follow(line, &mut run.slots[slot], at).into(),
                Step::Somewhere(index) => run.somewhere[index],
                Step::Not => stack.pop().unwrap_or(Truth::No).negated(),
                Step::And => pop_two(&mut stack, Truth::min),
                Step::Or => pop_two(&mut stack, Truth::max),
                Step::Then { slot, within } => {
                    let second = stack.pop().unwrap_or(Truth::No);
                    let first = stack.pop().unwrap_or(Truth::No);
                    // One more than the ply at which the first held last.
                    let last = run.slots[slot];
                    if first == Truth::Yes {
                        run.slots[slot] = ply + 1;
                    }
                    let is_soon = last > 0 && ply - (last - 1) <= within;
                    if is_soon { second } else { Truth::No }
                }
                Step::For { slot, plies } => {
                    let holds = stack.pop() == Some(Truth::Yes);
                    run.slots[slot] = if holds { run.slots[slot] + 1 } else { 0 };
                    (run.slots[slot] >= plies).into()
                }
            };
            stack.push(value);
        }
        let value = stack.pop().unwrap_or(Truth::No);
        run.stack = stack;
        value
    }

    /// Whether a line ends in this position. `played` is how many of its moves have been played from the start on.
    fn follow(&self, line: usize, played: &mut u32, at: &At) -> bool {
        let moves = &self.lines[line];
        let reached = at.reached;
        if reached.ply == 0 {
            let is_usual = *reached.position == shakmaty::variant::VariantPosition::default();
            *played = if is_usual { 0 } else { u32::MAX };
            return false;
        }
        let Some(next) = moves.get(*played as usize) else { return false };
        let fits = match next {
            Some(pattern) => pattern.holds(reached),
            None => true,
        };
        if *played + 1 != reached.ply || !fits {
            return false;
        }
        *played = reached.ply;
        *played as usize == moves.len()
    }
}

/// How rare a position is in which one of these terms holds; 0 if a cache does not find it fast.
fn rarity(terms: &[&PositionTerm]) -> usize {
    let of_term = |term: &&PositionTerm| match term {
        PositionTerm::Exact(_) => 2,
        PositionTerm::Move(pattern) if pattern.is_null() => 0,
        PositionTerm::Board(_) | PositionTerm::Move(_) | PositionTerm::Mate | PositionTerm::Stalemate => 1,
        _ => 0,
    };
    terms.iter().map(of_term).min().unwrap_or(0)
}

fn has_positions(steps: &[Step]) -> bool {
    steps.iter().any(|step| matches!(step, Step::Position(_) | Step::Line { .. }))
}

fn pop_two(stack: &mut Vec<Truth>, join: impl FnOnce(Truth, Truth) -> Truth) -> Truth {
    let second = stack.pop().unwrap_or(Truth::No);
    let first = stack.pop().unwrap_or(Truth::No);
    join(first, second)
}
