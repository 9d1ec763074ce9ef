;;; scoresheet-mode.el --- Chess games and positions, with a language server -*- lexical-binding: t; -*-

;; Copyright (C) 2026 The Scoresheet authors

;; Author: The Scoresheet authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "29.1"))
;; Keywords: games, languages, tools
;; URL: https://github.com/scoresheet/scoresheet
;; SPDX-License-Identifier: GPL-3.0-or-later

;;; Commentary:

;; Major modes for games in PGN and for positions in EPD and FEN.  Eglot starts the language server of Scoresheet for
;; them, which reports faults with fixes, formats, completes moves, and shows the position at point in its hovers.
;; In addition there are a board that follows point (`scoresheet-board') and motions through a game
;; (`scoresheet-next-move' and others).

;;; Code:

(require 'eglot)

(defgroup scoresheet nil
  "Chess games and positions, with a language server."
  :group 'games
  :prefix "scoresheet-")

(defcustom scoresheet-program '("scoresheet" "lsp")
  "The command that runs the language server."
  :type '(repeat string))

(defcustom scoresheet-start-server t
  "Whether to start the language server for each file of games or positions."
  :type 'boolean)

(defvar-keymap scoresheet-mode-map
  :doc "Keys in games and positions."
  "C-c C-b" #'scoresheet-board
  "C-c C-f" #'scoresheet-flip
  "C-c C-n" #'scoresheet-next-move
  "C-c C-p" #'scoresheet-previous-move
  "C-c C-v" #'scoresheet-into-variation
  "C-c C-u" #'scoresheet-out-of-variation
  "C-c C-c" #'scoresheet-play
  "C-c C-r" #'scoresheet-refactor
  "C-c C-x" #'scoresheet-fix-all
  "C-c C-w" #'scoresheet-copy-fen
  "C-c C-o" #'scoresheet-enter-board
  "C-c C-e" #'scoresheet-explorer
  "C-c C-s" #'scoresheet-search
  "C-c C-l" #'scoresheet-search-position
  "C-c C-t" #'scoresheet-games
  "C-c C-a" #'scoresheet-annotate-sign
  "C-c ;" #'scoresheet-annotate-comment
  "C-c :" #'scoresheet-annotate-marks
  "C-c C-d" #'scoresheet-study-mode
  "C-c C-q" #'scoresheet-guess
  "C-c <" #'scoresheet-hint
  "C-c >" #'scoresheet-solution
  "C-c C-k" #'scoresheet-autoplay)

(autoload 'scoresheet-board "scoresheet-board" nil t)
(autoload 'scoresheet-flip "scoresheet-board" nil t)
(autoload 'scoresheet-next-move "scoresheet-move" nil t)
(autoload 'scoresheet-previous-move "scoresheet-move" nil t)
(autoload 'scoresheet-into-variation "scoresheet-move" nil t)
(autoload 'scoresheet-out-of-variation "scoresheet-move" nil t)
(autoload 'scoresheet-beginning-of-game "scoresheet-move")
(autoload 'scoresheet-end-of-game "scoresheet-move")
(autoload 'scoresheet-play "scoresheet-edit" nil t)
(autoload 'scoresheet-refactor "scoresheet-edit" nil t)
(autoload 'scoresheet-fix-all "scoresheet-edit" nil t)
(autoload 'scoresheet-copy-fen "scoresheet-edit" nil t)
(autoload 'scoresheet-enter-board "scoresheet-board" nil t)
(autoload 'scoresheet-annotate-sign "scoresheet-annotate" nil t)
(autoload 'scoresheet-annotate-comment "scoresheet-annotate" nil t)
(autoload 'scoresheet-annotate-marks "scoresheet-annotate" nil t)
(autoload 'scoresheet-explorer "scoresheet-explorer" nil t)
(autoload 'scoresheet-search "scoresheet-collection" nil t)
(autoload 'scoresheet-search-position "scoresheet-collection" nil t)
(autoload 'scoresheet-choose-scope "scoresheet-collection" nil t)
(autoload 'scoresheet-choose-filter "scoresheet-collection" nil t)
(autoload 'scoresheet-games "scoresheet-games" nil t)
(autoload 'scoresheet-study-mode "scoresheet-study" nil t)
(autoload 'scoresheet-guess "scoresheet-study" nil t)
(autoload 'scoresheet-hint "scoresheet-study" nil t)
(autoload 'scoresheet-solution "scoresheet-study" nil t)
(autoload 'scoresheet-autoplay "scoresheet-study" nil t)

(defvar scoresheet-pgn-mode-syntax-table
  (let ((table (make-syntax-table)))
    ;; Section 5 of the standard: comments in braces, and from a semicolon to the end of the line.
    (modify-syntax-entry ?\{ "<" table)
    (modify-syntax-entry ?\} ">" table)
    (modify-syntax-entry ?\; "< b" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?\( "()" table)
    (modify-syntax-entry ?\) ")(" table)
    (modify-syntax-entry ?\[ "(]" table)
    (modify-syntax-entry ?\] ")[" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (dolist (sign '(?+ ?# ?= ?- ?_))
      (modify-syntax-entry sign "_" table))
    table)
  "Syntax of games.")

(defconst scoresheet--san
  (rx symbol-start
      (or (seq (? (any "KQRBN")) (? (any "a-h")) (? (any "1-8")) (? "x") (any "a-h") (any "1-8")
               (? (? "=") (any "QRBN")))
          "O-O-O" "O-O")
      (? (any "+#")))
  "A move in Standard Algebraic Notation.")

(defun scoresheet--match-move (is-in-variation limit)
  "Find a move up to LIMIT.
It is a move of a variation if IS-IN-VARIATION, else one of the main line."
  (let (found)
    (while (and (not found) (re-search-forward scoresheet--san limit t))
      (let ((state (save-excursion (syntax-ppss (match-beginning 0)))))
        (setq found (and (not (nth 8 state)) (eq (> (nth 0 state) 0) is-in-variation)))))
    found))

(defun scoresheet--match-main-move (limit)
  "Find a move of the main line up to LIMIT."
  (scoresheet--match-move nil limit))

(defun scoresheet--match-variation-move (limit)
  "Find a move of a variation up to LIMIT."
  (scoresheet--match-move t limit))

(defconst scoresheet--pgn-keywords
  `((,(rx bol (* blank) "[" (* blank)
          (group (or "Event" "Site" "Date" "Round" "White" "Black" "Result")) symbol-end)
     1 'font-lock-keyword-face)
    (,(rx bol (* blank) "[" (* blank) (group (+ (any alnum "_")))) 1 'font-lock-property-name-face)
    (,(rx bol "%" (* nonl)) 0 'font-lock-preprocessor-face t)
    (,(rx "[%" (+ alpha) (* (not (any "]\n"))) "]") 0 'font-lock-constant-face prepend)
    (,(rx (or "1-0" "0-1" "1/2-1/2" "*") symbol-end) 0 'font-lock-constant-face)
    (,(rx "$" (+ digit)) 0 'font-lock-builtin-face)
    (,(rx (group (+ digit) (* blank) (+ "."))) 1 'font-lock-number-face)
    (scoresheet--match-main-move 0 'font-lock-function-name-face)
    (scoresheet--match-variation-move 0 'font-lock-variable-name-face))
  "Font lock keywords of games.")

(defconst scoresheet--records-keywords
  `((,(rx bol (* blank) "#" (* nonl)) 0 'font-lock-comment-face t)
    (,(rx bol (* blank) (group (+ (any "pnbrqkPNBRQK1-8/"))) (+ blank) (group (any "wb")) symbol-end)
     (1 'font-lock-string-face) (2 'font-lock-keyword-face))
    (,(rx (or bol ";" (seq blank (or "-" (seq (any "a-h") (any "36"))))) (+ blank)
          (group alpha (* (any alnum "_"))) (or blank ";"))
     1 'font-lock-property-name-face))
  "Font lock keywords of records.")

(defun scoresheet--set-up ()
  "Set up the common features of games and records."
  (when (and scoresheet-start-server buffer-file-name)
    (eglot-ensure)))

;;;###autoload
(define-derived-mode scoresheet-pgn-mode text-mode "PGN"
  "Major mode for chess games in PGN.
\\{scoresheet-pgn-mode-map}"
  (setq-local comment-start "{ "
              comment-end " }"
              comment-start-skip "[{;]\\s-*"
              fill-column 79
              font-lock-defaults '(scoresheet--pgn-keywords)
              beginning-of-defun-function #'scoresheet-beginning-of-game
              end-of-defun-function #'scoresheet-end-of-game)
  (scoresheet--set-up))

;;;###autoload
(define-derived-mode scoresheet-epd-mode text-mode "EPD"
  "Major mode for chess positions in EPD, one a line.
\\{scoresheet-epd-mode-map}"
  (setq-local comment-start "# "
              font-lock-defaults '(scoresheet--records-keywords)
              truncate-lines t)
  (scoresheet--set-up))

;;;###autoload
(define-derived-mode scoresheet-fen-mode scoresheet-epd-mode "FEN"
  "Major mode for lists of chess positions in FEN.
\\{scoresheet-fen-mode-map}")

(set-keymap-parent scoresheet-pgn-mode-map (make-composed-keymap scoresheet-mode-map text-mode-map))
(set-keymap-parent scoresheet-epd-mode-map (make-composed-keymap scoresheet-mode-map text-mode-map))

;;;###autoload
(progn
  (add-to-list 'auto-mode-alist '("\\.[pP][gG][nN]\\'" . scoresheet-pgn-mode))
  (add-to-list 'auto-mode-alist '("\\.[eE][pP][dD]\\'" . scoresheet-epd-mode))
  (add-to-list 'auto-mode-alist '("\\.[fF][eE][nN]\\'" . scoresheet-fen-mode)))

(defun scoresheet--contact (&rest _)
  "The command of the language server."
  scoresheet-program)

(add-to-list 'eglot-server-programs
             '(((scoresheet-pgn-mode :language-id "pgn")
                (scoresheet-fen-mode :language-id "fen")
                (scoresheet-epd-mode :language-id "epd"))
               . scoresheet--contact))

(provide 'scoresheet-mode)
;;; scoresheet-mode.el ends here
