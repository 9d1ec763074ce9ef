;;; scoresheet-annotate.el --- Write signs, comments, arrows and squares -*- lexical-binding: t; -*-

;; Copyright (C) 2026 The Scoresheet authors
;; SPDX-License-Identifier: GPL-3.0-or-later

;;; Commentary:

;; Annotates the move at point.  What is there already in the same way is taken away.

;;; Code:

(require 'scoresheet-request)
(require 'seq)

(defconst scoresheet-annotate--signs '(("!" . 1) ("?" . 2) ("!!" . 3) ("??" . 4) ("!?" . 5) ("?!" . 6))
  "The numbers of the signs after moves (standard, section 10).")

(defconst scoresheet-annotate--colours '((?G . "green") (?R . "red") (?B . "blue") (?Y . "yellow"))
  "The colours of arrows and squares by the letters of the standard's commands.")

(defconst scoresheet-annotate--neighbours 200
  "How many moves and comments around point are looked at for its comment.")

(defun scoresheet-annotate--write (what)
  "Write the annotation WHAT, a property list, after the move at point."
  (let ((answer (scoresheet-request :scoresheet/annotate (append (scoresheet-request-params) what))))
    (unless answer
      (user-error "Games can be annotated only"))
    (scoresheet-request-apply answer)))

;;;###autoload
(defun scoresheet-annotate-sign (sign)
  "Write SIGN after the move at point, or take it away.
SIGN is one of ! ? !! ?? !? ?!, or the number of a NAG."
  (interactive (list (completing-read "Sign or number of a NAG: " (mapcar #'car scoresheet-annotate--signs))))
  (let ((number (or (alist-get sign scoresheet-annotate--signs nil nil #'equal)
                    (and (string-match-p (rx bos (? "$") (+ digit) eos) sign)
                         (string-to-number (string-trim-left sign "\\$"))))))
    (unless number
      (user-error "There is no NAG %s" sign))
    (scoresheet-annotate--write (list :nag number))))

(defun scoresheet-annotate--words (board)
  "The words of the comments after the last move of BOARD."
  (let* ((game (scoresheet-request :scoresheet/game
                                   (append (scoresheet-request-params) (list :limit scoresheet-annotate--neighbours))))
         (last (plist-get board :lastMove))
         (start (and last (plist-get (plist-get last :range) :start)))
         (is-here (not last))
         words)
    (catch 'next-move
      (seq-doseq (item (plist-get game :items))
        (cond ((plist-get item :move)
               (when is-here
                 (throw 'next-move nil))
               (setq is-here (equal start (plist-get (plist-get item :range) :start))))
              ((and is-here (not (string-empty-p (plist-get item :text))))
               (push (plist-get item :text) words)))))
    (string-join (nreverse words) " ")))

;;;###autoload
(defun scoresheet-annotate-comment (words)
  "Write WORDS as the comment after the move at point.
They take the place of those that are there; empty, they delete them."
  (interactive
   (let* ((board (scoresheet-request-board))
          (last (plist-get board :lastMove)))
     (list (read-string (format "Comment on %s: " (if last (plist-get last :text) "the game"))
                        (scoresheet-annotate--words board)))))
  (scoresheet-annotate--write (list :words words)))

(defun scoresheet-annotate--mark (word)
  "The arrow or square that WORD names."
  (let ((case-fold-search nil))
    (unless (string-match (rx bos (? (group (any "GRBY"))) (group (any "a-h") (any "1-8"))
                              (? (group (any "a-h") (any "1-8"))) eos)
                          word)
      (user-error "%s is no arrow and no square; write e2e4 or e4, with G, R, B or Y before it for the colour" word))
    (let ((colour (match-string 1 word))
          (from (match-string 2 word))
          (to (match-string 3 word)))
      (append (list :colour (alist-get (string-to-char (or colour "G")) scoresheet-annotate--colours) :from from)
              (and to (list :to to))))))

;;;###autoload
(defun scoresheet-annotate-marks (text)
  "Draw the arrows and colour the squares of TEXT after the move at point.
They are written as in the commands of comments: \"e2e4, Re5\"."
  (interactive (list (read-string "Arrows and squares (e2e4, Re5): ")))
  (dolist (mark (mapcar #'scoresheet-annotate--mark (split-string text "[ ,]+" t)))
    (scoresheet-annotate--write (list :mark mark))))

(provide 'scoresheet-annotate)
;;; scoresheet-annotate.el ends here
