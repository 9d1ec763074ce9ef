//! What slips cost. What was meant by a text that does not read is the reading that costs least.
//!
//! The unit is a tenth of one wrong character. Slips that a reader hardly notices cost almost nothing. One wrong character in a token that
//! does not fit is cheap. A slip in a move that is legal costs more, because only later moves can show it. Missing moves, lost delimiters
//! and text without braces cost most. Turning a playable move into text costs nearly as much as a wrong character, so an explanation
//! gains nothing by hiding moves.

use scoresheet_grammar::TokenKind;

/// A kind of slip.
#[derive(Debug)]
pub(super) struct Row {
    /// A name for people, as `check --explain-slips` prints it.
    pub(super) name: &'static str,
    /// What one costs at least.
    pub(super) cost: u32,
    /// The rule that reports it.
    pub(super) rule: &'static str,
    /// Why it costs that much.
    pub(super) reason: &'static str,
    /// A text with the slip, and what the first fix makes of it; empty where that is a choice for the writer.
    #[cfg_attr(not(test), expect(dead_code, reason = "a test runs it"))]
    pub(super) example: (&'static str, &'static str),
}

macro_rules! rows {
    ($($id:ident: $name:literal, $cost:literal, $rule:literal, $reason:literal, $typed:literal => $meant:literal;)*) => {
        $(pub(super) static $id: Row =
            Row { name: $name, cost: $cost, rule: $rule, reason: $reason, example: ($typed, $meant) };)*

        /// All rows, the likeliest first.
        #[cfg(test)]
        pub(super) static ROWS: &[&Row] = &[$(&$id),*];
    };
}

