/** The entry point of the webview. */
import { App } from "./app";
import { listen, tell } from "./host";
import { commandOf } from "./model/keys";
import "./styles/main.css";

const app = new App();
let wasTyping = false;

listen((message) => app.receive(message));
document.addEventListener("keydown", (event) => {
  if (isForControl(event)) return;
  const command = commandOf(event);
  if (!command) return;
  event.preventDefault();
  if ("step" in command) app.step(command.step, event.repeat);
  else if ("nag" in command) app.annotate(command);
  else app.act(command.action);
});
// What is drawn by scripts does not take the focus by itself: without it, VS Code has the keys.
document.addEventListener("pointerdown", ({ target }) => {
  if (target instanceof Element && !target.closest("button, input, select, [tabindex='0']")) app.takeFocus();
});
document.addEventListener("paste", (event) => {
  if (!(event.target instanceof HTMLInputElement)) app.paste(event.clipboardData?.getData("text/plain") ?? "");
});
for (const type of ["focusin", "focusout", "input"]) document.addEventListener(type, () => tellTyping());
tell({ type: "ready" });

/** Tells whether the focus is in a field with text, whose keys are its own. */
function tellTyping(): void {
  const focused = document.activeElement;
  const isOn = focused instanceof HTMLInputElement && focused.value !== "";
  if (isOn !== wasTyping) tell({ type: "typing", isOn });
  wasTyping = isOn;
}

/** Whether a key belongs to the focused control. */
function isForControl({ target, key }: KeyboardEvent): boolean {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLButtonElement && (key === " " || key === "Enter");
}
