;;; scoresheet-games.el --- A table of games -*- lexical-binding: t; -*-

;; Copyright (C) 2026 The Scoresheet authors
;; SPDX-License-Identifier: GPL-3.0-or-later

;;; Commentary:

;; The games of a file, a project or chosen files in a table that the server sorts and filters.

;;; Code:

(require 'scoresheet-collection)
(require 'seq)
(require 'tabulated-list)

(declare-function scoresheet-pgn-mode "scoresheet-mode")

(defvar-local scoresheet-games--source nil
  "The buffer from which the table was opened.")

(defvar-local scoresheet-games--query ""
  "The query that the games fulfil; empty for all.")

(defvar-local scoresheet-games--sort nil
  "The column by which the games are sorted, and whether in descending order.")

(defvar-local scoresheet-games--games nil
  "The games of the table, in its order.")

(defconst scoresheet-games--columns
  '(("white" "White" 22) ("white_elo" "Elo" 5) ("black" "Black" 22) ("black_elo" "Elo" 5) ("result" "Res" 4)
    ("event" "Event" 22) ("round" "Rd" 5) ("date" "Date" 10) ("eco" "ECO" 4) ("plies" "Plies" 5) ("findings" "Find" 6))
  "The columns: the name in the protocol, the title and the width.")

(defvar-keymap scoresheet-games-mode-map
  :doc "Keys in the table of games."
  :parent tabulated-list-mode-map
  "RET" #'scoresheet-games-open
  "f" #'scoresheet-games-filter
  "s" #'scoresheet-games-sort
  "S" #'scoresheet-games-sort
  "w" #'scoresheet-games-copy
  "d" #'scoresheet-games-delete
  "+" #'scoresheet-games-more)

(define-derived-mode scoresheet-games-mode tabulated-list-mode "Games"
  "Major mode for tables of games.
\\{scoresheet-games-mode-map}"
  (setq tabulated-list-padding 1)
  (setq-local revert-buffer-function (lambda (&rest _) (scoresheet-games--read nil))))

(defun scoresheet-games--findings (game)
  "The errors and warnings of GAME, as far as they are known."
  (let ((counts (plist-get game :findings)))
    (string-join
     (delq nil (mapcar (lambda (level)
                         (let ((count (plist-get counts (car level))))
                           (and count (> count 0) (format "%d%s" count (cdr level)))))
                       '((:errors . "E") (:warnings . "W"))))
     " ")))

(defun scoresheet-games--entry (game)
  "The line of GAME."
  (let ((tag (lambda (key)
               (let ((value (plist-get game key)))
                 (if (and value (not (string-match-p (rx bos (+ "?") eos) value))) value "")))))
    (list game
          (vector (funcall tag :white) (funcall tag :whiteElo) (funcall tag :black) (funcall tag :blackElo)
                  (pcase (plist-get game :result) ("1/2-1/2" "½-½") ('nil "") (result result))
                  (funcall tag :event) (funcall tag :round) (funcall tag :date)
                  (or (plist-get (plist-get game :opening) :eco) "")
                  (number-to-string (plist-get game :plies))
                  (scoresheet-games--findings game)))))

(defun scoresheet-games--header ()
  "Name the columns; an arrow is at that by which the games are sorted."
  (setq tabulated-list-format
        (vconcat
         (mapcar (lambda (column)
                   (pcase-let ((`(,name ,title ,width) column))
                     (list (if (equal name (car scoresheet-games--sort))
                               (concat title (if (cdr scoresheet-games--sort) "↓" "↑"))
                             title)
                           width nil)))
                 scoresheet-games--columns)))
  (tabulated-list-init-header))

(defun scoresheet-games--read (is-more)
  "Read the games; if IS-MORE, the page after those that are there."
  (let* ((sort scoresheet-games--sort)
         (params (list :scope (scoresheet-collection-scope)
                       :limit scoresheet-collection-limit
                       :offset (if is-more (length scoresheet-games--games) 0)))
         (query scoresheet-games--query)
         (answer (with-current-buffer scoresheet-games--source
                   (scoresheet-request
                    :scoresheet/search
                    (append (scoresheet-collection-document)
                            params
                            (and (not (string-empty-p query)) (list :query query))
                            (and sort (list :sort (vector (list :column (car sort)
                                                                :descending (if (cdr sort) t :json-false))))))
                    scoresheet-request-patience)))
         (games (append (plist-get answer :games) nil))
         (total (plist-get answer :total)))
    (setq scoresheet-games--games (if is-more (append scoresheet-games--games games) games)
          tabulated-list-entries (mapcar #'scoresheet-games--entry scoresheet-games--games)
          mode-line-format
          (list " " (string-replace
                     "%" "%%"
                     (concat (scoresheet-collection-count total) " in " (scoresheet-collection-scope-words)
                             (and (not (string-empty-p query)) (concat ": " query))
                             (and (< (length scoresheet-games--games) total)
                                  (format ", the first %d; + reads more" (length scoresheet-games--games)))))))
    (scoresheet-games--header)
    (tabulated-list-print t)))

(defun scoresheet-games--selected ()
  "The games of the region, or that of the line."
  (if (use-region-p)
      (let ((end (region-end)) games)
        (save-excursion
          (goto-char (region-beginning))
          (while (and (< (point) end) (not (eobp)))
            (when (tabulated-list-get-id)
              (push (tabulated-list-get-id) games))
            (forward-line)))
        (nreverse games))
    (list (or (tabulated-list-get-id) (user-error "No game is on this line")))))

(defun scoresheet-games--point (place shift)
  "The position in this buffer of PLACE, moved down by SHIFT lines."
  (save-excursion
    (goto-char (point-min))
    (forward-line (+ shift (plist-get place :line)))
    (min (+ (point) (plist-get place :character)) (point-max))))

(defun scoresheet-games--found (game)
  "Where GAME is now: the server's answer."
  (with-current-buffer scoresheet-games--source
    (scoresheet-request :scoresheet/foundGame (list :data (plist-get game :data)))))

(defun scoresheet-games--place (game)
  "Where all of GAME is now: a list of a buffer, the start and the end."
  (let ((found (scoresheet-games--found game)))
    (when (plist-get found :text)
      (user-error "Games of compressed files cannot be copied or deleted"))
    (let* ((extent (plist-get game :extent))
           ;; Lines may have come or gone before the game since it was listed.
           (shift (- (plist-get (plist-get (plist-get found :range) :start) :line)
                     (plist-get (plist-get (plist-get game :range) :start) :line)))
           (buffer (find-file-noselect (scoresheet-request-path (plist-get found :uri)))))
      (with-current-buffer buffer
        (save-restriction
          (widen)
          (list buffer
                (scoresheet-games--point (plist-get extent :start) shift)
                (scoresheet-games--point (plist-get extent :end) shift)))))))

(defun scoresheet-games-open ()
  "Open the game of the line."
  (interactive nil scoresheet-games-mode)
  (let ((found (scoresheet-games--found (car (scoresheet-games--selected)))))
    (if (plist-get found :text)
        (let ((buffer (generate-new-buffer "*game*")))
          (with-current-buffer buffer
            (insert (plist-get found :text))
            (set-buffer-modified-p nil)
            (goto-char (point-min))
            (scoresheet-pgn-mode))
          (pop-to-buffer buffer))
      (pop-to-buffer (find-file-noselect (scoresheet-request-path (plist-get found :uri))))
      (goto-char (scoresheet-games--point (plist-get (plist-get found :range) :start) 0)))))

(defun scoresheet-games-copy ()
  "Copy the text of the games of the region or of the line."
  (interactive nil scoresheet-games-mode)
  (let ((games (scoresheet-games--selected)))
    (kill-new (mapconcat (lambda (game)
                           (pcase-let ((`(,buffer ,start ,end) (scoresheet-games--place game)))
                             (with-current-buffer buffer
                               (concat (string-trim-right (buffer-substring-no-properties start end)) "\n"))))
                         games "\n"))
    (deactivate-mark)
    (message "%s copied" (scoresheet-collection-count (length games)))))

(defun scoresheet-games-delete ()
  "Delete the games of the region or of the line from the text, after a question.
The files are not saved."
  (interactive nil scoresheet-games-mode)
  (let ((games (scoresheet-games--selected)))
    (when (yes-or-no-p (format "Delete %s from the text? " (scoresheet-collection-count (length games))))
      ;; All of them are found before the first is deleted, and the last is deleted first, so that places stay.
      (dolist (place (sort (mapcar #'scoresheet-games--place games) (lambda (one other) (> (nth 1 one) (nth 1 other)))))
        (pcase-let ((`(,buffer ,start ,end) place))
          (with-current-buffer buffer
            (save-restriction
              (widen)
              (let ((is-last (= end (point-max))))
                (delete-region start end)
                (when is-last
                  ;; The empty line before the last game goes with it.
                  (save-excursion
                    (goto-char (point-max))
                    (skip-chars-backward "\r\n")
                    (unless (bobp)
                      (forward-line))
                    (delete-region (point) (point-max)))))))))
      (deactivate-mark)
      (scoresheet-games--read nil)
      (message "%s deleted; the files are not saved yet" (scoresheet-collection-count (length games))))))

(defun scoresheet-games-filter (query)
  "List only games that fulfil QUERY."
  (interactive (list (let ((query scoresheet-games--query))
                       (with-current-buffer scoresheet-games--source
                         (scoresheet-collection-read-query "Only games in which: " query))))
               scoresheet-games-mode)
  (setq scoresheet-games--query query)
  (scoresheet-games--read nil))

(defun scoresheet-games-sort (column)
  "Sort the games by COLUMN; by the same again, in the opposite order."
  (interactive (list (completing-read "Sort by: " (mapcar #'car scoresheet-games--columns) nil t)) scoresheet-games-mode)
  (setq scoresheet-games--sort
        (cons column (and (equal column (car scoresheet-games--sort)) (not (cdr scoresheet-games--sort)))))
  (scoresheet-games--read nil))

(defun scoresheet-games-more ()
  "Read more games of a long list."
  (interactive nil scoresheet-games-mode)
  (scoresheet-games--read t))

;;;###autoload
(defun scoresheet-games ()
  "Show the games of the file, the project or chosen files in a table."
  (interactive)
  (unless (eglot-current-server)
    (user-error "The language server is not running here; M-x eglot starts it"))
  (let ((source (current-buffer))
        (buffer (get-buffer-create "*scoresheet games*")))
    (with-current-buffer buffer
      (unless (derived-mode-p 'scoresheet-games-mode)
        (scoresheet-games-mode))
      (setq scoresheet-games--source source)
      (scoresheet-games--read nil))
    (pop-to-buffer buffer)))

(provide 'scoresheet-games)
;;; scoresheet-games.el ends here
