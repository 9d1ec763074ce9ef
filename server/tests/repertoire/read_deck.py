"""Imports a deck into a collection of Anki, twice, and compares its cards with the repertoire: `read_deck.py SIDE DECK FOLDER GAMES...`."""

import os
import sys

import chess
from anki.collection import Collection, ImportCsvRequest
from reading import key, read

side, path, folder, games = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
colour = side == "white"
expected = {name: found for name, found in read(colour, games).items() if found[0].turn == colour}
collection = Collection(os.path.join(folder, "collection.anki2"))
for _ in range(2):
    metadata = collection.get_csv_metadata(path=os.path.abspath(path), delimiter=None)
    collection.import_csv(ImportCsvRequest(path=os.path.abspath(path), metadata=metadata))
    notes = collection.find_notes(f'deck:"Repertoire {side.capitalize()}"')
    assert len(notes) == len(expected) == collection.note_count() == collection.card_count(), (len(notes), len(expected))
for note in map(collection.get_note, notes):
    front, back = note.fields[:2]
    board = chess.Board(front.split("<br>")[-1])
    # An answer has its number in front; a comment after it does not begin with one.
    answers = {board.parse_san(line.split()[-1]) for line in back.split("<br>") if line.startswith(f"{board.fullmove_number}.")}
    assert answers == expected[key(board)][1], (front, back)
    assert side.capitalize() in note.tags, note.tags
collection.close()
print(len(notes))