rows! {
    APART: "a blank or mark inside of a move", 3, "blank-in-move",
        "the pieces together are the move, and nothing else is changed",
        "1. d4 d5 2. c4 d xc4 3. Nf3 *" => "1. d4 d5 2. c4 dxc4 3. Nf3 *";
    GLUED: "no blank between two tokens", 4, "missing-blank",
        "both tokens are whole",
        "1. e4 e5 2. Nf3Nc6 3. Bb5 *" => "1. e4 e5 2. Nf3 Nc6 3. Bb5 *";
    RESPELLED: "another move at the place itself", 0, "illegal-move",
        "what is written does not fit; the cost is that of its characters",
        "1. e4 e5 2. Nf4 Nc6 3. Bb5 *" => "1. e4 e5 2. Nf3 Nc6 3. Bb5 *";
    CHECK_IN_WORDS: "a check or mate in words", 2, "nonstandard-check-mark",
        "it can be nothing else after a move that gives check",
        "1. f4 e5 2. fxe5 Qh4 ch. 3. g3 Qe4 *" => "1. f4 e5 2. fxe5 Qh4+ 3. g3 Qe4 *";
    FOREIGN_LETTER: "a piece letter of another language", 2, "illegal-move",
        "the rest of the move is right, and the letter is one elsewhere",
        "1. e4 e5 2. Nf3 Nc6 3. Lb5 a6 4. Ba4 Nf6 *" => "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *";
    CASTLING: "castling with other signs, or in words", 4, "unexpected-text",
        "nothing else is written so",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. castles Be7 6. Re1 *" =>
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 *";
    SPOKEN: "a move in words", 4, "unexpected-text",
        "piece and square are all that a move says, in whatever words",
        "1. e4 e5 2. knight to f3 Nc6 3. Bb5 *" => "1. e4 e5 2. Nf3 Nc6 3. Bb5 *";
    TRANSCRIBED: "a move in another writing", 4, "unexpected-text",
        "the keys of another keyboard, names, numbers in words or codes of mail say all of it",
        "1. e4 у5 2. Nf3 Nc6 3. Bb5 *" => "1. e4 e5 2. Nf3 Nc6 3. Bb5 *";
    CASTLING_BY_SQUARES: "castling as a move of the king", 2, "illegal-move",
        "the king has its right place, which it cannot reach otherwise",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. Kg1 Be7 6. Re1 *" =>
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 *";
    PASTED: "a move with markup, quotes or characters of another width", 3, "unexpected-text",
        "without what web pages and books put around it, it is a legal move",
        "1. e4 e5 2. <b>Nf3</b> Nc6 3. Bb5 *" => "1. e4 e5 2. Nf3 Nc6 3. Bb5 *";
    MARKS_WITHOUT_SHIFT: "marks typed without the shift key", 2, "unexpected-text",
        "1 and / are on the keys of ! and ?, and without them it is a legal move",
        "1. e4 e5 2. Nf31/ Nc6 3. Bb5 *" => "1. e4 e5 2. Nf3!? Nc6 3. Bb5 *";
    CARRIED: "white space or a quote in the writing of another format", 3, "unexpected-character",
        "it is nothing in PGN, and what it parts reads",
        "1. e4 e5\\n2. Nf3 Nc6 3. Bb5 *" => "1. e4 e5 2. Nf3 Nc6 3. Bb5 *";
    PASTED_RESULT: "a result in parentheses, markup or entities", 3, "misspelled-termination-marker",
        "it is the last word of the game, and nothing else is in it",
        "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 (1-0)" => "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0";
    CAPTURED_PIECE: "a capture that names the captured piece", 3, "unexpected-text",
        "it names two pieces, and few captures fit",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. BxN dxc6 5. O-O *" => "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *";
    DASH: "a dash for a null move", 6, "unexpected-text",
        "books write it; as a sign of punctuation it would say less",
        "1. e4 — 2. d4 d5 3. exd5 Qxd5 *" => "1. e4 -- 2. d4 d5 3. exd5 Qxd5 *";
    OTHER_PERIOD: "another sign for the period of a number", 2, "wrong-move-number",
        "it follows a number, where a period is due",
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4,O-O Nf6 *" => "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4.O-O Nf6 *";
    DISAMBIGUATION: "a lost file or rank of origin", 5, "ambiguous-move",
        "the move is right but for one character that says which piece",
        "1. Nf3 e6 2. d4 d5 3. Nd2 a6 4. Ne5 a5 5. Ndf3 *" => "1. Nf3 e6 2. d4 d5 3. Nbd2 a6 4. Ne5 a5 5. Ndf3 *";
    WORD_FOR_MOVE: "a word in place of a move", 2, "unexpected-text",
        "what is written is no move at all; the cost is that of its characters besides",
        "1. e4 e5 2. Nt3 Nc6 3. Bb5 *" => "1. e4 e5 2. Nf3 Nc6 3. Bb5 *";
    WORDS: "words without braces", 8, "unexpected-text",
        "nothing but text; each word costs a little more",
        "1. e4 good e5 2. Nf3 *" => "1. e4 {good} e5 2. Nf3 *";
    MEASURE: "a clock or score without braces", 4, "unexpected-text",
        "programs write them, and they can be nothing else",
        "1. e4 (0:01) e5 2. Nf3 *" => "1. e4 {(0:01)} e5 2. Nf3 *";
    PAGE_BREAK: "the number of a page, or a rule, on a line of its own", 4, "unexpected-text",
        "nothing of a game is written so",
        "1. e4 e5\nPage 3\n2. Nf3 Nc6 3. Bb5 *" => "1. e4 e5\n2. Nf3 Nc6 3. Bb5 *";
    SCRAP: "signs and figures in one piece, without braces", 4, "missing-delimiter",
        "no token of movetext is written so, and no blank parts them",
        "1. e4 e5 2. Nf3 :-) Nc6 3. Bb5 a6 *" => "1. e4 e5 2. Nf3 {:-)} Nc6 3. Bb5 a6 *";
    SIGN: "a sign of punctuation", 5, "unexpected-character",
        "one character that belongs to nothing",
        "1. d4, d5 2. c4 *" => "1. d4 d5 2. c4 *";
    NOTE: "a note in parentheses", 7, "unexpected-text",
        "parentheses with words and no moves in them are those of prose",
        "1. e4 e5 2. Nf3 (sharp) Nc6 *" => "1. e4 e5 2. Nf3 {sharp} Nc6 *";
    REPEATED: "a move written twice", 8, "repeated-move",
        "the eye slipped; both are the same",
        "1. e4 d5 2. exd5 Qxd5 Qxd5 3. Nc3 *" => "1. e4 d5 2. exd5 Qxd5 3. Nc3 *";
    REPEATED_TEXT: "a piece of text that is there twice", 7, "repeated-move",
        "it is long, and nothing else is changed",
        "1. e4 e5 2. Nf3 {a} Nc6\n2. Nf3 {a} Nc6\n3. Bb5 a6 *" => "1. e4 e5 2. Nf3 {a} Nc6\n3. Bb5 a6 *";
    CORRECTED: "a move that the next one corrects", 9, "repeated-move",
        "both are legal there and of the same side, and what was played is the second",
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 no Bb5 a6 4. Ba4 Nf6 *" => "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *";
    SURPLUS_NULL_MOVE: "a null move too many", 7, "mistyped-move",
        "it says nothing, and who misses a move may write one",
        "1. e4 -- e5 2. Nf3 Nc6 3. Bb5 a6 *" => "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *";
    NULL_MOVE_FOR_MOVE: "a null move for a move that was played", 8, "mistyped-move",
        "who does not know a move may write one, and what follows says what was played",
        "1. e4 c5 2. Nf3 d6 3. d4 -- 4. Nxd4 Nf6 5. Nc3 a6 *" => "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *";
    WORD_AT_NUMBER: "a word that runs into a move number", 6, "missing-delimiter",
        "a word, and no blank after it",
        "1. e4 e5 see2. Nf3 Nc6 *" => "1. e4 e5 {see} 2. Nf3 Nc6 *";
    WORD_AFTER_MOVE: "a word that runs into a move", 6, "missing-delimiter",
        "the move is whole and legal, and words follow moves as comments",
        "1. e4 e5 2. Nf3TN Nc6 3. Bb5 *" => "1. e4 e5 2. Nf3 {TN} Nc6 3. Bb5 *";
    GARBLED_NUMBER: "letters in a move number", 7, "wrong-move-number",
        "scanners read letters for digits; where a number is due, it is one",
        "1. e4 e5 Z. Nf3 Nc6 *" => "1. e4 e5 2. Nf3 Nc6 *";
    GARBLED_NAG: "a NAG with another sign or letters", 4, "malformed-nag",
        "after a move a sign and a number can be little else, and 4 is on the key of the dollar sign",
        "1. e4 e5 2. Nf3 $l4 Nc6 3. Bb5 $1 *" => "1. e4 e5 2. Nf3 $14 Nc6 3. Bb5 $1 *";
    NUMBER: "a wrong move number", 9, "wrong-move-number",
        "a digit of a token that says nothing about the moves",
        "1. e4 e5 3. Nf3 Nc6 3. Bb5 a6 *" => "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *";
    CAPTURE: "a capture of nothing", 6, "superfluous-capture-mark",
        "the sign was written for a reason",
        "1. e4 e5 2. Nxf3 *" => "1. e4 e5 2. Nf3 *";
    NESTED: "a brace or parenthesis inside of a comment", 9, "nested-brace-comment",
        "writers nest what PGN does not; moves after it speak against that",
        "1. e4 {good {fine} e5 *" => "";
    EARLY_VARIATION: "a variation before a move", 12, "variation-before-first-move",
        "it varies nothing",
        "(1. d4 d5) 1. e4 e5 *" => "";
    DOUBLED_DELIMITER: "a parenthesis typed twice", 10, "mistyped-delimiter",
        "the same key, twice",
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5)) 2... d6 3. d4) 2. Nf3 Nc6 *" =>
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6 3. d4) 2. Nf3 Nc6 *";
    SEMICOLON: "a semicolon among the moves", 8, "moves-in-line-comment",
        "one character, but it hides moves",
        "1. e4 e5 ;2. Nf3 Nc6\n3. Bb5 a6 *" => "1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 *";
    WINK: "an emoticon that begins with a semicolon", 6, "missing-delimiter",
        "its semicolon is not meant as one, and hides moves",
        "1. e4 e5 2. Nf3 ;-) Nc6\n3. Bb5 a6 4. Ba4 Nf6 *" => "1. e4 e5 2. Nf3 {;-)} Nc6\n3. Bb5 a6 4. Ba4 Nf6 *";
    SIDE: "the wrong side to move in the FEN tag", 12, "wrong-side-to-move",
        "one character of a field that is easily forgotten",
        "[FEN \"8/8/8/4k3/8/8/4P3/4K3 b - - 0 1\"]\n\n1. Kd2 Kd4 2. e3+ Ke4 *" =>
        "[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\n\n1. Kd2 Kd4 2. e3+ Ke4 *";
    RANK: "a wrong character in a rank of the FEN tag", 9, "invalid-fen",
        "the rank has too many or too few squares, and the moves say what was meant",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K4 w - - 0 1\"]\n\n1. e4 Kd7 2. Kd2 *" =>
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 2. Kd2 *";
    WRAPPED_FEN: "a FEN tag on several lines", 3, "line-break-in-tag-value",
        "nothing but a line break is in it, which no field has",
        "[FEN \"4k3/8/8/8/8/8/\n4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 2. Kd2 *" =>
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 2. Kd2 *";
    PIECE_OF_OTHER_COLOR: "a piece of the other color in the FEN tag", 15, "invalid-fen",
        "one character in another case; the board has all its squares, so that only moves can show it",
        "[FEN \"4k3/3P4/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kf7 2. Kd2 d5 3. exd5 *" =>
        "[FEN \"4k3/3p4/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kf7 2. Kd2 d5 3. exd5 *";
    RANKS_SWAPPED: "two ranks of the FEN tag in the wrong order", 17, "invalid-fen",
        "all is written, and the moves fit in the other order",
        "[FEN \"4k3/8/8/4P3/3pp3/8/8/4K3 w - - 0 1\"]\n\n1. exd5 Kd7 2. Ke2 Kd6 3. Ke3 Kxd5 4. Kd3 *" =>
        "[FEN \"4k3/8/8/3pp3/4P3/8/8/4K3 w - - 0 1\"]\n\n1. exd5 Kd7 2. Ke2 Kd6 3. Ke3 Kxd5 4. Kd3 *";
    OTHER_PIECE: "another piece in the FEN tag", 20, "invalid-fen",
        "the board has all its squares, so that only moves can show it; there are many of them",
        "[FEN \"4k3/3b4/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. Kd2 Nf6 2. Kd3 Nd5 3. Kd4 Nb6 4. Kc5 Na4+ *" =>
        "[FEN \"4k3/3n4/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. Kd2 Nf6 2. Kd3 Nd5 3. Kd4 Nb6 4. Kc5 Na4+ *";
    POSITION: "a later position in the FEN tag", 6, "later-position",
        "programs that export the board write the one they show, and a whole game that fits speaks for it",
        "[White \"W\"]\n[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"]\n\n1. e4 e5 *" =>
        "[White \"W\"]\n\n1. e4 e5 *";
    AFTER_FIRST_MOVE: "the position after the first move in the FEN tag", 8, "later-position",
        "programs write the board after the move that they show, and a whole game that fits speaks for it",
        "[FEN \"8/8/8/4k3/8/4P3/8/4K3 b - - 0 1\"]\n\n1. e3 Kd5 2. Ke2 Kd6 *" =>
        "[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e3 Kd5 2. Ke2 Kd6 *";
    OTHER_POSITION: "another position in the FEN tag", 12, "later-position",
        "the FEN tag and the first number do not agree, and the first moves do not fit; each move that is not checked costs besides",
        "[FEN \"8/8/8/8/8/k7/2q5/K7 w - - 0 58\"]\n\n36. Nf3 Nc6 37. Bb5 a6 38. Bxc6 dxc6 *" => "";
    LOST_FEN: "a lost FEN tag", 10, "setup-without-fen",
        "a SetUp tag or the first number says that there was one, and hardly a move can be played from the usual start",
        "[SetUp \"1\"]\n\n1. Kd2 Kd4 2. e3+ Ke4 *" => "";
    CASTLING_RIGHT: "a lost castling right in the FEN tag", 6, "missing-castling-right",
        "a field that is easily forgotten, and a king and a rook at home speak for it",
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n\n1. O-O Kd7 *" =>
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Kd7 *";
    EN_PASSANT: "a lost en passant square in the FEN tag", 6, "invalid-fen",
        "a field that is easily forgotten, and a pawn that may have just come speaks for it",
        "[FEN \"8/5k2/8/3pP3/8/8/8/4K3 w - - 0 40\"]\n\n40. exd6 Ke6 41. d7 *" =>
        "[FEN \"8/5k2/8/3pP3/8/8/8/4K3 w - d6 0 40\"]\n\n40. exd6 Ke6 41. d7 *";
    EARLIER: "another move than one that can be played", 7, "mistyped-move",
        "what is written is legal; only later moves speak against it. Its characters cost besides",
        "1. d4 d5 2. c3 e6 3. Nc3 Nf6 4. cxd5 exd5 5. Bg5 *" => "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 exd5 5. Bg5 *";
    COMMENT_IN_COMMENT: "a comment in a comment", 8, "stray-closing-brace",
        "writers nest what PGN does not; all that belongs to it costs besides",
        "1. e4 {a {hm} b} e5 2. Nf3 Nc6 *" => "1. e4 {a (hm) b} e5 2. Nf3 Nc6 *";
    BRACE_OF_COMMAND: "a brace for the bracket of a command", 4, "malformed-command",
        "the command lacks its bracket, and the comment has another brace at its end",
        "1. e4 e5 2. Nf3 { [%clk 0:01:00} } Nc6 *" => "1. e4 e5 2. Nf3 { [%clk 0:01:00] } Nc6 *";
    STRAY: "a delimiter too many", 14, "stray-closing-parenthesis",
        "it closes nothing, or one was lost before it",
        "1. e4 e5) 2. Nf3 *" => "1. e4 e5 2. Nf3 *";
    MISTYPED_DELIMITER: "another delimiter", 14, "mistyped-delimiter",
        "it is of the same kind, and on a key nearby",
        "1. e4 {good) e5 2. Nf3 {fine} Nc6 *" => "1. e4 {good} e5 2. Nf3 {fine} Nc6 *";
    OTHER_BRACES: "a comment in other brackets", 7, "mistyped-delimiter",
        "both are there, and nothing is said in them but words",
        "1. e4 e5 2. Nf3 [fine] Nc6 *" => "1. e4 e5 2. Nf3 {fine} Nc6 *";
    ENTITY_BRACES: "braces in HTML", 4, "mistyped-delimiter",
        "both are there, and they can be nothing else",
        "1. e4 e5 2. Nf3 &#123;fine&#125; Nc6 *" => "1. e4 e5 2. Nf3 {fine} Nc6 *";
    OTHER_PARENTHESES: "a variation in other brackets", 8, "mistyped-delimiter",
        "both are there, and its number and its moves fit",
        "1. e4 e5 2. Nf3 [2. f4 exf4] Nc6 *" => "1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 *";
    WIDE_PARENTHESIS: "a parenthesis in the full width of East Asian scripts", 2, "mistyped-delimiter",
        "it is one, written in another script",
        "1. e4 e5 2. Nf3 （2. f4 exf4） Nc6 *" => "1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 *";
    GAME_IN_PARENTHESES: "moves of the game in parentheses", 10, "mistyped-delimiter",
        "both parentheses are there, and the moves in them and after them go on with the game",
        "1. e4 e5 2. Nf3 Nc6 (3. Bb5 a6) 4. Ba4 Nf6 *" => "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *";
    LOST_DELIMITER: "a lost delimiter", 15, "missing-delimiter",
        "nothing shows where it was but what follows",
        "1. e4 {good e5 2. Nf3 {fine} Nc6 *" => "1. e4 {good} e5 2. Nf3 {fine} Nc6 *";
    SWAPPED: "two moves in the wrong order", 11, "swapped-moves",
        "both are written, and each fits in the place of the other",
        "1. e4 e5 2. Nc6 Nf3 3. Bb5 a6 *" => "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *";
    EXTRA: "a move too many", 17, "illegal-move",
        "a whole token that belongs to nothing",
        "1. e4 e5 2. Nf3 Nc6 3. Nf3 Bb5 a6 4. Ba4 Nf6 *" => "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *";
    CONTINUING: "a variation that continues its line", 8, "continuing-variation",
        "programs write the moves after a game so",
        "1. f3 e5 2. g4 (2... Qh4#) 0-1" => "";
    MISPLACED: "a variation one move away from its place", 17, "misplaced-variation",
        "all of it is written, but not there",
        "1. e4 e5 2. Nf3 Nc6 (2. f4 exf4 3. Nf3 g5) 3. Bb5 a6 *" => "1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3 g5) Nc6 3. Bb5 a6 *";
    SHIFTED: "a delimiter one word away from its place", 16, "mistyped-delimiter",
        "all of it is written, but not there",
        "1. e4 e5 2. {Nf3 [%clk 1:00:00]} Nc6 3. Bb5 a6 4. Ba4 Nf6 *" =>
        "1. e4 e5 2. Nf3 {[%clk 1:00:00]} Nc6 3. Bb5 a6 4. Ba4 Nf6 *";
    SURPLUS_BRACE: "a brace where no comment begins", 13, "mistyped-delimiter",
        "the game goes on behind it, to its end",
        "1. e4 e5 2. Nf3 { Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *" => "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *";
    SWAPPED_OF_ONE_SIDE: "two moves of one side in the wrong order", 14, "swapped-moves",
        "both are written, and each fits in the place of the other",
        "1. e4 e5 2. Nf3 Nc6 3. O-O a6 4. Bb5 Nf6 5. Bxc6 *" => "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 5. Bxc6 *";
    UNFOUNDED_END: "a termination marker that ends nothing", 17, "termination-in-variation",
        "a whole token that belongs to nothing",
        "1. e4 (1. d4 1-0 d5) e5 *" => "";
    BRACES: "moves in words without braces", 12, "missing-delimiter",
        "prose about moves; each move in it costs besides",
        "1. e4 e5 2. Nf3 better than Ra5 or Qh6 2... Nc6 3. Bb5 a6 *" =>
        "1. e4 e5 2. Nf3 {better than Ra5 or Qh6} 2... Nc6 3. Bb5 a6 *";
    ILLEGIBLE: "a word in place of a move, of which nothing can be read", 22, "unexpected-text",
        "a move is missing where the word is; that is less than a word and a missing move",
        "1. e4 d5 2. exd5 Qx 3. Nc3 Qa5 4. d4 Nf6 *" => "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 Nf6 *";
    LOST_MOVE: "a move left out", 22, "missing-move",
        "a whole token that is nowhere",
        "1. e4 e5 2. Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *" => "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *";
    LOST_PAIR: "a move of both sides left out", 14, "missing-move",
        "two tokens that are nowhere; the numbers show it",
        "1. e4 e5 2. Nf3 Nc6 4. Ba4 Nf6 5. O-O Be7 *" => "";
    UNLIKE: "another move, unlike what is written", 27, "illegal-move",
        "nothing speaks for it but that the game goes on",
        "1. e4 e5 2. Qa8 Nc6 3. Nxe5 Nxe5 4. d4 Ng6 5. Nc3 Nf6 *" => "";
    UNANSWERED: "a check that is not answered", 25, "illegal-move",
        "a written check and a written move speak against each other, and the game goes on from both",
        "1. d4 Nf6 2. c4 e6 3. Nf3 Bb4+ 4. e3 O-O 5. Bd3 d5 6. O-O c5 7. Nc3 *" => "";
    UNEXPLAINED: "a move that cannot be read", 34, "illegal-move",
        "no explanation at all, nor any for the rest of the line",
        "1. e4 e5 2. Ra5 Ra4 3. Kd4 Kf4 4. Qa7 *" => "";
}

