;;; scoresheet-move.el --- Motions through a game -*- lexical-binding: t; -*-

;; Copyright (C) 2026 The Scoresheet authors
;; SPDX-License-Identifier: GPL-3.0-or-later

;;; Commentary:

;; From move to move, into variations and out of them, from game to game.  The server provides the tree of moves.

;;; Code:

(require 'scoresheet-request)

(defun scoresheet-move--go-to (move)
  "Move point to MOVE."
  (goto-char (scoresheet-request-move-start move)))

(defun scoresheet-move--following (board)
  "List what follows on BOARD: first in the line, then in variations."
  (append (plist-get board :next) nil))

;;;###autoload
(defun scoresheet-next-move (&optional count)
  "Go to the next move of the line, COUNT times."
  (interactive "p")
  (dotimes (_ (or count 1))
    (let ((next (car (scoresheet-move--following (scoresheet-request-board)))))
      (unless next
        (user-error "No move follows on this line"))
      (scoresheet-move--go-to next))))

(defun scoresheet-move--before-first (board)
  "Move point before the first move of BOARD, to its number if it has one."
  (goto-char (scoresheet-request-move-start (seq-first (plist-get board :path))))
  (when (looking-back (rx (+ digit) (* blank) (+ ".") (* blank)) (line-beginning-position) t)
    (goto-char (match-beginning 0))))

;;;###autoload
(defun scoresheet-previous-move (&optional count)
  "Go to the previous move, COUNT times.
From the first move of a variation, that is the move before the variation."
  (interactive "p")
  (dotimes (_ (or count 1))
    (let* ((board (scoresheet-request-board))
           (previous (plist-get board :previous)))
      (cond (previous (scoresheet-move--go-to previous))
            ((plist-get board :lastMove) (scoresheet-move--before-first board))
            (t (user-error "This is the start of the game"))))))

(defun scoresheet-move--variation-after (board)
  "The next variation of BOARD's last move, or of a move that follows it."
  (let* ((last (plist-get board :lastMove))
         (here (and last (scoresheet-request-move-start last)))
         (found (and here
                     (seq-find (lambda (move) (> (scoresheet-request-move-start move) here))
                               (plist-get board :alternatives))))
         (following (scoresheet-move--following board)))
    (while (and following (not found))
      (setq found (cadr following)
            following (unless found
                        (scoresheet-move--following
                         (scoresheet-request-board (cdr (eglot-range-region (plist-get (car following) :range))))))))
    found))

;;;###autoload
(defun scoresheet-into-variation (&optional count)
  "Enter the next variation, or the next one of this move, COUNT times."
  (interactive "p")
  (dotimes (_ (or count 1))
    (let ((variation (scoresheet-move--variation-after (scoresheet-request-board))))
      (unless variation
        (user-error "No variation follows on this line"))
      (push-mark nil t)
      (scoresheet-move--go-to variation))))

;;;###autoload
(defun scoresheet-out-of-variation (&optional count)
  "Leave COUNT variations: go to the move that each is an alternative to."
  (interactive "p")
  (dotimes (_ (or count 1))
    (let ((replaced (plist-get (scoresheet-request-board) :replaces)))
      (unless replaced
        (user-error "This is the main line"))
      (push-mark nil t)
      (scoresheet-move--go-to replaced))))

(defun scoresheet-move--game ()
  "The game around point, as a pair of start and end; nil between games."
  (let ((parts (scoresheet-request-enclosing)))
    ;; The last one is the file, unless it ends with its only game.
    (or (cadr (reverse parts))
        (and (not (save-excursion (skip-chars-forward " \t\n") (eobp))) (car parts)))))

;;;###autoload
(defun scoresheet-beginning-of-game (&optional count)
  "Go to the beginning of the game, COUNT times; forward if that is negative.
For `beginning-of-defun-function'."
  (let ((count (or count 1))
        (is-moved t))
    (dotimes (_ (abs count))
      (setq is-moved (if (> count 0) (scoresheet-move--game-back) (scoresheet-move--game-forward))))
    is-moved))

(defun scoresheet-move--game-back ()
  "Go to the beginning of this game, or of the previous one."
  (let ((game (scoresheet-move--game)))
    (when (or (not game) (<= (point) (car game)))
      (skip-chars-backward " \t\n")
      (unless (bobp)
        (backward-char))
      (setq game (scoresheet-move--game)))
    (when game
      (goto-char (car game)))))

(defun scoresheet-move--game-forward ()
  "Go to the beginning of the next game."
  (let ((game (scoresheet-move--game)))
    (when game
      (goto-char (cdr game)))
    (skip-chars-forward " \t\n")
    (not (eobp))))

;;;###autoload
(defun scoresheet-end-of-game ()
  "Go to the end of the game that begins at point.
For `end-of-defun-function'."
  (let ((game (scoresheet-move--game)))
    (when game
      (goto-char (cdr game)))))

(provide 'scoresheet-move)
;;; scoresheet-move.el ends here
