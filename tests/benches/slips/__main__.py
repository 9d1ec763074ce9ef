"""Makes slips in real games, one to five a game, and measures what the program says about them.

Usage: python3 tests/benches/slips [OPTIONS] FILE.pgn...      (needs `pip install chess`; README.md explains the table)

Games that the program finds free of errors, and that read by the letter of the standard, get slips at random places. A slip that leaves
a game that reads by the letter is not one that anybody can notice, and another one is made instead.
"""
import argparse
import json
import os
import sys

import in_comments, in_lines, in_moves, in_tags  # noqa: F401, they fill KINDS
from games import Game, engine_game, games_of, rng, shuffled
from in_comments import Added
from kinds import KINDS
from program import check
from reading import complaints, events
from score import Table, score
from slip import Mutant, replace

FOLLOWER = (
    '[Event "A"]\n[Site "B"]\n[Date "2001.02.03"]\n[Round "1"]\n[White "C"]\n[Black "D"]\n[Result "1-0"]\n\n'
    "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 {A slip.} 4. Qxf7# 1-0\n"
)
WEAKEST = 8
EXAMPLES = 2


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE.pgn")
    parser.add_argument("--program", default="scoresheet", help="the program to measure [default: scoresheet]")
    parser.add_argument("--per-kind", type=int, default=25, help="slips of each kind, with --slips 1 [default: 25]")
    parser.add_argument("--slips", default="1", help="slips in a game: a number from 1 to 5, or a range as 2-5 [default: 1]")
    parser.add_argument("--games", type=int, default=300, help="games with slips, with more than one slip [default: 300]")
    parser.add_argument("--seed", default="1", help="the seed, or several as 1,2,3 [default: 1]")
    parser.add_argument("--max-bytes", type=int, default=8000, help="leave out games that are longer [default: 8000]")
    parser.add_argument("--kinds", default="", help="only kinds that contain one of these, comma-separated [default: all]")
    parser.add_argument("--show", default="", help="print failures: of a kind (all of them), of the 'weakest' kinds (two each), or of 'all' (two each)")
    parser.add_argument("--json", help="write the counts and every failure to this file")
    parser.add_argument("--write", metavar="FOLDER", help="write every game with its slips to a file in this folder, too")
    parser.add_argument("--engine-games", type=int, metavar="N", help="instead: lose one closing brace in each of N engine games of 17 to 60 kB")
    options = parser.parse_args()
    pool = list({game.text: game for path in options.files for game in games_of(path)}.values())
    seeds = options.seed.split(",")
    if options.engine_games:
        return measure_engine_games(options, pool, seeds)
    least, _, most = options.slips.partition("-")
    least, most = int(least), int(most or least)
    kinds = [name for name in KINDS if any(part in name for part in options.kinds.split(","))]
    table, failures = Table(), []
    for seed in seeds:
        bases = sound(options, [game for game in pool if 300 < len(game.text) <= options.max_bytes], seed)
        mutants = single(kinds, bases, options, seed) if most == 1 else several(kinds, bases, options, seed, least, most)
        for result in judged(options, mutants):
            table.add(result)
            if not (result.all_located and result.all_repaired and result.alone):
                failures.append(result)
    report(options, table, failures)


def sound(options, games, seed):
    """Games without an error, some of them with CRLF, in random order."""
    games = shuffled(games, rng(seed, "games"))[:1500]
    games = [Game(game.text.replace("\n", "\r\n")) if index % 4 == 3 else game for index, game in enumerate(games)]
    found = check(options.program, (game.text for game in games))
    is_sound = lambda game, findings: not any(it.level == "error" for it in findings) and not complaints(game.text) and events(game.text)[1]
    sound = [game for game, findings in zip(games, found) if is_sound(game, findings)]
    print(f"seed {seed}: {len(sound)} of {len(games)} games are sound", file=sys.stderr)
    return sound or sys.exit("no game is free of errors")


def single(kinds, bases, options, seed):
    """Mutants with one slip, `per_kind` of each kind."""
    for name in kinds:
        source, made = rng(seed, name), 0
        order = shuffled(bases, source)
        for attempt in range(max(20 * options.per_kind, 2 * len(order))):
            if made == options.per_kind:
                break
            if mutant := mutant_of(KINDS[name], order[attempt % len(order)], source):
                made += 1
                yield mutant


def several(kinds, bases, options, seed, least, most):
    """Mutants with several slips of any kinds, each at a place of its own."""
    source, made = rng(seed, "several"), 0
    variants = {name: sum(other.partition("/")[0] == name.partition("/")[0] for other in kinds) for name in kinds}
    weights = [1 / variants[name] for name in kinds]
    while made < options.games:
        game, slips, number = source.choice(bases), [], source.randint(least, most)
        for _ in range(60):
            if len(slips) == number:
                break
            slip = KINDS[source.choices(kinds, weights)[0]](game, source)
            if isinstance(slip, Added):
                if slips:
                    continue
                game, slip = slip.game, slip.slip
            if slip and is_apart(game, slip, slips) and complaints(Mutant(game, [slip]).text):
                slips.append(slip)
        if len(slips) == number:
            made += 1
            yield Mutant(game, slips)