/// What a number that is nearly the next one costs more where it is taken for something else.
pub(super) const WORD_FOR_NUMBER: u32 = 6;

/// What the correction of a move costs more where nothing between the two moves says that it is one.
pub(super) const UNSAID_CORRECTION: u32 = 4;

/// A playable move, for every explanation that takes it for text.
pub(super) const PRECIOUS_MOVE: u32 = 9;
/// The same for a move that cannot be played where it is: it is likely to be part of prose.
pub(super) const UNPLAYABLE_MOVE: u32 = 3;
/// A move number that is taken for text.
pub(super) const PRECIOUS_NUMBER: u32 = 3;
/// Another token of movetext that is taken for text: a word.
pub(super) const WORD: u32 = 1;
/// A move after one that could not be read.
pub(super) const UNREAD_MOVE: u32 = 1;
/// A variation without moves.
pub(super) const EMPTY_VARIATION: u32 = 4;
/// A number of a move of Black directly after White's, in a game that has no others of that kind.
pub(super) const RESTATED_NUMBER: u32 = 4;
/// A number of White's, with one period, before a move of Black: import format allows it, but few write it.
pub(super) const PERIOD_OF_WHITE: u32 = 2;
/// The same at the beginning of a variation, where the periods say which move is varied.
pub(super) const PERIOD_OF_WHITE_IN_VARIATION: u32 = 12;
/// A capture without its mark, in a game that has marks.
pub(super) const MISSING_CAPTURE: u32 = 3;
/// A number without a space before it.
pub(super) const GLUED_NUMBER: u32 = 4;
/// Another number of a variation that continues from its first one: both would be wrong.
pub(super) const CONTINUED_NUMBER: u32 = 9;
/// A `)` after one that was put in: it is the one that is missing.
pub(super) const STRAY_AFTER_LOST: u32 = 4;
/// A digit of a NAG that is taken for a parenthesis.
pub(super) const WHOLE_NAG: u32 = 3;
/// A written check that is none: readers write what they see.
pub(super) const CHECK_THAT_IS_NONE: u32 = 14;
/// A written mate that is only a check.
pub(super) const MATE_THAT_IS_NONE: u32 = 4;
/// A check without its mark, which many leave out.
pub(super) const MISSING_CHECK: u32 = 1;
/// What a second mistyped move costs besides: one is likelier than two.
pub(super) const ANOTHER_MOVE: u32 = 10;
/// An explanation that costs so much is hardly one.
pub(super) const DEAR: u32 = 20;
/// The most that a slip costs more for being far back, where the game reads to its end without it.
pub(super) const MOST_DISTANCE: u32 = 6;
/// How many steps back a slip costs one more: a slip shows soon.
pub(super) const STEPS_BACK: u32 = 3;

