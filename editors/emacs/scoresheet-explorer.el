;;; scoresheet-explorer.el --- What was played in the position at point -*- lexical-binding: t; -*-

;; Copyright (C) 2026 The Scoresheet authors
;; SPDX-License-Identifier: GPL-3.0-or-later

;;; Commentary:

;; A window with the moves that were played in the position at point, which follows point: games, share, results,
;; score, rating and last year.

;;; Code:

(require 'cl-lib)
(require 'scoresheet-collection)
(require 'scoresheet-edit)
(require 'scoresheet-move)
(require 'tabulated-list)

(defface scoresheet-bar-white '((t :background "#e8e8e8" :foreground "black")) "Games that White won." :group 'scoresheet)
(defface scoresheet-bar-draw '((t :background "#8a8a8a" :foreground "black")) "Drawn games." :group 'scoresheet)
(defface scoresheet-bar-black '((t :background "#3a3a3a" :foreground "white")) "Games that Black won." :group 'scoresheet)

(defconst scoresheet-explorer--bar 24
  "The width of the bar of results in columns.")

(defconst scoresheet-explorer--height 12
  "The height of the window in lines.")

(defconst scoresheet-explorer--delay 0.05
  "The idle time before the explorer follows point, in seconds.")

(defconst scoresheet-explorer--name "*scoresheet explorer*"
  "The name of the buffer.")

(defvar scoresheet-explorer--timer nil
  "The timer that follows point.")

(defvar scoresheet-explorer--place nil
  "The last place that was looked at: buffer, point and state of the text.")

(defvar scoresheet-explorer--asked nil
  "What the last request was about: buffer, position and state of the text.")

(defvar scoresheet-explorer--source nil
  "The buffer of the game.")

(defvar-keymap scoresheet-explorer-mode-map
  :doc "Keys in the explorer."
  :parent tabulated-list-mode-map
  "RET" #'scoresheet-explorer-play
  "n" #'next-line
  "p" #'previous-line
  "l" #'scoresheet-explorer-back
  "o" #'scoresheet-explorer-list
  "s" #'scoresheet-explorer-scope
  "f" #'scoresheet-explorer-filter
  "q" #'scoresheet-explorer)

(define-derived-mode scoresheet-explorer-mode tabulated-list-mode "Explorer"
  "Major mode for the moves that were played in a position.
\\{scoresheet-explorer-mode-map}"
  (setq tabulated-list-format
        (vector '("Move" 8 nil) '("Games" 9 nil :right-align t) '("Share" 6 nil :right-align t)
                (list "White draw Black" scoresheet-explorer--bar nil)
                '("Score" 6 nil :right-align t) '("Elo" 5 nil :right-align t) '("Last" 5 nil :right-align t))
        tabulated-list-padding 1)
  (tabulated-list-init-header))

(defun scoresheet-explorer--shares (counts width)
  "The widths of the three parts of WIDTH columns for COUNTS."
  (let* ((parts (mapcar (lambda (key) (plist-get counts key)) '(:white :draws :black)))
         (known (apply #'+ parts)))
    (if (= known 0)
        '(0 0 0)
      (let* ((first (round (* width (nth 0 parts)) known))
             (second (- (round (* width (+ (nth 0 parts) (nth 1 parts))) known) first)))
        (list first second (- width first second))))))

(defun scoresheet-explorer--bar (counts)
  "The results of COUNTS as a bar with percentages."
  (apply #'concat
         (cl-mapcar
          (lambda (width percent face)
            (let* ((label (number-to-string percent))
                   (text (if (< (length label) width) label ""))
                   (left (/ (- width (length text)) 2)))
              (propertize (concat (make-string left ?\s) text (make-string (- width left (length text)) ?\s)) 'face face)))
          (scoresheet-explorer--shares counts scoresheet-explorer--bar)
          (scoresheet-explorer--shares counts 100)
          '(scoresheet-bar-white scoresheet-bar-draw scoresheet-bar-black))))

(defun scoresheet-explorer--entry (name counts total)
  "The line with NAME and COUNTS, of TOTAL games."
  (let ((score (plist-get counts :score))
        (text (lambda (value) (if value (format "%s" value) ""))))
    (list counts
          (vector name
                  (scoresheet-collection-number (plist-get counts :games))
                  (if (> total 0) (format "%d %%" (round (* 100.0 (plist-get counts :games)) total)) "")
                  (scoresheet-explorer--bar counts)
                  (if score (format "%d %%" (round (* 100 score))) "")
                  (funcall text (plist-get counts :averageElo))
                  (funcall text (plist-get counts :lastYear))))))

(defun scoresheet-explorer--say (text)
  "Show TEXT alone."
  (with-current-buffer scoresheet-explorer--name
    (setq tabulated-list-entries nil
          mode-line-format (list " " (string-replace "%" "%%" text)))
    (tabulated-list-print)
    (force-mode-line-update)))

(defun scoresheet-explorer--show (explorer)
  "Show EXPLORER, an answer of the server."
  (with-current-buffer scoresheet-explorer--name
    (let* ((total (plist-get explorer :total))
           (games (plist-get total :games))
           (opening (plist-get explorer :opening))
           (moves (mapcar (lambda (move) (scoresheet-explorer--entry (plist-get move :san) move games))
                          (plist-get explorer :moves))))
      (setq tabulated-list-entries
            (append moves (and (> games 0) (list (scoresheet-explorer--entry "All" total games))))
            mode-line-format
            (list " " (string-replace
                       "%" "%%"
                       (concat (and opening (format "%s %s, " (plist-get opening :eco) (plist-get opening :name)))
                               (scoresheet-collection-count games) " in " (scoresheet-collection-scope-words)
                               (and (not (string-empty-p scoresheet-filter)) (concat ": " scoresheet-filter))
                               (and (eq (plist-get explorer :complete) :json-false) " so far")))))
      (tabulated-list-print)
      (goto-char (point-min))
      (dolist (window (get-buffer-window-list nil nil t))
        (set-window-point window (point-min)))
      (force-mode-line-update))))

(defun scoresheet-explorer--window ()
  "The window of the explorer, if it is shown."
  (get-buffer-window scoresheet-explorer--name))

(defun scoresheet-explorer--ask (asked params)
  "Request the counts for ASKED, a position, with the place PARAMS."
  (setq scoresheet-explorer--asked asked)
  (cl-flet ((receive (answer)
              (when (and (equal asked scoresheet-explorer--asked) (scoresheet-explorer--window))
                (cond ((eq answer 'failed)
                       ;; The text has changed, or the filter does not read.
                       (setq scoresheet-explorer--place nil scoresheet-explorer--asked nil)
                       (scoresheet-explorer--say "The games cannot be counted"))
                      (answer (scoresheet-explorer--show answer))
                      (t (scoresheet-explorer--say "The position is a guess; no games are counted"))))))
    (scoresheet-request-stream
     :scoresheet/explorer
     (append params
             (list :scope (scoresheet-collection-scope))
             (and (not (string-empty-p scoresheet-filter)) (list :query scoresheet-filter)))
     #'receive)))

(defun scoresheet-explorer--follow ()
  "Count the games of the position at point, unless that was the last one."
  (let ((place (list (current-buffer) (point) (buffer-chars-modified-tick))))
    (when (and (derived-mode-p 'scoresheet-pgn-mode 'scoresheet-epd-mode)
               (scoresheet-explorer--window)
               (eglot-current-server)
               (not (equal place scoresheet-explorer--place)))
      (setq scoresheet-explorer--place place
            scoresheet-explorer--source (current-buffer))
      (let ((params (scoresheet-request-params)))
        (scoresheet-request-async
         :scoresheet/board params
         (lambda (board)
           (when (equal place scoresheet-explorer--place)
             (let* ((fen (and (listp board) (plist-get board :fen)))
                    (asked (list (nth 0 place) fen (nth 2 place))))
               (cond ((eq board 'failed) (setq scoresheet-explorer--place nil))
                     ((not fen) (scoresheet-explorer--say "No position is known here"))
                     ((not (equal asked scoresheet-explorer--asked)) (scoresheet-explorer--ask asked params)))))))))))

(defun scoresheet-explorer--refresh ()
  "Count again."
  (setq scoresheet-explorer--place nil
        scoresheet-explorer--asked nil)
  (scoresheet-explorer--in-game #'ignore))

(defun scoresheet-explorer--in-game (act)
  "Call ACT in the window of the game, and follow point there."
  (let ((window (and (buffer-live-p scoresheet-explorer--source) (get-buffer-window scoresheet-explorer--source))))
    (unless window
      (user-error "The game is not shown"))
    (with-selected-window window
      (funcall act)
      (scoresheet-explorer--follow))))

(defun scoresheet-explorer--counts ()
  "The move or the sum of the line."
  (or (tabulated-list-get-id) (user-error "No move is on this line")))

(defun scoresheet-explorer-play ()
  "Play the move of the line in the game."
  (interactive nil scoresheet-explorer-mode)
  (let ((move (plist-get (scoresheet-explorer--counts) :uci)))
    (when move
      (scoresheet-explorer--in-game (lambda () (scoresheet-play move))))))

(defun scoresheet-explorer-back ()
  "Go back a move in the game."
  (interactive nil scoresheet-explorer-mode)
  (scoresheet-explorer--in-game #'scoresheet-previous-move))

(defun scoresheet-explorer-list ()
  "List the games of the line: those in which its move follows, or all."
  (interactive nil scoresheet-explorer-mode)
  (let ((move (plist-get (scoresheet-explorer--counts) :uci)))
    (scoresheet-explorer--in-game
     (lambda ()
       (scoresheet-collection-list
        (append (scoresheet-request-params)
                (and move (list :move move))
                (and (not (string-empty-p scoresheet-filter)) (list :query scoresheet-filter))))))))

(defun scoresheet-explorer-scope ()
  "Choose whose games are counted."
  (interactive nil scoresheet-explorer-mode)
  (scoresheet-explorer--in-game (lambda () (call-interactively #'scoresheet-choose-scope))))

(defun scoresheet-explorer-filter ()
  "Count only games that fulfil a query."
  (interactive nil scoresheet-explorer-mode)
  (scoresheet-explorer--in-game (lambda () (call-interactively #'scoresheet-choose-filter))))

;;;###autoload
(defun scoresheet-explorer ()
  "Show what was played in the position at point below the game, or hide it."
  (interactive)
  (if (scoresheet-explorer--window)
      (progn
        (when scoresheet-explorer--timer
          (cancel-timer scoresheet-explorer--timer)
          (setq scoresheet-explorer--timer nil))
        (remove-hook 'scoresheet-collection-changed-hook #'scoresheet-explorer--refresh)
        (delete-window (scoresheet-explorer--window)))
    (with-current-buffer (get-buffer-create scoresheet-explorer--name)
      (unless (derived-mode-p 'scoresheet-explorer-mode)
        (scoresheet-explorer-mode)))
    (display-buffer-in-side-window
     (get-buffer scoresheet-explorer--name)
     `((side . bottom) (window-height . ,scoresheet-explorer--height)))
    (setq scoresheet-explorer--place nil
          scoresheet-explorer--asked nil)
    (add-hook 'scoresheet-collection-changed-hook #'scoresheet-explorer--refresh)
    (unless scoresheet-explorer--timer
      (setq scoresheet-explorer--timer
            (run-with-idle-timer scoresheet-explorer--delay t #'scoresheet-explorer--follow)))
    (scoresheet-explorer--follow)))

(provide 'scoresheet-explorer)
;;; scoresheet-explorer.el ends here
