;;; scoresheet-board.el --- A board that follows point -*- lexical-binding: t; -*-

;; Copyright (C) 2026 The Scoresheet authors
;; SPDX-License-Identifier: GPL-3.0-or-later

;;; Commentary:

;; A side window with the position at point: the last move, the diagram, the opening, and the next moves.

;;; Code:

(require 'scoresheet-annotate)
(require 'scoresheet-diagram)
(require 'scoresheet-edit)
(require 'scoresheet-move)
(require 'scoresheet-request)
(require 'scoresheet-study)

(defcustom scoresheet-board-side 'right
  "The side of the frame for the board."
  :group 'scoresheet
  :type '(choice (const left) (const right) (const top) (const bottom)))

(defconst scoresheet-board--width 30
  "The width of the board window in columns: a diagram with a margin.")

(defconst scoresheet-board--delay 0.03
  "The idle time before the board follows point, in seconds.
It debounces requests while a key is held.")

(defvar scoresheet-board--is-flipped nil
  "Whether Black is at the bottom.")

(defvar scoresheet-board--timer nil
  "The timer that requests the board at point.")

(defvar scoresheet-board--asked nil
  "The place of the last request: buffer, point and state of the text.")

(defvar scoresheet-board--source nil
  "The buffer of the game on the board.")

(defvar-keymap scoresheet-board-mode-map
  :doc "Keys on the board, which act on the game."
  "n" #'scoresheet-board-act
  "p" #'scoresheet-board-act
  "v" #'scoresheet-board-act
  "u" #'scoresheet-board-act
  "RET" #'scoresheet-board-act
  "1" #'scoresheet-board-sign
  "2" #'scoresheet-board-sign
  "3" #'scoresheet-board-sign
  "4" #'scoresheet-board-sign
  "5" #'scoresheet-board-sign
  "6" #'scoresheet-board-sign
  ";" #'scoresheet-board-act
  ":" #'scoresheet-board-act
  "f" #'scoresheet-flip
  "e" #'scoresheet-board-act
  "s" #'scoresheet-board-act
  "g" #'scoresheet-board-act
  "h" #'scoresheet-board-act
  "!" #'scoresheet-board-act
  "SPC" #'scoresheet-board-act
  "<remap> <undo>" #'scoresheet-board-undo
  "C-/" #'scoresheet-board-undo
  "q" #'scoresheet-board)

(defconst scoresheet-board--commands
  '((?n . scoresheet-next-move) (?p . scoresheet-previous-move)
    (?v . scoresheet-into-variation) (?u . scoresheet-out-of-variation)
    (?\r . scoresheet-play) (?\; . scoresheet-annotate-comment) (?: . scoresheet-annotate-marks)
    (?e . scoresheet-explorer) (?s . scoresheet-study-mode) (?g . scoresheet-guess) (?h . scoresheet-hint)
    (?! . scoresheet-solution) (?\s . scoresheet-autoplay))
  "The commands that keys on the board call in the game.")

(define-derived-mode scoresheet-board-mode special-mode "Board"
  "Major mode for the board beside a game.
n and p go to the next and the previous move, v enters a variation and
u leaves it, RET plays a move; 1 to 6 write ! ? !! ?? !? ?!, ; writes
the comment and : arrows and squares; e shows the explorer.
s hides what follows, g guesses the next move, h tells which piece
moves, ! shows the move; SPC plays the game through.
\\{scoresheet-board-mode-map}")

(defun scoresheet-board--in-game (act)
  "Call ACT in the window of the game, and follow point there."
  (let ((window (and (buffer-live-p scoresheet-board--source) (get-buffer-window scoresheet-board--source))))
    (unless window
      (user-error "The game is not shown"))
    (with-selected-window window
      (funcall act)
      (scoresheet-study-follow)
      (scoresheet-board--follow))))

(defun scoresheet-board-act ()
  "Call the command of the key in the game."
  (interactive nil scoresheet-board-mode)
  (let ((command (alist-get last-command-event scoresheet-board--commands)))
    (scoresheet-board--in-game (lambda () (call-interactively command)))))

(defun scoresheet-board-sign ()
  "Write the sign of the key after the move: ! ? !! ?? !? ?! for 1 to 6."
  (interactive nil scoresheet-board-mode)
  (let ((sign (char-to-string last-command-event)))
    (scoresheet-board--in-game (lambda () (scoresheet-annotate-sign sign)))))

(defun scoresheet-board-undo ()
  "Undo the last change of the game."
  (interactive nil scoresheet-board-mode)
  (scoresheet-board--in-game (lambda () (undo-only))))

(defun scoresheet-board--buffer ()
  "The buffer of the board, created on first use."
  (or (get-buffer "*scoresheet board*")
      (with-current-buffer (get-buffer-create "*scoresheet board*")
        (scoresheet-board-mode)
        (setq-local cursor-type nil
                    mode-line-format nil
                    truncate-lines nil
                    truncate-partial-width-windows nil
                    word-wrap t
                    scoresheet-board--asked nil)
        (current-buffer))))

(defun scoresheet-board--numbered (move)
  "MOVE with its number: 4. Nxd4, or 3... exd4."
  (format "%d%s %s" (plist-get move :number) (if (equal (plist-get move :turn) "white") "." "...") (plist-get move :text)))

(defun scoresheet-board--title (board is-record)
  "The first line: the last move of BOARD, and the depth of its variation.
IS-RECORD means that BOARD belongs to a record of an EPD or FEN file."
  (let ((last (plist-get board :lastMove))
        (depth (plist-get board :depth)))
    (concat (cond (last (scoresheet-board--numbered last))
                  (is-record (format "Record %d" (1+ (plist-get board :game))))
                  (t "Start of the game"))
            (cond ((eq depth 1) ", in a variation")
                  ((> depth 1) (format ", %d variations deep" depth)))
            (and (eq (plist-get board :isGuessed) t) " (guessed)"))))

(defun scoresheet-board--clock (seconds)
  "SECONDS as h:mm:ss."
  (let ((whole (floor seconds)))
    (format "%d:%02d:%02d" (/ whole 3600) (mod (/ whole 60) 60) (mod whole 60))))

(defun scoresheet-board--opening (board)
  "The code and the name of the opening of BOARD, and where the line left the book."
  (let ((opening (plist-get board :opening))
        (left (plist-get board :leftBookAt)))
    (when opening
      (format "%s %s%s" (plist-get opening :eco) (plist-get opening :name)
              (if left (format ", left the book at move %d" left) "")))))

(defun scoresheet-board--details (board)
  "The lines below the diagram of BOARD."
  (let* ((evaluation (plist-get board :evaluation))
         (clocks (plist-get board :clocks))
         (white (plist-get clocks :white))
         (black (plist-get clocks :black))
         (next (plist-get board :next)))
    (delq nil
          (append
           (list (scoresheet-board--opening board)
                 (and evaluation (plist-get evaluation :score))
                 (and white (concat "White " (scoresheet-board--clock white)))
                 (and black (concat "Black " (scoresheet-board--clock black))))
           (append (plist-get board :facts) nil)
           (mapcar (lambda (arrow) (format "%s → %s" (plist-get arrow :from) (plist-get arrow :to)))
                   (plist-get board :arrows))
           (list (and (> (length next) 0) (concat "Next: " (mapconcat #'scoresheet-board--numbered next ", "))))))))

(defun scoresheet-board--show (board)
  "Show BOARD, the server's answer about this buffer or nil."
  (let ((is-record (derived-mode-p 'scoresheet-epd-mode))
        (board (scoresheet-study-without-answers board))
        (inhibit-read-only t))
    (with-current-buffer (scoresheet-board--buffer)
      (erase-buffer)
      (cond ((not board) (insert (if is-record "There is no record here." "There is no game here.")))
            ((not (plist-get board :fen))
             (insert (scoresheet-board--title board is-record) "\nThe position is not known here."))
            (t (insert (propertize (scoresheet-board--title board is-record) 'face 'bold) "\n"
                       (scoresheet-diagram board scoresheet-board--is-flipped)
                       (string-join (scoresheet-board--details board) "\n"))))
      (goto-char (point-min)))))

(defun scoresheet-board--window ()
  "The window of the board, if it is shown."
  (let ((buffer (get-buffer "*scoresheet board*")))
    (and buffer (get-buffer-window buffer))))

(defun scoresheet-board--follow ()
  "Request the board at point, unless that was the last request."
  (let ((place (list (current-buffer) (point) (buffer-chars-modified-tick))))
    (when (and (derived-mode-p 'scoresheet-pgn-mode 'scoresheet-epd-mode)
               (scoresheet-board--window)
               (eglot-current-server)
               (not (equal place scoresheet-board--asked)))
      (setq scoresheet-board--asked place
            scoresheet-board--source (current-buffer))
      (scoresheet-request-async
       :scoresheet/board (scoresheet-request-params)
       (lambda (board)
         (cond ((not (equal place scoresheet-board--asked)))
               ;; The text has changed meanwhile: the next command sends a new request.
               ((eq board 'failed) (setq scoresheet-board--asked nil))
               (t (scoresheet-board--show board))))))))

(defun scoresheet-board--close ()
  "Close the board, and stop following point."
  (when scoresheet-board--timer
    (cancel-timer scoresheet-board--timer)
    (setq scoresheet-board--timer nil))
  (when-let ((window (scoresheet-board--window)))
    (delete-window window)))

;;;###autoload
(defun scoresheet-board ()
  "Show the position at point in a window at the side, or hide it."
  (interactive)
  (if (scoresheet-board--window)
      (scoresheet-board--close)
    (display-buffer-in-side-window
     (scoresheet-board--buffer)
     `((side . ,scoresheet-board-side) (window-width . ,scoresheet-board--width) (window-height . 16)
       (window-parameters (no-other-window . t))))
    (setq scoresheet-board--asked nil)
    (unless scoresheet-board--timer
      (setq scoresheet-board--timer
            (run-with-idle-timer scoresheet-board--delay t #'scoresheet-board--follow)))
    (scoresheet-board--follow)))

;;;###autoload
(defun scoresheet-enter-board ()
  "Show the board if need be, and go there, where keys act on the game."
  (interactive)
  (unless (scoresheet-board--window)
    (scoresheet-board))
  (select-window (scoresheet-board--window)))

;;;###autoload
(defun scoresheet-flip ()
  "Flip the board."
  (interactive)
  (setq scoresheet-board--is-flipped (not scoresheet-board--is-flipped)
        scoresheet-board--asked nil)
  (if (derived-mode-p 'scoresheet-board-mode)
      (scoresheet-board--in-game #'ignore)
    (scoresheet-board--follow)))

(provide 'scoresheet-board)
;;; scoresheet-board.el ends here
