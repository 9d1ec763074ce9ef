/** The page of a webview: a body for the script to fill, and its content security policy. */

export interface PageParts {
  readonly title: string;
  /** The source of the webview's own files. */
  readonly source: string;
  readonly script: string;
  readonly style: string;
  readonly nonce: string;
}

/** No network, no inline script and no inline style: only the two files of the extension. The pieces are pictures inside the style sheet. */
export function page({ title, source, script, style, nonce }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    `img-src ${source} data:`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>${title}</title>
</head>
<body>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}
