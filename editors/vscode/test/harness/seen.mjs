// The visible text in VS Code's window. These functions run in its page, so none of them uses another.

/** The place in pixels of `text` in the active editor, or where that shows no text, in another one; over the borders of coloured words. */
export function placeOf(text) {
  const editors = [".editor-group-container.active .monaco-editor .view-lines", ".monaco-editor .view-lines"];
  const editor = editors.map((selector) => document.querySelector(selector)).find((found) => found !== null);
  for (const line of editor?.querySelectorAll(".view-line") ?? []) {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const nodes = [];
    let all = "";
    while (walker.nextNode()) {
      nodes.push([walker.currentNode, all.length]);
      all += walker.currentNode.data.replace(/\u00a0/g, " ").replace(/\u200b/g, " ");
    }
    const start = all.indexOf(text);
    if (start === -1) continue;
    const at = (offset) => nodes.findLast(([, begin]) => begin <= offset);
    const range = document.createRange();
    const [first, firstBegin] = at(start);
    const [last, lastBegin] = at(start + text.length - 1);
    range.setStart(first, start - firstBegin);
    range.setEnd(last, start + text.length - lastBegin);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x, y, width, height };
  }
  return undefined;
}

/** The places in pixels of the cursors that are seen. */
export function cursors() {
  const all = [...document.querySelectorAll(".monaco-editor .cursors-layer .cursor")];
  return all.map((cursor) => cursor.getBoundingClientRect()).map(({ x, y, height }) => ({ x, y, height }));
}

/** The lines of the active editor, from above. */
export function linesOf() {
  const lines = [...document.querySelectorAll(".editor-group-container.active .monaco-editor .view-line")];
  lines.sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top));
  return lines.map((line) => {
    const copy = line.cloneNode(true);
    copy.querySelectorAll("[class*=dyn-rule], [class*=ced-]").forEach((hint) => hint.remove());
    return copy.textContent.replace(/\u00a0/g, " ");
  });
}
