// Shows the game of a page on a board; without it, the page has all moves and its diagrams.
for (const section of document.querySelectorAll(".viewer")) {
  const board = section.insertBefore(document.createElement("div"), section.firstChild);
  // The board measures itself, so it must have a size.
  section.hidden = false;
  try {
    PgnViewer(board, {
      pgn: section.dataset.pgn,
      lichess: false,
      scrollToMove: false,
      menu: { getPgn: { enabled: false }, practiceWithComputer: { enabled: false }, analysisBoard: { enabled: false } },
    });
  } catch (error) {
    // A variant or a start position that the board does not know.
    section.remove();
    console.info(error);
  }
}
