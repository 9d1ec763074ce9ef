"""What the findings of a mutant are worth."""
import collections
import dataclasses

from reading import events
from slip import Mutant, applied

# A finding that is longer than this, and longer than the damaged tokens with their neighbours, points at nothing.
WIDEST = 100
LEVELS = ("error", "warning", "info", "hint")
# The levels at which a slip must be reported. The lower ones are enough where python-chess reads the same game as without the slip.
SERIOUS = LEVELS[:2]
COUNTS = ("located", "repaired", "silent")
# What is lost is known to nobody.
IRREPARABLE = ("lost-line", "lost-pair")


@dataclasses.dataclass
class Score:
    """What the findings say about each slip of a mutant, and about all of them."""

    mutant: object
    findings: list
    slips: list
    alone: bool
    all_repaired: bool
    fixed: str
    extra: int

    @property
    def all_located(self):
        return all(it["located"] for it in self.slips)


def score(mutant, tail, findings, findings_before):
    """Scores the findings of a mutant; those that the game has without a slip do not count."""
    expected = events(mutant.game.text)[0]
    text = mutant.text + tail
    found = _new(mutant, findings, findings_before)
    serious = [finding for finding in found if finding.level in SERIOUS]
    is_silent = not serious and events(text)[0] != expected
    slips = []
    for slip in mutant.slips:
        place = mutant.place(slip)
        optional = slip.optional
        is_harmless = _reads_as(Mutant(mutant.game, [slip]).text, expected)
        finding = _at(place, found if is_harmless else serious)
        others = [edit for other in mutant.slips if other is not slip for edit in mutant.undo(other)]
        fix = finding and finding.fixes and finding.fixes[0]
        fixed = applied(text, [*fix, *others]) if fix else None
        slips.append({
            "kind": slip.kind, "located": finding is not None, "repaired": _reads_as(fixed, expected, optional), "silent": is_silent,
            "place": place, "finding": finding,
        })
    used = {id(slip["finding"]) for slip in slips}
    together = [it.fixes[0] for it in found if it.fixes and (it.level == "error" or id(it) in used)]
    fixed = applied(text, [edit for fix in together for edit in fix])
    optional = sum((slip.optional for slip in mutant.slips), ())
    errors = sum(finding.level == "error" for finding in found)
    extra = sum(id(finding) not in used for finding in serious)
    return Score(mutant, serious, slips, errors <= len(slips), _reads_as(fixed, expected, optional), fixed, extra)


def _new(mutant, findings, before):
    """The findings that the slips bring."""
    known = {(it.rule, place) for it in before for place in mutant.range_of(it.start, it.start)}
    return [it for it in findings if (it.rule, it.start) not in known]


def _at(place, found):
    """The finding at a place: the first one there of the highest level."""
    start, end = place
    near = [it for it in found if it.start <= end and start <= it.end and it.end - it.start <= max(WIDEST, end - start)]
    return min(near, key=lambda it: LEVELS.index(it.level), default=None)


def _reads_as(text, expected, optional=()):
    """Whether python-chess reads a text cleanly, and the expected game but for events that are optional."""
    if text is None:
        return False
    seen, is_clean = events(text)
    needed = lambda events: [event for event in events if event[0] not in optional]
    return is_clean and (seen == expected or needed(seen) == needed(expected))


class Table:
    """The scores of many mutants, a row a kind."""

    def __init__(self):
        self.rows = collections.defaultdict(collections.Counter)
        self.games = collections.Counter()

    def add(self, score):
        for slip in score.slips:
            for row in (self.rows[slip["kind"]], self.rows["all"]):
                row["slips"] += 1
                row["reparable"] += slip["kind"] not in IRREPARABLE
                row["alone"] += score.alone
                row["extra"] += score.extra / len(score.slips)
                for name in COUNTS:
                    row[name] += slip[name]
        self.games["games"] += 1
        self.games["all located"] += score.all_located
        if any(slip["kind"] in IRREPARABLE for slip in score.slips):
            return
        self.games["reparable"] += 1
        self.games["each repaired"] += all(slip["repaired"] for slip in score.slips)
        self.games["all repaired"] += score.all_repaired

    def print(self):
        print(f"{'kind':32} {'slips':>6} {'located':>8} {'alone':>8} {'repaired':>9} {'silent':>8} {'extra':>7}")
        for kind in sorted(self.rows, key=lambda it: (it == "all", it)):
            row = self.rows[kind]
            share = lambda name, of: f"{100 * row[name] / row[of]:.1f}%" if row[of] else "-"
            located, alone, silent = (share(name, "slips") for name in ("located", "alone", "silent"))
            repaired = share("repaired", "reparable")
            print(f"{kind:32} {row['slips']:6} {located:>8} {alone:>8} {repaired:>9} {silent:>8} {row['extra'] / row['slips']:7.2f}")
        games = self.games
        share = lambda name, of: f"{100 * games[name] / games[of]:.1f}%" if games[of] else "-"
        print(f"games: {games['games']}; all slips located: {share('all located', 'games')}, each repaired: "
              f"{share('each repaired', 'reparable')}, all repaired at once: {share('all repaired', 'reparable')}")

    def weakest(self, number):
        def share(kind):
            row = self.rows[kind]
            return row["located"] / row["slips"] + (row["repaired"] / row["reparable"] if row["reparable"] else 1)

        return sorted((kind for kind, row in self.rows.items() if kind != "all" and row["slips"] >= 4), key=share)[:number]

    def as_json(self):
        return {"kinds": self.rows, "games": self.games}
