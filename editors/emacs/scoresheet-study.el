;;; scoresheet-study.el --- Hide what follows, guess it, play games through -*- lexical-binding: t; -*-

;; Copyright (C) 2026 The Scoresheet authors
;; SPDX-License-Identifier: GPL-3.0-or-later

;;; Commentary:

;; Study mode hides the moves after point and the tags that tell the result, and in EPD files the best moves; guesses
;; are compared with the game, or with the record.  Games can also be played through.

;;; Code:

(require 'flymake)
(require 'scoresheet-move)
(require 'scoresheet-request)

(defcustom scoresheet-autoplay-seconds 2
  "The time between two moves of a game that is played through, in seconds."
  :group 'scoresheet
  :type 'number)

(defconst scoresheet-study--telling
  (rx bol (* blank) "[" (* blank)
      (or "Result" "ECO" "NIC" "Opening" "Variation" "SubVariation" "Termination" "PlyCount" "WhiteRatingDiff"
          "BlackRatingDiff")
      (+ blank) "\"" (group (* (not (any "\"\n")))) "\"")
  "Tags that tell the result or the moves.")

(defconst scoresheet-study--record
  (rx bol (* blank) (not (any "#\n" blank)) (* (not (any " \t\n")))
      (= 3 (+ blank) (+ (not (any " \t\n")))) (+ blank) (group (+ nonl)))
  "A record of an EPD file, with its operations.")

(defvar-local scoresheet-study--overlays nil
  "What hides the text.")

(defvar-local scoresheet-study--asked nil
  "Point and the state of the text when the last request was sent.")

(defvar-local scoresheet-study--failed nil
  "The last position in which a guess was wrong, or help was needed, in FEN.")

(defvar-local scoresheet-study--right 0
  "How many moves were guessed at the first try.")

(defvar-local scoresheet-study--guessed 0
  "How many moves were guessed.")

(defvar-local scoresheet-study--had nil
  "The minor modes that were on, and tell what comes.")

(defvar scoresheet-study-mode)
(declare-function scoresheet-board--follow "scoresheet-board" ())
(defvar scoresheet-board--asked)
(defvar eglot-inlay-hints-mode)

(defun scoresheet-study--hide (from to)
  "Hide the text between FROM and TO."
  (when (< from to)
    (let ((overlay (make-overlay from to)))
      (overlay-put overlay 'invisible 'scoresheet-study)
      (push overlay scoresheet-study--overlays))))

(defun scoresheet-study--show ()
  "Show everything."
  (mapc #'delete-overlay scoresheet-study--overlays)
  (setq scoresheet-study--overlays nil))

(defun scoresheet-study--hide-matches (pattern from to)
  "Hide the first group of each match of PATTERN between FROM and TO."
  (save-excursion
    (goto-char from)
    (while (re-search-forward pattern to t)
      (scoresheet-study--hide (match-beginning 1) (match-end 1)))))

(defun scoresheet-study--position (place)
  "The position in the buffer of PLACE in an answer."
  (car (eglot-range-region (list :start place :end place))))

(defun scoresheet-study--draw-game (board game)
  "Hide what follows the last move of BOARD in GAME, an answer about the same text."
  (scoresheet-study--show)
  (let* ((last (plist-get board :lastMove))
         (from (scoresheet-study--position
                (if last (plist-get (plist-get last :range) :end) (plist-get game :start))))
         (range (eglot-range-region (plist-get game :range)))
         ;; The next game stays on its own line.
         (to (save-excursion
               (goto-char (cdr range))
               (skip-chars-backward " \t\r\n")
               (point))))
    (scoresheet-study--hide-matches scoresheet-study--telling (car range) from)
    (scoresheet-study--hide from to)))

(defun scoresheet-study--draw ()
  "Hide what follows point, once the server has told where that is."
  (let ((place (list (point) (buffer-chars-modified-tick))))
    (unless (equal place scoresheet-study--asked)
      (setq scoresheet-study--asked place)
      (if (derived-mode-p 'scoresheet-epd-mode)
          (progn
            (scoresheet-study--show)
            (scoresheet-study--hide-matches scoresheet-study--record (point-min) (point-max)))
        (let ((params (scoresheet-request-params)))
          (scoresheet-request-async
           :scoresheet/board params
           (lambda (board)
             (scoresheet-request-async
              :scoresheet/game (append params (list :limit 1))
              (lambda (game)
                (cond ((not (and scoresheet-study-mode (equal place scoresheet-study--asked))))
                      ;; The text has changed meanwhile: the next command sends new requests.
                      ((or (eq board 'failed) (eq game 'failed)) (setq scoresheet-study--asked nil))
                      ((and board game) (scoresheet-study--draw-game board game))))))))))))

(defun scoresheet-study-follow ()
  "Follow point where this buffer is studied, and no command has moved it."
  (when scoresheet-study-mode
    (scoresheet-study--draw)))

(defun scoresheet-study--after-command ()
  "Follow point.  It may go into hidden text, which is then shown."
  (setq disable-point-adjustment t)
  (scoresheet-study--draw))

;;;###autoload
(define-minor-mode scoresheet-study-mode
  "Hide the moves after point, and the tags that tell the result.
In an EPD file, hide the operations of the records.  Each move that
point goes to is shown; \\[scoresheet-guess] compares a move of yours
with the game."
  :lighter " Study"
  :group 'scoresheet
  (cond ((not scoresheet-study-mode)
         (remove-hook 'post-command-hook #'scoresheet-study--after-command t)
         (scoresheet-study--show)
         (remove-from-invisibility-spec 'scoresheet-study)
         (dolist (mode scoresheet-study--had)
           (funcall mode 1)))
        ((not (derived-mode-p 'scoresheet-pgn-mode 'scoresheet-epd-mode))
         (setq scoresheet-study-mode nil)
         (user-error "Only games and records can be studied"))
        (t
         (setq scoresheet-study--asked nil
               scoresheet-study--failed nil
               scoresheet-study--right 0
               scoresheet-study--guessed 0
               scoresheet-study--had nil)
         ;; Findings and hints in the hidden text would tell what comes.
         (dolist (mode '(flymake-mode eglot-inlay-hints-mode))
           (when (and (boundp mode) (symbol-value mode))
             (push mode scoresheet-study--had)
             (funcall mode -1)))
         (add-to-invisibility-spec 'scoresheet-study)
         (add-hook 'post-command-hook #'scoresheet-study--after-command nil t)
         (scoresheet-study--draw)))
  (when (featurep 'scoresheet-board)
    (setq scoresheet-board--asked nil)
    (scoresheet-board--follow)))

(defun scoresheet-study-without-answers (board)
  "Return BOARD as study mode has it: without what follows.
In a record its arrows are the best moves, and go, too."
  (if (and board scoresheet-study-mode)
      (let ((shown (plist-put (copy-sequence board) :next [])))
        (if (derived-mode-p 'scoresheet-epd-mode)
            (plist-put shown :arrows [])
          shown))
    board))

(defun scoresheet-study--bare (move)
  "Return MOVE without signs."
  (let ((bare (replace-regexp-in-string "[+#!?=]" "" move)))
    (pcase bare
      ("0-0" "O-O")
      ("0-0-0" "O-O-O")
      (_ bare))))

(defun scoresheet-study--uci (board move)
  "Return the legal move on BOARD that MOVE means, in UCI notation, or nil."
  (let ((wanted (scoresheet-study--bare move)))
    (plist-get (seq-find (lambda (legal)
                           (or (equal (scoresheet-study--bare (plist-get legal :san)) wanted)
                               (equal (plist-get legal :uci) move)))
                         (plist-get board :legalMoves))
               :uci)))

(defun scoresheet-study--solutions (board)
  "List what is right on BOARD, in UCI notation.
That is the move of the game, or the best ones of the record."
  (if (derived-mode-p 'scoresheet-epd-mode)
      (let* ((game (scoresheet-request :scoresheet/game (append (scoresheet-request-params) (list :limit 1))))
             (operand (lambda (opcode)
                        (plist-get (seq-find (lambda (tag) (equal (plist-get tag :name) opcode))
                                             (plist-get game :tags))
                                   :value)))
             (best (funcall operand "bm"))
             (line (funcall operand "pv")))
        (delq nil (mapcar (lambda (move) (scoresheet-study--uci board move))
                          (if best
                              (split-string best "[ ,]+" t)
                            (take 1 (split-string (or line "") "[ ,]+" t))))))
    (let ((next (car (scoresheet-move--following board))))
      (and next (delq nil (list (scoresheet-study--uci board (plist-get next :text))))))))

(defun scoresheet-study--board ()
  "The board at point, and what is right there, as a pair."
  (let* ((board (scoresheet-request-board))
         (solutions (and board (scoresheet-study--solutions board))))
    (unless solutions
      (user-error "No move is to be found here"))
    (cons board solutions)))

(defun scoresheet-study--count (board is-right)
  "Count a guess on BOARD, which may be IS-RIGHT."
  (let ((fen (plist-get board :fen)))
    (cond ((not is-right) (setq scoresheet-study--failed fen))
          (t (setq scoresheet-study--guessed (1+ scoresheet-study--guessed))
             (unless (equal fen scoresheet-study--failed)
               (setq scoresheet-study--right (1+ scoresheet-study--right)))
             (setq scoresheet-study--failed nil)))))

(defun scoresheet-study--advance ()
  "Go to the move that was guessed, or to the next record."
  (if (derived-mode-p 'scoresheet-epd-mode)
      (forward-line)
    (scoresheet-next-move)))

(defun scoresheet-study--score ()
  "Tell how much was guessed at the first try."
  (if scoresheet-study-mode
      (format "; %d of %d at the first try" scoresheet-study--right scoresheet-study--guessed)
    ""))

;;;###autoload
(defun scoresheet-guess (move)
  "Compare MOVE with the one that was played, and go there if it is right.
In an EPD file, compare it with the best moves of the record."
  (interactive (list (completing-read "Your move: " (mapcar (lambda (legal) (plist-get legal :san))
                                                            (plist-get (scoresheet-request-board) :legalMoves)))))
  (pcase-let* ((`(,board . ,solutions) (scoresheet-study--board))
               (guess (scoresheet-study--uci board move)))
    (cond ((not guess) (user-error "%s cannot be played here" move))
          ((member guess solutions)
           (scoresheet-study--count board t)
           (scoresheet-study--advance)
           (message "%s is right%s" move (scoresheet-study--score)))
          (t
           (scoresheet-study--count board nil)
           (message "%s is not the move" move)))))

;;;###autoload
(defun scoresheet-hint ()
  "Tell the piece of the next move."
  (interactive)
  (pcase-let ((`(,board ,move . ,_) (scoresheet-study--board)))
    (scoresheet-study--count board nil)
    (message (if (string-match-p "@" move) "A piece is dropped: %s" "The piece on %s moves") (substring move 0 2))))

;;;###autoload
(defun scoresheet-solution ()
  "Show the move that was to be guessed, and go on."
  (interactive)
  (pcase-let* ((`(,board . ,solutions) (scoresheet-study--board))
               (names (mapcar (lambda (uci)
                                (plist-get (seq-find (lambda (legal) (equal (plist-get legal :uci) uci))
                                                     (plist-get board :legalMoves))
                                           :san))
                              solutions)))
    (scoresheet-study--count board nil)
    (scoresheet-study--count board t)
    (scoresheet-study--advance)
    (message "The move is %s%s" (string-join names " or ") (scoresheet-study--score))))

(defvar scoresheet-autoplay--timer nil
  "The timer that makes the next move, while a game is played through.")

(defun scoresheet-autoplay--stop ()
  "Stop to play a game through."
  (when scoresheet-autoplay--timer
    (cancel-timer scoresheet-autoplay--timer)
    (setq scoresheet-autoplay--timer nil)))

(defun scoresheet-autoplay--step (window place)
  "Go to the next move in WINDOW, if its point is still at PLACE."
  (setq scoresheet-autoplay--timer nil)
  (when (and (window-live-p window)
             (equal place (list (window-buffer window) (window-point window))))
    (with-selected-window window
      (condition-case nil
          (progn
            (scoresheet-next-move)
            (scoresheet-study-follow)
            (when (featurep 'scoresheet-board)
              (scoresheet-board--follow))
            (scoresheet-autoplay--wait window))
        (user-error (message "The line ends here"))))))

(defun scoresheet-autoplay--wait (window)
  "Make the next move in WINDOW after a while."
  (setq scoresheet-autoplay--timer
        (run-with-timer scoresheet-autoplay-seconds nil #'scoresheet-autoplay--step window
                        (list (window-buffer window) (window-point window)))))

;;;###autoload
(defun scoresheet-autoplay ()
  "Play the game through from point, or stop.
It also stops at the end of the line, and when you move point."
  (interactive)
  (if scoresheet-autoplay--timer
      (scoresheet-autoplay--stop)
    (scoresheet-autoplay--wait (selected-window))))

(provide 'scoresheet-study)
;;; scoresheet-study.el ends here
