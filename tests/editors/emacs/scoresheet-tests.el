;;; scoresheet-tests.el --- Tests of the mode with the real server -*- lexical-binding: t; -*-

;;; Commentary:

;; The server is the program `scoresheet' on the path.

;;; Code:

(require 'ert)
(require 'scoresheet-mode)
(require 'scoresheet-annotate)
(require 'scoresheet-board)
(require 'scoresheet-collection)
(require 'scoresheet-explorer)
(require 'scoresheet-games)
(require 'scoresheet-edit)
(require 'scoresheet-move)
(require 'scoresheet-study)

(setq ;; Nothing runs between commands in batch mode, so that the server is started by hand.
      scoresheet-start-server nil
      ;; Questions are answered by tests, for which Emacs would compile, where it can, code of its own.
      native-comp-enable-subr-trampolines nil
      eglot-sync-connect 8
      eglot-autoshutdown nil
      make-backup-files nil
      auto-save-default nil
      create-lockfiles nil)

(defconst scoresheet-tests--folder (file-name-as-directory (make-temp-file "scoresheet" t))
  "The workspace of all files, so that one server serves them.")

(defconst scoresheet-tests--patience 8
  "How long something is waited for, in seconds.")

(defun scoresheet-tests--await (condition)
  "Wait until CONDITION answers something, and return that."
  (let ((end (+ (float-time) scoresheet-tests--patience))
        found)
    (while (and (not (setq found (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.02))
    (should found)
    found))

(defmacro scoresheet-tests--with (text extension &rest body)
  "Evaluate BODY in a file with TEXT and EXTENSION, which the server knows.
Point is where a `|' stands in TEXT."
  (declare (indent 2))
  `(let ((file (make-temp-file (concat scoresheet-tests--folder "game") nil (concat "." ,extension))))
     (with-temp-file file
       (insert (string-replace "|" "" ,text)))
     (with-current-buffer (find-file-noselect file)
       (switch-to-buffer (current-buffer))
       (unless (eglot-managed-p)
         (apply #'eglot (eglot--guess-contact)))
       (scoresheet-tests--await #'eglot-managed-p)
       (goto-char (1+ (or (string-search "|" ,text) 0)))
       (unwind-protect
           (progn ,@body)
         (set-buffer-modified-p nil)
         (kill-buffer)))))

(defun scoresheet-tests--with-point ()
  "The text with a `|' at point."
  (concat (buffer-substring-no-properties (point-min) (point))
          "|"
          (buffer-substring-no-properties (point) (point-max))))

(defun scoresheet-tests--movetext ()
  "The last line."
  (save-excursion
    (goto-char (point-max))
    (skip-chars-backward "\n")
    (buffer-substring-no-properties (line-beginning-position) (point))))

