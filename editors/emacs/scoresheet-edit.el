;;; scoresheet-edit.el --- Play moves and refactor games -*- lexical-binding: t; -*-

;; Copyright (C) 2026 The Scoresheet authors
;; SPDX-License-Identifier: GPL-3.0-or-later

;;; Commentary:

;; Commands that change a game or copy its positions.

;;; Code:

(require 'scoresheet-request)

(defun scoresheet-edit--legal-moves ()
  "List what is legal at point, in SAN."
  (mapcar (lambda (move) (plist-get move :san))
          (plist-get (scoresheet-request-board) :legalMoves)))

;;;###autoload
(defun scoresheet-play (move)
  "Play MOVE from the position at point, in SAN or UCI notation.
It continues the line, or becomes a variation if another move follows."
  (interactive (list (completing-read "Play: " (scoresheet-edit--legal-moves))))
  (let ((answer (scoresheet-request :scoresheet/play (append (scoresheet-request-params) (list :move move)))))
    (unless answer
      (user-error "Moves can be played in games only"))
    (scoresheet-request-apply answer)))

;;;###autoload
(defun scoresheet-refactor ()
  "Choose a refactoring of the game at point, and apply it."
  (interactive)
  (eglot-code-actions (point) (point) "refactor" t))

;;;###autoload
(defun scoresheet-fix-all ()
  "Apply all safe fixes."
  (interactive)
  (eglot-code-actions (point-min) (point-max) "source.fixAll.scoresheet" t))

;;;###autoload
(defun scoresheet-copy-fen ()
  "Copy the position at point in Forsyth-Edwards Notation."
  (interactive)
  (let ((fen (plist-get (scoresheet-request-board) :fen)))
    (unless fen
      (user-error "The position is not known here"))
    (kill-new fen)
    (message "%s" fen)))

(provide 'scoresheet-edit)
;;; scoresheet-edit.el ends here
