"""Every request of the protocol, and those of Scoresheet's own, in a large file: how long an editor waits for the answer."""
import json
import re
import time

SCREEN = 60
MOVE = re.compile(r"\n\n1\. ?(\S+)[^\n]*")
RECORD = re.compile(r"\n(?=[^\n#]{20,} (?:bm|am|pv) )[^\n]*? (?:bm|am|pv) (\S)[^\n]*")
WHITE = re.compile(r'\n\[White "')
OPTIONS = {"tabSize": 4, "insertSpaces": True}


def table(session, text, rounds, percentile):
    """Rows of milliseconds: asked while nothing happens, and asked right behind a character that is typed; p50 and p95 of each."""
    places = places_in(text, rounds)
    for name, ask in requests(session):
        settled, typed = [], []
        for place in places:
            settled.append(seconds(ask, place))
        for place in places[:max(rounds // 3, 3)]:
            start = session.type(" ", place["line"], place["end"])
            ask(place)
            typed.append(time.perf_counter() - start)
            session.wait_for_findings()
            session.erase(place["line"], place["end"])
            session.wait_for_findings()
        cells = [f"{percentile(times, percent):.2f}" for times in (settled, typed) for percent in (50, 95)]
        print("| " + " | ".join([name, *cells]) + " |", flush=True)


def seconds(ask, place):
    start = time.perf_counter()
    ask(place)
    return time.perf_counter() - start


def places_in(text, count):
    """Places all over the file: the line and column of a move, the end of its line, and the line of a name before it."""
    places = []
    for number in range(count):
        near = len(text) * number // count
        found = MOVE.search(text, near) or RECORD.search(text, near) or MOVE.search(text) or RECORD.search(text)
        start = text.rfind("\n", 0, found.start(1)) + 1
        line = text.count("\n", 0, start)
        name = text.rfind('\n[White "', 0, start)
        places.append({"line": line, "column": found.start(1) - start, "end": found.end() - start,
                       "name": text.count("\n", 0, name + 1) if name >= 0 else line})
    return places


def requests(session):
    """The name of each request, and how it is asked at a place."""
    last = {}

    def at(place):
        return {"line": place["line"], "character": place["column"]}

    def screen(place):
        return {"start": {"line": place["line"], "character": 0}, "end": {"line": place["line"] + SCREEN, "character": 0}}

    def on_position(method, **more):
        return method, lambda place: session.request(method, position=at(place), **more)

    def on_document(method):
        return method, lambda place: session.request(method)

    def on_screen(method, **more):
        return method, lambda place: session.request(method, range=screen(place), **more)

    def behind(method, first):
        """A request about what another one has answered, which is not timed with it."""
        def ask(place):
            found = last.get(method)
            return session.request(method, **found) if found else None

        first_answer = session.result(*first)
        items = first_answer if isinstance(first_answer, list) else []
        last[method] = ({"item": items[0]} if "Hierarchy" in method else items[0]) if items else None
        return method, ask

    def delta(place):
        body = session.request("textDocument/semanticTokens/full/delta", previousResultId=last.get("tokens", "?"))
        found = re.search(rb'"resultId":"(\d+)"', body)
        last["tokens"] = found[1].decode() if found else "?"

    def name(place):
        return {"line": place["name"], "character": 9}

    somewhere = {"line": places_in(session.text, 2)[1]["line"], "character": places_in(session.text, 2)[1]["column"]}
    document = "textDocument/"
    yield on_position(document + "hover")
    yield document + "completion", lambda place: session.request(
        document + "completion", position={"line": place["line"], "character": place["end"]})
    yield on_position(document + "signatureHelp")
    yield on_position(document + "definition")
    yield on_position(document + "typeDefinition")
    yield on_position(document + "references", context={"includeDeclaration": True})
    yield on_position(document + "documentHighlight")
    yield document + "selectionRange", lambda place: session.request(document + "selectionRange", positions=[at(place)])
    yield on_position(document + "linkedEditingRange")
    yield document + "prepareRename", lambda place: session.request(document + "prepareRename", position=name(place))
    yield document + "rename", lambda place: session.request(document + "rename", position=name(place), newName="Nobody")
    yield on_position(document + "prepareCallHierarchy")
    yield behind("callHierarchy/outgoingCalls", (document + "prepareCallHierarchy", {"position": somewhere}))
    yield behind("callHierarchy/incomingCalls", (document + "prepareCallHierarchy", {"position": somewhere}))
    yield document + "codeAction", lambda place: session.request(
        document + "codeAction", range={"start": at(place), "end": at(place)}, context={"diagnostics": [], "triggerKind": 2})
    yield on_document(document + "codeLens")
    yield behind("codeLens/resolve", (document + "codeLens", {}))
    yield on_screen(document + "inlayHint")
    yield on_document(document + "semanticTokens/full")
    yield document + "semanticTokens/full/delta", delta
    yield on_screen(document + "semanticTokens/range")
    yield on_document(document + "documentSymbol")
    yield on_document(document + "foldingRange")
    yield on_document(document + "documentLink")
    yield on_document(document + "documentColor")
    yield document + "formatting", lambda place: session.request(document + "formatting", options=OPTIONS)
    yield on_screen(document + "rangeFormatting", options=OPTIONS)
    yield document + "onTypeFormatting", lambda place: session.request(
        document + "onTypeFormatting", position={"line": place["line"], "character": place["end"]}, ch=" ", options=OPTIONS)
    yield "workspace/symbol", lambda place: session.request("workspace/symbol", query="a")
    yield on_document(document + "diagnostic")
    yield on_position("scoresheet/board")
    yield on_position("scoresheet/play", move="a2a3")


def epd_text(size, files):
    """Records of these files again and again, each with an id of its own, or made-up ones where there are none."""
    lines = [line for path in files for line in path.read_text(errors="replace").splitlines() if " bm " in line or " am " in line]
    lines = lines or ['r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id "made up";']
    out, written, number = [], 0, 0
    while written < size:
        line = lines[number % len(lines)].split(" id ")[0].rstrip("; ") + f'; id "problem {number}";'
        out.append(line)
        written += len(line.encode()) + 1
        number += 1
    return "\n".join(out) + "\n"
