;;; scoresheet-request.el --- Requests about positions in a game -*- lexical-binding: t; -*-

;; Copyright (C) 2026 The Scoresheet authors
;; SPDX-License-Identifier: GPL-3.0-or-later

;;; Commentary:

;; Scoresheet's own requests, which Eglot does not know.  Answers are property lists; server/docs/protocol.md
;; describes them.

;;; Code:

(require 'cl-lib)
(require 'eglot)
(require 'jsonrpc)
(require 'seq)

(defun scoresheet-request-params (&optional position)
  "The request parameters for POSITION, point by default."
  (append (list :textDocument (eglot--TextDocumentIdentifier))
          (list :position (eglot--pos-to-lsp-position (or position (point))))))

(defconst scoresheet-request-patience 600
  "How long answers about many games may take, in seconds.")

(defun scoresheet-request (method params &optional timeout)
  "Send the request METHOD with PARAMS to the server, and wait for the answer.
It may take TIMEOUT seconds, by default as long as Eglot allows.
An error of the server becomes a `user-error' with its message."
  (let ((server (eglot-current-server)))
    (unless server
      (user-error "The language server is not running here; M-x eglot starts it"))
    (eglot--signal-textDocument/didChange)
    (condition-case err
        (jsonrpc-request server method params :timeout (or timeout jsonrpc-default-request-timeout))
      (jsonrpc-error
       (user-error "%s" (scoresheet-request--reason (cdr err) err))))))

(defun scoresheet-request--reason (members err)
  "The message of ERR with MEMBERS, and what to write instead."
  (let ((suggestion (plist-get (alist-get 'jsonrpc-error-data members) :suggestion)))
    (concat (alist-get 'jsonrpc-error-message members (error-message-string err))
            (and (stringp suggestion) (concat "; " suggestion)))))

(defun scoresheet-request-path (uri)
  "The path of the file with the address URI."
  ;; Emacs 29 has the older name.
  (funcall (if (fboundp 'eglot-uri-to-path) 'eglot-uri-to-path 'eglot--uri-to-path) uri))

(defun scoresheet-request-uri (path)
  "The address of the file at PATH."
  (funcall (if (fboundp 'eglot-path-to-uri) 'eglot-path-to-uri 'eglot--path-to-uri) (expand-file-name path)))

(defun scoresheet-request-apply (answer)
  "Make the edits of ANSWER in this buffer, and go to its move."
  (eglot--apply-text-edits (plist-get answer :edits))
  (let ((place (plist-get answer :position)))
    (goto-char (car (eglot-range-region (list :start place :end place))))))

(defun scoresheet-request-async (method params on-answer &optional timeout)
  "Send the request METHOD with PARAMS, and call ON-ANSWER in this buffer.
It gets the answer, or `failed' if there is none within TIMEOUT seconds."
  (let ((buffer (current-buffer)))
    (eglot--signal-textDocument/didChange)
    (cl-flet ((answer (result)
                (when (buffer-live-p buffer)
                  (with-current-buffer buffer
                    (funcall on-answer result)))))
      (jsonrpc-async-request (eglot-current-server) method params
                             :timeout (or timeout jsonrpc-default-request-timeout)
                             :success-fn #'answer
                             :error-fn (lambda (&rest _) (answer 'failed))
                             :timeout-fn (lambda (&rest _) (answer 'failed))))))

(defvar scoresheet-request--streams nil
  "Who gets partial answers: functions by their tokens.")

(defvar scoresheet-request--count 0
  "How many requests with partial answers were sent.")

(cl-defmethod eglot-handle-notification :around (_server (_method (eql $/progress)) &key token value &allow-other-keys)
  "Hand VALUE to whoever gets partial answers for TOKEN."
  (let ((receive (alist-get token scoresheet-request--streams nil nil #'equal)))
    (if receive
        (funcall receive value)
      (cl-call-next-method))))

(defun scoresheet-request-stream (method params on-answer)
  "Send the request METHOD with PARAMS, and call ON-ANSWER in this buffer.
It gets partial answers, each of which replaces the one before, and the
answer, or `failed' if there is none."
  (let ((token (format "scoresheet.emacs.%d" (cl-incf scoresheet-request--count)))
        (buffer (current-buffer)))
    (push (cons token (lambda (part)
                        (when (buffer-live-p buffer)
                          (with-current-buffer buffer
                            (funcall on-answer part)))))
          scoresheet-request--streams)
    (scoresheet-request-async method (append params (list :partialResultToken token))
                              (lambda (answer)
                                (setf (alist-get token scoresheet-request--streams nil t #'equal) nil)
                                (funcall on-answer answer))
                              scoresheet-request-patience)))

(defun scoresheet-request-board (&optional position)
  "The server's answer about the game at POSITION, point by default."
  (scoresheet-request :scoresheet/board (scoresheet-request-params position)))

(defun scoresheet-request-move-start (move)
  "The start of MOVE in an answer."
  (car (eglot-range-region (plist-get move :range))))

(defun scoresheet-request-enclosing (&optional position)
  "The ranges around POSITION, point by default, from the smallest to the file.
Each is a pair of start and end."
  (let* ((place (eglot--pos-to-lsp-position (or position (point))))
         (answer (scoresheet-request :textDocument/selectionRange
                                     (list :textDocument (eglot--TextDocumentIdentifier) :positions (vector place))))
         (part (seq-first answer))
         parts)
    (while part
      (push (eglot-range-region (plist-get part :range)) parts)
      (setq part (plist-get part :parent)))
    (nreverse parts)))

(provide 'scoresheet-request)
;;; scoresheet-request.el ends here