(ert-deftest scoresheet-modes ()
  "Files get their modes."
  (dolist (case '(("a.pgn" . scoresheet-pgn-mode) ("A.PGN" . scoresheet-pgn-mode)
                  ("a.epd" . scoresheet-epd-mode) ("a.fen" . scoresheet-fen-mode)))
    (should (eq (cdr case) (assoc-default (car case) auto-mode-alist #'string-match)))))

(ert-deftest scoresheet-finding ()
  "A fault is shown where it is."
  (scoresheet-tests--with "[Event \"Test\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 *\n" "pgn"
    (flymake-mode)
    (flymake-start)
    (let ((found (scoresheet-tests--await
                  (lambda ()
                    (seq-find (lambda (one) (string-match-p "Bb6 cannot be played" (flymake-diagnostic-text one)))
                              (flymake-diagnostics))))))
      (should (equal "Bb6" (buffer-substring-no-properties
                            (flymake-diagnostic-beg found) (flymake-diagnostic-end found)))))))

(ert-deftest scoresheet-hover ()
  "The documentation at point is plain text with a board."
  (scoresheet-tests--with "[Event \"Test\"]\n\n1. e4 e5 2. N|f3 *\n" "pgn"
    (eldoc-mode)
    (eldoc t)
    (let ((text (scoresheet-tests--await
                 (lambda ()
                   (when (buffer-live-p eldoc--doc-buffer)
                     (with-current-buffer eldoc--doc-buffer
                       (let ((text (buffer-substring-no-properties (point-min) (point-max))))
                         (and (string-search "2. Nf3" text) text))))))))
      (should (string-search "3  . . . . .[N]. ." text))
      (should-not (string-search "```" text))
      (should-not (string-search "**" text))
      (should-not (string-search "data:" text)))))

(ert-deftest scoresheet-completion ()
  "A legal move is completed."
  (scoresheet-tests--with "[Event \"Test\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb| *\n" "pgn"
    (completion-at-point)
    (should (string-prefix-p "1. e4 e5 2. Nf3 Nc6 3. Bb5" (scoresheet-tests--movetext)))))

(ert-deftest scoresheet-repair ()
  "A repair is made."
  (scoresheet-tests--with "[Event \"Test\"]\n\n1. e4 e5 2. Nf3 Nc6 3. |Bb6 a6 4. Ba4 *\n" "pgn"
    (let ((action (seq-find (lambda (action) (equal (plist-get action :title) "Write Bb5"))
                            (eglot-code-actions (point) (+ (point) 3)))))
      (should action)
      (eglot-execute (eglot-current-server) action)
      (should (equal "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *" (scoresheet-tests--movetext))))))

(ert-deftest scoresheet-format ()
  "A file is formatted."
  (scoresheet-tests--with "[Event \"Test\"]\n\n1.e4   e5 2.Nf3 *\n" "pgn"
    (eglot-format-buffer)
    (should (string-search "[Round \"?\"]" (buffer-string)))
    (should (equal "1. e4 e5 2. Nf3 *" (scoresheet-tests--movetext)))))

(ert-deftest scoresheet-outline ()
  "The menu of games is the server's."
  (scoresheet-tests--with "[White \"Anna\"]\n[Black \"Otto\"]\n\n1. e4 *\n" "pgn"
    (should (string-search "Anna" (format "%S" (funcall imenu-create-index-function))))))

(ert-deftest scoresheet-moves ()
  "Ways through a game."
  (dolist (case '((scoresheet-next-move "1. |e4 e5 (1... c5) 2. Nf3 *" "1. e4 |e5 (1... c5) 2. Nf3 *")
                  (scoresheet-next-move "1. e4 |e5 (1... c5) 2. Nf3 *" "1. e4 e5 (1... c5) 2. |Nf3 *")
                  (scoresheet-previous-move "1. e4 e5 (1... |c5) *" "1. |e4 e5 (1... c5) *")
                  (scoresheet-previous-move "1. |e4 e5 *" "|1. e4 e5 *")
                  (scoresheet-into-variation "1. |e4 e5 2. Nf3 Nc6 (2... d6) *" "1. e4 e5 2. Nf3 Nc6 (2... |d6) *")
                  (scoresheet-into-variation "1. e4 e5 (1... |c5) (1... e6) *" "1. e4 e5 (1... c5) (1... |e6) *")
                  (scoresheet-out-of-variation "1. e4 e5 (1... c5 2. |Nf3) *" "1. e4 |e5 (1... c5 2. Nf3) *")))
    (scoresheet-tests--with (nth 1 case) "pgn"
      (funcall (nth 0 case))
      (should (equal (nth 2 case) (scoresheet-tests--with-point))))))

(ert-deftest scoresheet-no-move ()
  "Where no way leads on, that is said."
  (scoresheet-tests--with "1. e4 |e5 *\n" "pgn"
    (should-error (scoresheet-next-move) :type 'user-error)
    (should-error (scoresheet-into-variation) :type 'user-error)
    (should-error (scoresheet-out-of-variation) :type 'user-error)))

(ert-deftest scoresheet-games ()
  "Games are what Emacs calls defuns."
  (scoresheet-tests--with "[Event \"A\"]\n\n1. e4 *\n\n[Event \"B\"]\n\n1. |d4 *\n\n[Event \"C\"]\n\n1. c4 *\n" "pgn"
    (beginning-of-defun)
    (should (looking-at-p (rx "[Event \"B\"]")))
    (beginning-of-defun)
    (should (looking-at-p (rx "[Event \"A\"]")))
    (end-of-defun)
    (should (looking-back (rx "1. e4 *" (? "\n")) (point-min)))
    (search-forward "d4")
    (mark-defun)
    (should (string-prefix-p "[Event \"B\"]\n\n1. d4 *"
                             (string-trim-left (buffer-substring-no-properties (region-beginning) (region-end)))))
    (should-not (string-search "c4" (buffer-substring-no-properties (region-beginning) (region-end))))))

(ert-deftest scoresheet-play-moves ()
  "Moves are written into the game."
  (scoresheet-tests--with "1. e4 |e5 *\n" "pgn"
    (scoresheet-play "Nf3")
    (should (equal "1. e4 e5 2. Nf3| *\n" (scoresheet-tests--with-point)))
    (scoresheet-previous-move)
    (scoresheet-play "f2f4")
    (should (equal "1. e4 e5 2. Nf3 (2. f4|) *\n" (scoresheet-tests--with-point)))
    (should-error (scoresheet-play "Ke4") :type 'user-error)))

(defun scoresheet-tests--board ()
  "The text of the board's buffer, once point has been followed."
  (scoresheet-board--follow)
  (with-current-buffer "*scoresheet board*"
    (buffer-substring-no-properties (point-min) (point-max))))

(ert-deftest scoresheet-board-follows ()
  "The board shows the position at point."
  (scoresheet-tests--with "1. |e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 {[%cal Gb1c3][%csl Re5]} 3. Bb5 *\n" "pgn"
    (let ((window (selected-window)))
      (scoresheet-board)
      (should (eq window (selected-window))))
    (unwind-protect
        (progn
          (scoresheet-tests--await
           (lambda () (string-prefix-p "1. e4\n 8  ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜ \n" (scoresheet-tests--board))))
          (search-forward "exf4")
          (scoresheet-tests--await
           (lambda () (string-prefix-p "2... exf4, in a variation\n" (scoresheet-tests--board))))
          (search-forward "Nc6")
          (scoresheet-tests--await
           (lambda () (string-search "b1 → c3\nNext: 3. Bb5" (scoresheet-tests--board))))
          (with-current-buffer "*scoresheet board*"
            (goto-char (point-min))
            ;; Line 6 is the fifth rank of the diagram, and e5 the fifth square of it.
            (forward-line 4)
            (forward-char (+ 3 (* 3 4) 1))
            (should (equal '(scoresheet-black-piece scoresheet-red) (get-text-property (point) 'face))))
          (scoresheet-flip)
          (scoresheet-tests--await
           (lambda () (string-search " h  g  f  e  d  c  b  a" (scoresheet-tests--board)))))
      (scoresheet-flip)
      (scoresheet-board))
    (should-not (get-buffer-window "*scoresheet board*"))))

(ert-deftest scoresheet-annotations ()
  "Signs, comments and marks are written and taken away."
  (scoresheet-tests--with "1. e4 e5| *\n" "pgn"
    (scoresheet-annotate-sign "!")
    (should (equal "1. e4 e5| $1 *\n" (scoresheet-tests--with-point)))
    (scoresheet-annotate-sign "?!")
    (scoresheet-annotate-sign "$16")
    (should (equal "1. e4 e5 $6 $16 *" (scoresheet-tests--movetext)))
    (scoresheet-annotate-sign "?!")
    (scoresheet-annotate-sign "16")
    (scoresheet-annotate-comment "at last")
    (should (equal "1. e4 e5 {at last} *" (scoresheet-tests--movetext)))
    (should (equal "at last" (scoresheet-annotate--words (scoresheet-request-board))))
    (scoresheet-annotate-comment "")
    (scoresheet-annotate-marks "g1f3, Re5")
    (should (string-search "[%cal Gg1f3]" (scoresheet-tests--movetext)))
    (should (string-search "[%csl Re5]" (scoresheet-tests--movetext)))
    (should-error (scoresheet-annotate-marks "e9") :type 'user-error)
    (should-error (scoresheet-annotate-sign "x") :type 'user-error)))

(defun scoresheet-tests--press (key)
  "Call the command of KEY in this buffer, as pressing it does."
  (let ((last-command-event (aref (key-parse key) 0)))
    (call-interactively (key-binding (key-parse key)))))

(ert-deftest scoresheet-board-keys ()
  "Keys on the board act on the game."
  (scoresheet-tests--with "1. |e4 e5 (1... c5 2. Nf3) 2. Nf3 *\n" "pgn"
    (buffer-enable-undo)
    (let ((game (current-buffer)))
      (scoresheet-board)
      (scoresheet-tests--await (lambda () (string-prefix-p "1. e4\n" (scoresheet-tests--board))))
      (scoresheet-enter-board)
      (unwind-protect
          (progn
            (should (derived-mode-p 'scoresheet-board-mode))
            (scoresheet-tests--press "n")
            (scoresheet-tests--press "v")
            (undo-boundary)
            (scoresheet-tests--press "3")
            (with-current-buffer game
              (should (equal "1. e4 e5 (1... c5 $3 2. Nf3) 2. Nf3 *" (scoresheet-tests--movetext)))
              (undo-boundary))
            (scoresheet-tests--await
             (lambda () (string-prefix-p "1... c5, in a variation\n" (buffer-string))))
            (scoresheet-tests--press "C-/")
            (with-current-buffer game
              (should (equal "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *" (scoresheet-tests--movetext))))
            (scoresheet-tests--press "u")
            (scoresheet-tests--press "f")
            (scoresheet-tests--await (lambda () (string-search " h  g  f  e  d  c  b  a" (buffer-string)))))
        (scoresheet-tests--press "f")
        (scoresheet-tests--press "q")))
    (should-not (get-buffer-window "*scoresheet board*"))))

(defconst scoresheet-tests--games
  "[Event \"Reykjavik\"]
[White \"Spassky\"]
[Black \"Fischer\"]
[Date \"1972.07.11\"]
[WhiteElo \"2660\"]
[BlackElo \"2785\"]
[Result \"0-1\"]

1. d4 Nf6 2. c4 e6 3. Nf3 |d5 0-1

[Event \"Reykjavik\"]
[White \"Fischer\"]
[Black \"Spassky\"]
[Date \"1972.07.23\"]
[Result \"1-0\"]

1. c4 e6 2. Nf3 d5 3. d4 {♘} Nf6 1-0

[Event \"Moscow\"]
[White \"Tal\"]
[Black \"Bronstein\"]
[Result \"1/2-1/2\"]

1. d4 d5 2. c4 e6 3. Nf3 1/2-1/2
"
  "Some games that reach the same position.")

(defun scoresheet-tests--explorer ()
  "The lines of the explorer with one space between columns, once point has been followed."
  (when (derived-mode-p 'scoresheet-pgn-mode)
    (scoresheet-explorer--follow))
  (with-current-buffer scoresheet-explorer--name
    (mapcar (lambda (line) (string-trim (replace-regexp-in-string (rx (+ space)) " " line)))
            (split-string (buffer-substring-no-properties (point-min) (point-max)) "\n" t))))

(defun scoresheet-tests--await-line (line)
  "Wait until the explorer has LINE."
  (scoresheet-tests--await (lambda () (member line (scoresheet-tests--explorer)))))

(ert-deftest scoresheet-explorer-follows ()
  "The explorer counts what was played, plays a move, and lists games."
  (scoresheet-tests--with scoresheet-tests--games "pgn"
    (let ((scoresheet-scope 'document)
          (game (current-buffer)))
      (goto-char (point-min))
      (scoresheet-explorer)
      (unwind-protect
          (progn
            (scoresheet-tests--await-line "d4 2 67 % 50 50 25 % 2660 1972")
            (scoresheet-tests--await-line "All 3 100 % 33 34 33 50 % 2660 1972")
            (search-forward "c4 e6 3. Nf3 d5")
            ;; By whatever moves the position was reached.
            (backward-char 3)
            (scoresheet-tests--await-line "d5 1 100 % 100 0 % 2785 1972")
            (with-selected-window (scoresheet-explorer--window)
              (scoresheet-tests--press "RET"))
            (should (looking-back (rx "3. Nf3 d5") (line-beginning-position)))
            (scoresheet-tests--await-line "All 2 100 % 50 50 50 % 2660 1972")
            (setq scoresheet-scope 'document)
            (scoresheet-choose-filter "result = 1-0")
            (scoresheet-tests--await-line "All 1 100 % 100 100 % 1972")
            (scoresheet-choose-filter "")
            (scoresheet-tests--await-line "All 2 100 % 50 50 50 % 2660 1972")
            (with-selected-window (scoresheet-explorer--window)
              (goto-char (point-min))
              (save-window-excursion
                (scoresheet-tests--press "o")))
            (with-current-buffer "*xref*"
              (should (string-search "Spassky – Fischer, Reykjavik, 1972.07.11, 0-1: 3... d5" (buffer-string)))
              (should (string-search "Fischer – Spassky, Reykjavik, 1972.07.23, 1-0: 3... Nf6" (buffer-string))))
            (should (buffer-live-p game)))
        (scoresheet-explorer))
      (should-not (scoresheet-explorer--window)))))

(ert-deftest scoresheet-searches ()
  "Searches list games with their places, and explain what does not read."
  (scoresheet-tests--with scoresheet-tests--games "pgn"
    (let ((scoresheet-scope 'document))
      (save-window-excursion
        (scoresheet-search "event = Reykjavik"))
      (with-current-buffer "*xref*"
        (goto-char (point-min))
        (search-forward "Fischer – Spassky")
        (should (string-match-p (rx "11:" (* space) "Fischer – Spassky, Reykjavik, 1972.07.23, 1-0")
                                (buffer-substring (line-beginning-position) (line-end-position)))))
      (save-window-excursion
        (goto-char (point-min))
        (search-forward "Nf3 d5")
        (scoresheet-search-position))
      (with-current-buffer "*xref*"
        (should (string-search "3... d5" (buffer-string)))
        (should (string-search "3... Nf6" (buffer-string))))
      (should (string-search "term; did you mean event?"
                             (cadr (should-error (scoresheet-search "evnt = Moscow") :type 'user-error))))
      (should-error (scoresheet-search "event = Nowhere") :type 'user-error)
      (should (member "plies > 2 and castling" (scoresheet-collection--completions "plies > 2 and castl"))))))

(defun scoresheet-tests--table ()
  "The names of White in the table of games."
  (with-current-buffer "*scoresheet games*"
    (mapcar (lambda (game) (plist-get game :white)) scoresheet-games--games)))

(ert-deftest scoresheet-games-table ()
  "The table of games sorts, filters, opens, copies and deletes games."
  (scoresheet-tests--with scoresheet-tests--games "pgn"
    (let ((scoresheet-scope 'document)
          (game (current-buffer)))
      (scoresheet-games)
      (unwind-protect
          (progn
            (should (derived-mode-p 'scoresheet-games-mode))
            (should (equal '("Spassky" "Fischer" "Tal") (scoresheet-tests--table)))
            (scoresheet-games-sort "white")
            (should (equal '("Fischer" "Spassky" "Tal") (scoresheet-tests--table)))
            (scoresheet-games-sort "white")
            (should (equal '("Tal" "Spassky" "Fischer") (scoresheet-tests--table)))
            (scoresheet-games-filter "result = 1-0")
            (should (equal '("Fischer") (scoresheet-tests--table)))
            (scoresheet-games-filter "")
            (goto-char (point-min))
            (forward-line 2)
            (scoresheet-tests--press "w")
            (should (string-prefix-p "[Event \"Reykjavik\"]\n[White \"Fischer\"]" (current-kill 0)))
            (should (string-suffix-p "Nf6 1-0\n" (current-kill 0)))
            ;; The game is found where it is now.
            (with-current-buffer game
              (goto-char (point-min))
              (insert "; one\n"))
            (save-window-excursion
              (scoresheet-tests--press "RET")
              (should (eq game (current-buffer)))
              (should (looking-at-p (rx "[Event \"Reykjavik\"]\n[White \"Fischer\"]"))))
            (cl-letf (((symbol-function 'yes-or-no-p) #'ignore))
              (scoresheet-tests--press "d"))
            (should (equal 3 (length (scoresheet-tests--table))))
            (cl-letf (((symbol-function 'yes-or-no-p) #'always))
              (scoresheet-tests--press "d"))
            (should (equal '("Tal" "Spassky") (scoresheet-tests--table)))
            (with-current-buffer game
              (should-not (string-search "c4 e6 2. Nf3 d5 3. d4" (buffer-string)))
              (should (string-search "d5 0-1\n\n[Event \"Moscow\"]" (buffer-string)))))
        (kill-buffer "*scoresheet games*")))))

(ert-deftest scoresheet-position ()
  "The position is copied."
  (scoresheet-tests--with "1. |e4 e5 *\n" "pgn"
    (scoresheet-copy-fen)
    (should (equal "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1" (current-kill 0)))))

(ert-deftest scoresheet-colours ()
  "Games are coloured."
  (scoresheet-tests--with "[Event \"A\"]\n[Annotator \"B\"]\n\n1. e4 {good [%clk 0:01:00]} e5 (1... c5) $1 1-0\n" "pgn"
    (font-lock-ensure)
    (dolist (case '(("Event" . font-lock-keyword-face)
                    ("Annotator" . font-lock-property-name-face)
                    ("\"A\"" . font-lock-string-face)
                    ("1." . font-lock-number-face)
                    ("e4" . font-lock-function-name-face)
                    ("good" . font-lock-comment-face)
                    ("%clk" . (font-lock-constant-face font-lock-comment-face))
                    ("c5" . font-lock-variable-name-face)
                    ("$1" . font-lock-builtin-face)
                    ("1-0" . font-lock-constant-face)))
      (goto-char (point-min))
      (search-forward (car case))
      (should (equal (cons (car case) (cdr case))
                     (cons (car case) (get-text-property (match-beginning 0) 'face)))))))

(ert-deftest scoresheet-records ()
  "Records are served, too."
  (scoresheet-tests--with "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e5; id \"x\";\n" "epd"
    (flymake-mode)
    (flymake-start)
    (scoresheet-tests--await #'flymake-diagnostics)
    (font-lock-ensure)
    (search-forward "bm")
    (should (eq 'font-lock-property-name-face (get-text-property (match-beginning 0) 'face)))))

(add-hook 'kill-emacs-hook
          (lambda ()
            ;; While Emacs ends, nobody hears any more that the process has.
            (ignore-errors (eglot-shutdown-all))))
(defun scoresheet-tests--visible ()
  "The text that study mode does not hide."
  (let ((text ""))
    (dotimes (offset (buffer-size))
      (unless (eq (get-char-property (+ (point-min) offset) 'invisible) 'scoresheet-study)
        (setq text (concat text (string (char-after (+ (point-min) offset)))))))
    text))

(defconst scoresheet-tests--studied
  "[Event \"Test\"]\n[Result \"1-0\"]\n\n1. |e4 e5 2. Nf3 (2. f4) 2... Nc6 1-0\n"
  "A game to be studied.")

(ert-deftest scoresheet-study ()
  "What follows is hidden, and guessed."
  (scoresheet-tests--with scoresheet-tests--studied "pgn"
    (flymake-mode)
    (scoresheet-study-mode)
    (scoresheet-tests--await (lambda () (equal (scoresheet-tests--visible) "[Event \"Test\"]\n[Result \"\"]\n\n1. e4\n")))
    (should-not flymake-mode)
    (should (equal [] (plist-get (scoresheet-study-without-answers (scoresheet-request-board)) :next)))
    (scoresheet-guess "e5")
    (run-hooks 'post-command-hook)
    (scoresheet-tests--await (lambda () (string-suffix-p "1. e4 e5\n" (scoresheet-tests--visible))))
    (scoresheet-guess "Bc4")
    (should (looking-at-p "e5"))
    (should (equal "The piece on g1 moves" (scoresheet-hint)))
    (should (equal "g1f3 is right; 1 of 2 at the first try" (scoresheet-guess "g1f3")))
    (should (equal "The move is Nc6; 1 of 3 at the first try" (scoresheet-solution)))
    (should-error (scoresheet-guess "e4") :type 'user-error)
    (scoresheet-study-mode -1)
    (should flymake-mode)
    (should (string-search "1-0\n" (scoresheet-tests--visible)))))

(ert-deftest scoresheet-study-records ()
  "The best moves of records are hidden, and guessed."
  (scoresheet-tests--with
      (concat "|rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - bm Qh4#; id \"mate\";\n"
              "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - pv Qh4#; id \"line\";\n")
      "epd"
    (scoresheet-study-mode)
    (should-not (string-search "Qh4" (scoresheet-tests--visible)))
    (let ((board (scoresheet-study-without-answers (scoresheet-request-board))))
      (should (equal '([] []) (list (plist-get board :next) (plist-get board :arrows)))))
    (scoresheet-guess "g5")
    (should (equal "Qh4 is right; 0 of 1 at the first try" (scoresheet-guess "Qh4")))
    (should (= 2 (line-number-at-pos)))
    (should (equal "d8h4 is right; 1 of 2 at the first try" (scoresheet-guess "d8h4")))))

(ert-deftest scoresheet-study-elsewhere ()
  "Only games and records are studied."
  (with-temp-buffer
    (should-error (scoresheet-study-mode) :type 'user-error)
    (should-not scoresheet-study-mode)))

(ert-deftest scoresheet-autoplay ()
  "A game is played through to its end, unless the user goes elsewhere."
  (scoresheet-tests--with scoresheet-tests--studied "pgn"
    (let ((scoresheet-autoplay-seconds 0.01))
      (scoresheet-autoplay)
      (scoresheet-tests--await (lambda () (not scoresheet-autoplay--timer)))
      (should (looking-at-p "Nc6"))
      (goto-char (point-min))
      (scoresheet-autoplay)
      (goto-char (point-max))
      (scoresheet-tests--await (lambda () (not scoresheet-autoplay--timer)))
      (should (eobp))
      (scoresheet-autoplay)
      (should scoresheet-autoplay--timer)
      (scoresheet-autoplay)
      (should-not scoresheet-autoplay--timer))))


;;; scoresheet-tests.el ends here
