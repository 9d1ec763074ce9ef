;;; scoresheet-collection.el --- Which games are counted, and searches for games -*- lexical-binding: t; -*-

;; Copyright (C) 2026 The Scoresheet authors
;; SPDX-License-Identifier: GPL-3.0-or-later

;;; Commentary:

;; Searches for games in the file, the project or chosen files, and lists them with their places by Xref.

;;; Code:

(require 'scoresheet-request)
(require 'seq)
(require 'xref)

(defcustom scoresheet-scope 'workspace
  "The games that are counted and searched.
`document' means those of the file, `workspace' those of the project,
and a list those of these files and folders."
  :group 'scoresheet
  :type '(choice (const document) (const workspace) (repeat file)))

(defcustom scoresheet-filter ""
  "A query that the games counted by the explorer must fulfil.
Empty for all games."
  :group 'scoresheet
  :type 'string)

(defconst scoresheet-collection-limit 1000
  "How many games are listed at most: what the server gives at once.")

(defun scoresheet-collection-scope ()
  "The value of `scoresheet-scope' for the server."
  (if (listp scoresheet-scope)
      (list :files (vconcat (mapcar #'scoresheet-request-uri scoresheet-scope)))
    (symbol-name scoresheet-scope)))

(defun scoresheet-collection-scope-words ()
  "The value of `scoresheet-scope' in words."
  (pcase scoresheet-scope
    ('document "this file")
    ('workspace "all files")
    (files (mapconcat #'file-name-nondirectory (mapcar #'directory-file-name files) ", "))))

(defun scoresheet-collection-count (games)
  "The number GAMES in words."
  (if (= games 1) "1 game" (concat (scoresheet-collection-number games) " games")))

(defun scoresheet-collection-number (number)
  "NUMBER with a comma between the thousands."
  (let ((text (number-to-string number)))
    (while (string-match (rx bos (group (+ digit)) (group digit digit digit)) text)
      (setq text (replace-match "\\1,\\2" t nil text)))
    text))

(defun scoresheet-collection--known (value)
  "VALUE of a tag, or nil where it means unknown."
  (and (stringp value) (not (string-empty-p value)) (not (string-prefix-p "?" value)) value))

(defun scoresheet-collection-label (game)
  "Players, event, date and result of GAME, and the move that was found."
  (let ((move (plist-get game :move)))
    (concat (string-join
             (delq nil
                   (list (format "%s – %s" (or (plist-get game :white) "?") (or (plist-get game :black) "?"))
                         (scoresheet-collection--known (plist-get game :event))
                         (scoresheet-collection--known (plist-get game :date))
                         (plist-get game :result)))
             ", ")
            (and move (concat ": " move)))))

(defun scoresheet-collection--xref (game)
  "The place of GAME for Xref."
  (let ((start (plist-get (plist-get game :range) :start)))
    (xref-make (scoresheet-collection-label game)
               (xref-make-file-location (scoresheet-request-path (plist-get game :uri))
                                        (1+ (plist-get start :line))
                                        (plist-get start :character)))))

(defun scoresheet-collection-document ()
  "The part of a request that names the document of this buffer."
  (list :textDocument (eglot--TextDocumentIdentifier)))

(defun scoresheet-collection-list (params)
  "List the games of the request `scoresheet/search' with PARAMS."
  (let* ((answer (scoresheet-request :scoresheet/search
                                     (append params (list :scope (scoresheet-collection-scope)
                                                          :limit scoresheet-collection-limit))
                                     scoresheet-request-patience))
         (games (plist-get answer :games))
         (total (plist-get answer :total))
         (doubt (plist-get answer :doubt)))
    (when doubt
      (message "%s" doubt))
    (if (seq-empty-p games)
        (user-error "No game is found")
      (xref-show-xrefs (lambda () (mapcar #'scoresheet-collection--xref games)) nil)
      (when (< (length games) total)
        (message "%s, the first %s" (scoresheet-collection-count total) (length games))))))

(defun scoresheet-collection--completions (query)
  "What QUERY can be continued to, as whole queries."
  (let ((help (scoresheet-request :scoresheet/query
                                  (append (scoresheet-collection-document)
                                          (list :query query :position (list :line 0 :character (length query)))))))
    (mapcar (lambda (item)
              (concat (substring query 0 (plist-get (plist-get (plist-get item :range) :start) :character))
                      (plist-get item :newText)))
            (plist-get help :items))))

(defun scoresheet-collection-read-query (prompt &optional initial)
  "Read a query with PROMPT, beginning with INITIAL; its words are completed."
  (let* ((buffer (current-buffer))
         (minibuffer-local-completion-map (copy-keymap minibuffer-local-completion-map)))
    ;; Queries have spaces and question marks.
    (keymap-unset minibuffer-local-completion-map "SPC")
    (keymap-unset minibuffer-local-completion-map "?")
    (string-trim
     (completing-read prompt
                      (completion-table-dynamic
                       (lambda (query)
                         (with-current-buffer buffer
                           (scoresheet-collection--completions query))))
                      nil nil initial))))

;;;###autoload
(defun scoresheet-search (query)
  "List the games that fulfil QUERY, with their places."
  (interactive (list (scoresheet-collection-read-query "Search: ")))
  (scoresheet-collection-list (append (scoresheet-collection-document) (list :query query))))

;;;###autoload
(defun scoresheet-search-position ()
  "List the games that reach the position at point in any way."
  (interactive)
  (scoresheet-collection-list (scoresheet-request-params)))

;;;###autoload
(defun scoresheet-choose-scope (scope)
  "Count and search the games of SCOPE, as in `scoresheet-scope'."
  (interactive
   (list (pcase (completing-read "Games of: " '("this file" "all files" "a file or folder") nil t)
           ("this file" 'document)
           ("all files" 'workspace)
           (_ (list (read-file-name "File or folder: " nil nil t))))))
  (setq scoresheet-scope scope)
  (run-hooks 'scoresheet-collection-changed-hook))

;;;###autoload
(defun scoresheet-choose-filter (query)
  "Count only games that fulfil QUERY; empty for all."
  (interactive (list (scoresheet-collection-read-query "Count only games in which: " scoresheet-filter)))
  (setq scoresheet-filter query)
  (run-hooks 'scoresheet-collection-changed-hook))

(defvar scoresheet-collection-changed-hook nil
  "Functions that are called when other games are chosen.")

(provide 'scoresheet-collection)
;;; scoresheet-collection.el ends here