def is_apart(game, slip, others):
    start, end = slip.widened(game)
    return all(other.damaged[1] <= start or end <= other.damaged[0] for other in others)


def mutant_of(make, game, source):
    """A mutant with a slip that can be noticed, or None."""
    slip = make(game, source)
    if isinstance(slip, Added):
        game, slip = slip.game, slip.slip
    if slip is None:
        return None
    mutant = Mutant(game, [slip])
    return mutant if mutant.text != game.text and complaints(mutant.text) else None


def judged(options, mutants):
    """The scores of mutants; after every third one comes an untouched game."""
    mutants = list(mutants)
    if options.write:
        write(options.write, mutants)
    tails = [tail_of(mutant.game) if index % 3 == 0 else "" for index, mutant in enumerate(mutants)]
    before = check(options.program, (mutant.game.text for mutant in mutants))
    after = check(options.program, (mutant.text + tail for mutant, tail in zip(mutants, tails)))
    for mutant, tail, findings, findings_before in zip(mutants, tails, after, before):
        yield score(mutant, tail, findings, findings_before)


def write(folder, mutants):
    """The kind is part of a file's name; the folder is for other measures, as the one of what fixes change."""
    os.makedirs(folder, exist_ok=True)
    for index, mutant in enumerate(mutants):
        kinds = "+".join(slip.kind.replace("/", "-") for slip in mutant.slips)
        with open(os.path.join(folder, f"{index:05}-{kinds}.pgn"), "w", encoding="utf-8", newline="") as file:
            file.write(mutant.text)


def tail_of(game):
    return ("\n" + FOLLOWER).replace("\n", game.line_end())


def report(options, table, failures):
    table.print()
    weakest = table.weakest(WEAKEST)
    print("weakest:", ", ".join(weakest))
    if options.show:
        kinds = {"weakest": weakest, "all": sorted(table.rows)}.get(options.show, [options.show])
        for kind in kinds:
            of_kind = [it for it in failures if any(slip["kind"] == kind and not (slip["located"] and slip["repaired"]) for slip in it.slips)]
            for failure in of_kind if options.show == kind else of_kind[:EXAMPLES]:
                show(failure)
    if options.json:
        with open(options.json, "w") as file:
            json.dump({**table.as_json(), "failures": [as_json(failure) for failure in failures]}, file, indent=1)


def show(failure):
    text = failure.mutant.text
    for slip in failure.slips:
        start, end = slip["place"]
        verdict = ", ".join(name if slip[name] else f"not {name}" for name in ("located", "repaired"))
        print(f"---- {slip['kind']}: {verdict}, at {start}..{end}")
        print(f"  {text[max(0, start - 60) : start]!r} >>{text[start:end]!r}<< {text[end : end + 60]!r}")
    for finding in failure.findings[:6]:
        print(f"  {finding} {[(text[a:b], new) for a, b, new in finding.fixes[0]] if finding.fixes else ''}")


def as_json(failure):
    slips = [{key: slip[key] for key in ("kind", "located", "repaired", "silent", "place")} for slip in failure.slips]
    return {"slips": slips, "text": failure.mutant.text, "game": failure.mutant.game.text, "findings": list(map(repr, failure.findings)), "fixed": failure.fixed}


def measure_engine_games(options, pool, seeds):
    """One closing brace lost: one finding, between the start of that comment and the next opening brace?"""
    counts = {"games": 0, "one finding": 0, "one finding, at the place": 0}
    for seed in seeds:
        source = rng(seed, "engine")
        real = [game for game in pool if 17_000 <= len(game.text) <= 60_000 and len(game.of("comment")) > 40]
        plain = [game for game in pool if len(game.moves(0)) > 60 and not game.tag("FEN") and not game.tag("Variant") and len(game.text) < 17_000]
        bases = sound(options, [*real, *(engine_game(game, source) for game in shuffled(plain, source)[: 2 * options.engine_games])], seed)
        mutants, nexts = [], []
        for game in bases[: options.engine_games]:
            comments = [it for it in game.of("comment") if it.text[0] == "{"]
            index = source.randrange(len(comments) - 2)
            comment = comments[index]
            mutants.append(Mutant(game, [replace("lost-close-brace", comment.end - 1, comment.end, "", (comment.start, comment.end))]))
            nexts.append(comments[index + 1].start)
        for result, end in zip(judged(options, mutants), nexts):
            start = result.mutant.slips[0].damaged[0]
            is_one = len(result.findings) == 1
            is_there = is_one and start <= result.findings[0].start <= end
            counts["games"] += 1
            counts["one finding"] += is_one
            counts["one finding, at the place"] += is_there
            if options.show and not is_there:
                print(f"---- {len(result.mutant.text)} bytes, the comment is at {start}..{end}")
                for finding in result.findings[:6]:
                    print("  ", finding)
    print(", ".join(f"{name}: {number}" for name, number in counts.items()))


if __name__ == "__main__":
    main()
