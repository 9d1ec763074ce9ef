"""A client of the language server for long work, and games for it to open."""
import json
import pathlib
import queue
import random
import subprocess
import threading
import time

MOVES = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O",
    "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Bd3 d5 6. Nf3 c5 7. O-O Nc6 8. a3 Bxc3",
    "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 e5 7. Nb3 Be7 8. O-O O-O",
    "1. c4 e5 2. Nc3 Nf6 3. Nf3 Nc6 4. g3 d5 5. cxd5 Nxd5 6. Bg2 Nb6 7. O-O Be7 8. d3 O-O",
]

# How long anything is waited for, in seconds.
PATIENCE = 120


def games(count, seed, white):
    """A text of games, which may have a player of its own."""
    chance = random.Random(seed)
    parts = []
    for number in range(count):
        name = white if number == 0 else f"Player {chance.randrange(5000)}"
        tags = f'[Event "Load"]\n[Site "?"]\n[Date "2026.01.01"]\n[Round "{number}"]\n[White "{name}"]\n[Black "Other {chance.randrange(5000)}"]\n[Result "*"]'
        parts.append(f"{tags}\n\n{chance.choice(MOVES)} *\n\n")
    return "".join(parts)


class Client:
    """A server, and what it says."""

    def __init__(self, program, folder=None):
        self.server = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.answers, self.findings, self.count = queue.Queue(), {}, 0
        threading.Thread(target=self.read, daemon=True).start()
        capabilities = {
            "textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}, "publishDiagnostics": {"versionSupport": True}},
            "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}},
        }
        options = {"moveCache": {"enabled": False}}
        root = folder and folder.as_uri()
        self.ask("initialize", {"processId": None, "rootUri": root, "capabilities": capabilities, "initializationOptions": options})
        self.tell("initialized", {})

    def read(self):
        """Sorts what the server says."""
        while header := self.server.stdout.readline():
            length = 0
            while header.strip():
                name, value = header.split(b":", 1)
                length = int(value) if name.lower() == b"content-length" else length
                header = self.server.stdout.readline()
            message = json.loads(self.server.stdout.read(length))
            if message.get("method") == "textDocument/publishDiagnostics":
                params = message["params"]
                self.findings[params["uri"]] = (params.get("version"), params["diagnostics"])
            elif "method" in message and "id" in message:
                self.write({"id": message["id"], "result": None})
            elif "id" in message:
                self.answers.put(message)

    def write(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def tell(self, method, params):
        self.write({"method": method, "params": params})

    def send(self, method, params):
        self.count += 1
        self.write({"id": self.count, "method": method, "params": params})
        return self.count

    def receive(self, ids):
        """The answers to these requests."""
        found = {}
        while len(found) < len(ids):
            message = self.answers.get(timeout=PATIENCE)
            found[message["id"]] = message
        return [found[one] for one in ids]

    def ask(self, method, params):
        return self.receive([self.send(method, params)])[0]

    def memory(self, kind="VmRSS"):
        """What it takes, in megabytes: all that is resident, or (`RssAnon`, `RssFile`) a part of it."""
        status = pathlib.Path(f"/proc/{self.server.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith(kind)) / 1024

    def open(self, uri, text, version):
        document = {"uri": uri, "languageId": "pgn", "version": version, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def settled(self, uri, version):
        """The findings of a version, once no others come."""
        end, last = time.time() + PATIENCE, None
        while time.time() < end:
            now = self.findings.get(uri)
            if now and now[0] == version and now == last:
                return sorted(json.dumps(one, sort_keys=True).replace(uri, "") for one in now[1])
            last = now
            time.sleep(1)
        raise TimeoutError(f"the findings of version {version} of {uri}")

    def outline(self, uri):
        return self.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})["result"]