/// A mark that readers hardly notice: `x`, `+`, a blank.
pub(super) const MARK: u32 = 1;
/// A letter in the other case.
pub(super) const OTHER_CASE: u32 = 2;
/// A character in the full width of East Asian scripts.
pub(super) const OTHER_WIDTH: u32 = 1;
/// A character that looks like another.
pub(super) const LOOK_ALIKE: u32 = 6;
/// A character typed twice.
pub(super) const DOUBLED_CHARACTER: u32 = 6;
/// A neighbouring key, file or rank.
pub(super) const NEIGHBOUR: u32 = 7;
/// Two characters in the wrong order.
pub(super) const SWAPPED_CHARACTERS: u32 = 8;
/// A lost piece letter.
pub(super) const LOST_PIECE: u32 = 8;
/// Another file, rank or piece.
pub(super) const SAME_KIND: u32 = 9;
/// A lost character.
pub(super) const LOST_CHARACTER: u32 = 10;
/// A character too many.
pub(super) const SURPLUS_CHARACTER: u32 = 10;
/// A sign too many before a move.
pub(super) const SURPLUS_SIGN: u32 = 12;
/// Another piece of promotion than a queen, where that piece is not written.
pub(super) const UNDERPROMOTION: u32 = 3;
/// Another square than one that can be read, in place of a word.
pub(super) const OTHER_SQUARE: u32 = 5;
/// The most that one slip in a token costs.
pub(super) const ONE_SLIP: u32 = 12;
/// What a second slip in the same token costs besides.
pub(super) const SECOND_IN_ONE: u32 = 5;
/// Any other character.
pub(super) const OTHER_CHARACTER: u32 = 11;

