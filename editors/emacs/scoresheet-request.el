;;; scoresheet-request.el --- Requests about positions in a game -*- lexical-binding: t; -*-

;; Copyright (C) 2026 The Scoresheet authors
;; SPDX-License-Identifier: GPL-3.0-or-later

;;; Commentary:

;; Scoresheet's own requests, which Eglot does not know.  Answers are property lists; server/docs/protocol.md
;; describes them.

;;; Code:

(require 'eglot)
(require 'jsonrpc)
(require 'seq)

(defun scoresheet-request-params (&optional position)
  "The request parameters for POSITION, point by default."
  (append (list :textDocument (eglot--TextDocumentIdentifier))
          (list :position (eglot--pos-to-lsp-position (or position (point))))))

(defun scoresheet-request (method params)
  "Send the request METHOD with PARAMS to the server, and wait for the answer.
An error of the server becomes a `user-error' with its message."
  (let ((server (eglot-current-server)))
    (unless server
      (user-error "The language server is not running here; M-x eglot starts it"))
    (eglot--signal-textDocument/didChange)
    (condition-case err
        (jsonrpc-request server method params)
      (jsonrpc-error
       (user-error "%s" (alist-get 'jsonrpc-error-message (cdr err) (error-message-string err)))))))

(defun scoresheet-request-async (method params on-answer)
  "Send the request METHOD with PARAMS, and call ON-ANSWER in this buffer.
It gets the answer, or `failed' if there is none."
  (let ((buffer (current-buffer)))
    (eglot--signal-textDocument/didChange)
    (cl-flet ((answer (result)
                (when (buffer-live-p buffer)
                  (with-current-buffer buffer
                    (funcall on-answer result)))))
      (jsonrpc-async-request (eglot-current-server) method params
                             :success-fn #'answer
                             :error-fn (lambda (&rest _) (answer 'failed))
                             :timeout-fn (lambda (&rest _) (answer 'failed))))))

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
