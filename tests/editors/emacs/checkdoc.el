;;; checkdoc.el --- Fail where a file's documentation is not in form -*- lexical-binding: t; -*-

;;; Code:

(require 'checkdoc)

(let (complaints)
  (dolist (file command-line-args-left)
    (with-current-buffer (find-file-noselect file)
      (let ((checkdoc-create-error-function
             (lambda (text start &rest _)
               (push (format "%s:%d: %s" file (line-number-at-pos (or start 1)) text) complaints)
               nil)))
        (checkdoc-current-buffer t))))
  (dolist (complaint (reverse complaints))
    (message "%s" complaint))
  (kill-emacs (if complaints 1 0)))

;;; checkdoc.el ends here