/// The most garbling of a move that is taken for another one: what resembles less is another move altogether.
pub(super) const MOST_GARBLING: u32 = 19;
/// The same for a move that can be played: there is less evidence against it.
pub(super) const MOST_GARBLING_BEFORE: u32 = 12;
/// What costs no more is tried before slips elsewhere are looked for: most are at the place itself, and one of them is whole.
pub(super) const CHEAP: u32 = 12;
/// What a slip costs at most that readers hardly notice: a missing blank.
pub(super) const HARDLY_NOTICED: u32 = 4;
/// What costs so little more is offered as another repair.
pub(super) const NEARLY: u32 = 4;
/// So many bytes that an explanation reads farther weigh as much as one unit of cost.
pub(super) const BYTES_PER_COST: usize = 2;

/// Whether a slip is a move that was mistyped.
pub(super) fn is_of_move(row: &Row) -> bool {
    [&RESPELLED, &EARLIER].iter().any(|other| std::ptr::eq(*other, row))
}

/// Whether a slip is about a move, rather than about what stands around it.
pub(super) fn is_about_move(row: &Row) -> bool {
    is_of_move(row)
        || [&CAPTURE, &DISAMBIGUATION, &EXTRA, &LOST_MOVE, &UNLIKE, &UNANSWERED, &UNEXPLAINED]
            .iter()
            .any(|other| std::ptr::eq(*other, row))
}

