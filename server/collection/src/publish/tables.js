// Filters and sorts tables of games; without it they are as they are.
for (const table of document.querySelectorAll("table.games")) {
  const body = table.tBodies[0];
  const label = document.createElement("label");
  label.className = "filter";
  label.append("Filter ");
  const input = label.appendChild(document.createElement("input"));
  input.type = "search";
  const status = label.appendChild(document.createElement("output"));
  table.closest(".wide").before(label);
  input.addEventListener("input", () => {
    const words = input.value.toLocaleLowerCase().split(/\s+/);
    let shown = 0;
    for (const row of body.rows) {
      const text = row.textContent.toLocaleLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    status.textContent = input.value ? ` ${shown}` : "";
  });
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = heading.textContent;
    heading.replaceChildren(button);
    button.addEventListener("click", () => {
      const descending = heading.getAttribute("aria-sort") === "ascending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
      const compare = new Intl.Collator(undefined, { numeric: true }).compare;
      const text = (row) => row.cells[column].textContent;
      const rows = [...body.rows].sort((a, b) => compare(text(a), text(b)));
      body.append(...(descending ? rows.reverse() : rows));
    });
  });
}
