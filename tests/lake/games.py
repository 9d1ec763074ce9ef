"""Makes games for the queries: random ones after openings that people play, with evaluations, clocks, faults and duplicates. The same in every run."""

import random
import sys

PLAYERS = ["Berg, Anna", "Carl, Bo", "Dahl, Eva", "Réti, Richard", "O'Neil, Max", "Li, Na"]
OPENINGS = ["e4 e5 Nf3 Nc6 Bb5 a6", "e4 c5 Nf3 d6 d4 cxd4", "e4 e6 d4 d5 Nc3 Bb4", "d4 d5 c4 e6 Nc3 Nf6", "d4 Nf6 c4 g6 Nc3 Bg7", "Nf3 d5 g3 Nf6", "e4 c6 d4 d5"]


def movetext(random, chess, annotated):
    board, words = chess.Board(), []
    evaluation, clocks = 0.2, [180.0, 180.0]
    opening = random.choice(OPENINGS).split()
    for ply in range(random.randint(24, 90)):
        if board.is_game_over():
            break
        move = board.parse_san(opening[ply]) if ply < len(opening) else random.choice(sorted(board.legal_moves, key=str))
        number = f"{board.fullmove_number}. " if board.turn else ""
        words.append(number + board.san(move))
        board.push(move)
        if annotated:
            evaluation += random.choice([-2.5, -0.4, -0.1, 0.0, 0.1, 0.4, 2.5])
            clocks[ply % 2] = max(0.0, clocks[ply % 2] - random.randint(0, 8))
            minutes, seconds = divmod(int(clocks[ply % 2]), 60)
            words.append("{" + f"[%eval {evaluation:.2f}] [%clk 0:{minutes:02}:{seconds:02}]" + "}")
    return " ".join(words)


def write(path, count, seed):
    import chess

    source = random.Random(seed)
    last = None
    with open(path, "w", encoding="utf-8") as file:
        for number in range(count):
            white, black = source.sample(PLAYERS, 2)
            result = source.choice(["1-0", "0-1", "1/2-1/2", "*"])
            moves = movetext(source, chess, number % 3 == 0)
            if number % 10 == 9:
                moves = last
            elif number % 13 == 5:
                moves += " Ka9 Qxq4"
            last = moves
            date = source.choice(["2019.05.03", "2020.11.??", "1998.??.??", "2024.02.29", "????.??.??"])
            tags = {"Event": f"Open {number % 4}", "Site": "?", "Date": date, "Round": str(number % 9 + 1), "White": white, "Black": black, "Result": result}
            if number % 2:
                tags |= {"WhiteElo": str(1800 + number), "BlackElo": str(2300 - number)}
            if number % 5 == 0:
                tags["Annotator"] = source.choice(["Berg", "Engine"])
            file.writelines(f'[{name} "{value}"]\n' for name, value in tags.items())
            file.write(f"\n{moves} {result}\n\n")


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]), 1)
