/** Creates elements. Never from HTML text, and never with inline styles: the page's security policy forbids both. */

type Child = Node | string | null | false;

interface Options {
  readonly class?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Creates an element with its class, text, attributes and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(name: Name, options: Options = {}, children: readonly Child[] = []): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (options.class) made.className = options.class;
  if (options.text !== undefined) made.textContent = options.text;
  for (const [attribute, value] of Object.entries(options.attributes ?? {})) made.setAttribute(attribute, value);
  made.append(...children.filter((child): child is Node | string => child !== null && child !== false));
  return made;
}

/** Creates an SVG element. */
export function svg<Name extends keyof SVGElementTagNameMap>(name: Name, attributes: Readonly<Record<string, string>>, children: readonly SVGElement[] = []): SVGElementTagNameMap[Name] {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** Creates a picture of a piece, drawn by the style sheet of the board. */
export function piece(side: string, role: string): HTMLElement {
  const made = document.createElement("piece");
  made.className = `${role} ${side}`;
  return made;
}

/** Shows or hides an element, also for screen readers. */
export function show(shown: HTMLElement, isShown: boolean): void {
  shown.hidden = !isShown;
}

/** Keeps what is typed into a field from VS Code, which has its own keys; those with modifiers and function keys it gets. */
export function keepTyping(field: HTMLInputElement): void {
  field.addEventListener("keydown", (event) => {
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
    if (event.key === "Escape") field.blur();
  });
}

/** Sets the text of an element if it has changed, so that unchanged text is neither drawn nor announced again. */
export function setText(changed: Element, text: string): void {
  if (changed.textContent !== text) changed.textContent = text;
}