/// What the periods of a number cost, whether they are those of White before a move of Black or not.
pub(super) fn of_period(is_of_white: bool, begins_variation: bool) -> u32 {
    match (is_of_white, begins_variation) {
        (false, _) => 0,
        (true, false) => PERIOD_OF_WHITE,
        (true, true) => PERIOD_OF_WHITE_IN_VARIATION,
    }
}

/// What it costs to take a token for text.
pub(super) fn price(kind: TokenKind) -> u32 {
    match kind {
        TokenKind::San => PRECIOUS_MOVE,
        TokenKind::MoveNumber => PRECIOUS_NUMBER,
        TokenKind::Word => WORD,
        kind if kind.is_termination() => PRECIOUS_NUMBER,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::rows_of;
    use super::ROWS;
    use crate::testing::all_findings;

    /// Each example is what its row is about, for the rule that it names.
    #[test]
    fn examples_are_explained_by_their_rows() {
        let mut wrong = Vec::new();
        for row in ROWS {
            let (typed, meant) = row.example;
            let (found, rows) = (all_findings(crate::rules::RULES, typed), rows_of(typed));
            let finding = found.iter().find(|finding| finding.rule.name == row.rule);
            let fix = finding.and_then(|finding| finding.fixes.first()).filter(|_| !meant.is_empty());
            let mut text = typed.to_owned();
            let edits = fix.into_iter().flat_map(|fix| fix.edits.iter().rev());
            edits.for_each(|edit| text.replace_range(edit.range.clone(), &edit.text));
            if finding.is_none() || !rows.contains(&row.name) || fix.is_some() && text != meant {
                let rules: Vec<_> = found.iter().map(|finding| finding.rule.name).collect();
                wrong.push(format!("{}: {rows:?}, {rules:?}, {text}", row.name));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
