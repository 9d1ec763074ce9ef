#!/usr/bin/env python3
"""Stands between an editor and a language server on standard input and output, and records what they say.

tee.py RECORDING SERVER [ARGUMENT...]

Each line of the recording is a JSON object: {"dir": "in", "t": seconds, "msg": {...}} for a message to the server, "out" for one from
it, and {"dir": "end", "t": seconds} once the editor has closed the pipe or has ended this program: what is not answered by then, nobody
waited for. Ends with the server's exit code. A server that runs beside another one of the same recording has one of its own, such as
RECORDING.2.jsonl, as their messages have the same numbers.
"""

import fcntl
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time


class Recording:
    """A file of messages, one a line: the first one of its name that no other server has at the moment."""

    def __init__(self, path):
        stem, extension = os.path.splitext(path)
        numbered = (f"{stem}.{number}{extension}" for number in itertools.count(2))
        self.file = next(filter(None, map(self.opened, itertools.chain([path], numbered))))
        self.lock = threading.Lock()

    @staticmethod
    def opened(path):
        """The file, locked as long as this program runs. None if another one has it."""
        file = open(path, "a", buffering=1, encoding="utf-8")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            return None
        return file

    def write(self, direction, **more):
        """Adds a line about a message, or about the end."""
        line = json.dumps({"dir": direction, "t": round(time.time(), 4), **more}, ensure_ascii=False)
        with self.lock:
            self.file.write(line + "\n")


def message(source):
    """The next message of a stream: its header and its body. None at the end of the stream."""
    header = b""
    while not header.endswith(b"\r\n\r\n"):
        line = source.readline()
        if not line:
            return None
        header += line
    fields = (line.split(b":", 1) for line in header.split(b"\r\n") if b":" in line)
    length = next(int(value) for name, value in fields if name.lower() == b"content-length")
    body = source.read(length)
    return (header, body) if len(body) == length else None


def pass_on(source, target, direction, recording):
    """Hands messages on until one side is gone."""
    while (next_message := message(source)) is not None:
        header, body = next_message
        recording.write(direction, msg=json.loads(body))
        try:
            target.write(header + body)
            target.flush()
        except (BrokenPipeError, ValueError):
            return


def main():
    """Runs the server until it ends."""
    # An editor may ask what it takes for the server for its version.
    if len(sys.argv) < 3 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    recording = Recording(sys.argv[1])
    server = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ended(*_):
        recording.write("end")
        server.kill()
        os._exit(128 + signal.SIGTERM)

    def from_editor():
        pass_on(sys.stdin.buffer, server.stdin, "in", recording)
        recording.write("end")
        try:
            server.stdin.close()
        except OSError:
            pass

    signal.signal(signal.SIGTERM, ended)
    threading.Thread(target=from_editor, daemon=True).start()
    pass_on(server.stdout, sys.stdout.buffer, "out", recording)
    code = server.wait()
    # The thread may still wait for an editor that will say nothing more.
    os._exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    main()
