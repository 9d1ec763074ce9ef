;;; scoresheet-diagram.el --- A position as text with faces -*- lexical-binding: t; -*-

;; Copyright (C) 2026 The Scoresheet authors
;; SPDX-License-Identifier: GPL-3.0-or-later

;;; Commentary:

;; Draws the server's answer about a position in a game.

;;; Code:

(require 'cl-lib)
(require 'seq)

(defcustom scoresheet-pieces 'unicode
  "The glyphs of the pieces."
  :group 'scoresheet
  :type '(choice (const :tag "♔ and ♚" unicode) (const :tag "K and k" letters)))

;; Between white and black, so that the pieces of both are visible in any theme.
(defface scoresheet-light-square '((t :background "#7f94a8")) "Light squares." :group 'scoresheet)
(defface scoresheet-dark-square '((t :background "#5b6d80")) "Dark squares." :group 'scoresheet)
(defface scoresheet-last-move '((t :background "#8f8b3e")) "Squares of the last move." :group 'scoresheet)
(defface scoresheet-check '((t :background "#b94a48")) "The square of a king in check." :group 'scoresheet)
(defface scoresheet-green '((t :background "#4f8f4f")) "Squares that a comment marks green." :group 'scoresheet)
(defface scoresheet-red '((t :background "#a85a4a")) "Squares that a comment marks red." :group 'scoresheet)
(defface scoresheet-blue '((t :background "#4a72b0")) "Squares that a comment marks blue." :group 'scoresheet)
(defface scoresheet-yellow '((t :background "#a8852f")) "Squares that a comment marks yellow." :group 'scoresheet)
(defface scoresheet-white-piece '((t :foreground "white" :weight bold)) "White's pieces." :group 'scoresheet)
(defface scoresheet-black-piece '((t :foreground "black" :weight bold)) "Black's pieces." :group 'scoresheet)

(defconst scoresheet-diagram--glyphs
  (cl-pairlis (append "KQRBNPkqrbnp" nil) (append "♔♕♖♗♘♙♚♛♜♝♞♟" nil))
  "Pieces by their letters in FEN.")

(defun scoresheet-diagram--pieces (fen)
  "The pieces of FEN: an association list of squares (\"e4\") and letters."
  (let ((rank 8) (file 0) pieces)
    (catch 'end
      (seq-doseq (sign fen)
        (cond ((memq sign '(?\s ?\[)) (throw 'end nil))
              ((eq sign ?/) (setq rank (1- rank) file 0))
              ((<= ?1 sign ?8) (setq file (+ file (- sign ?0))))
              ;; In crazyhouse a mark follows a promoted piece.
              ((eq sign ?~))
              (t (push (cons (format "%c%d" (+ ?a file) rank) sign) pieces)
                 (setq file (1+ file))))))
    pieces))

(defun scoresheet-diagram--colour-face (colour)
  "The face of COLOUR, a colour name of comments."
  (intern (concat "scoresheet-" colour)))

(defun scoresheet-diagram--king-in-check (board)
  "The letter of the king in check on BOARD, or nil."
  (when (seq-some (lambda (fact) (string-match-p "is in check\\|is checkmated" fact)) (plist-get board :facts))
    (if (string-match-p "\\`[^ ]+ b" (plist-get board :fen)) ?k ?K)))

(defun scoresheet-diagram--special-squares (board pieces)
  "The faces of squares of BOARD with PIECES, the more important first."
  (append
   (let ((king (scoresheet-diagram--king-in-check board)))
     (seq-keep (lambda (piece) (and (eq (cdr piece) king) (cons (car piece) 'scoresheet-check))) pieces))
   (mapcar (lambda (marked)
             (cons (plist-get marked :square) (scoresheet-diagram--colour-face (plist-get marked :colour))))
           (plist-get board :squares))
   (mapcar (lambda (arrow)
             (cons (plist-get arrow :to) (scoresheet-diagram--colour-face (plist-get arrow :colour))))
           (plist-get board :arrows))
   (mapcar (lambda (square) (cons square 'scoresheet-last-move)) (plist-get board :lastSquares))))

(defun scoresheet-diagram--square (piece face)
  "A square with PIECE, a letter or nil, in FACE."
  (let ((sign (cond ((not piece) ?\s)
                    ((eq scoresheet-pieces 'letters) piece)
                    (t (alist-get piece scoresheet-diagram--glyphs piece)))))
    (propertize (format " %c " sign) 'face
                (if piece (list (if (<= ?A piece ?Z) 'scoresheet-white-piece 'scoresheet-black-piece) face) face))))

(defun scoresheet-diagram (board is-flipped)
  "The position of BOARD in nine lines; with Black at the bottom if IS-FLIPPED."
  (let* ((pieces (scoresheet-diagram--pieces (plist-get board :fen)))
         (special (scoresheet-diagram--special-squares board pieces))
         (ranks (if is-flipped (number-sequence 1 8) (number-sequence 8 1 -1)))
         (files (if is-flipped (number-sequence 7 0 -1) (number-sequence 0 7))))
    (concat
     (mapconcat
      (lambda (rank)
        (concat (propertize (format " %d " rank) 'face 'shadow)
                (mapconcat
                 (lambda (file)
                   (let ((square (format "%c%d" (+ ?a file) rank)))
                     (scoresheet-diagram--square
                      (cdr (assoc square pieces))
                      (or (cdr (assoc square special))
                          (if (cl-oddp (+ file rank)) 'scoresheet-dark-square 'scoresheet-light-square)))))
                 files "")
                "\n"))
      ranks "")
     (propertize (concat "   " (mapconcat (lambda (file) (format " %c " (+ ?a file))) files "") "\n") 'face 'shadow))))

(provide 'scoresheet-diagram)
;;; scoresheet-diagram.el ends here
