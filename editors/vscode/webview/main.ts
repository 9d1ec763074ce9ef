/** The entry point of the webview. */
import { App } from "./app";
import { listen, tell } from "./host";
import { commandOf } from "./model/keys";
import "./styles/main.css";

const app = new App();
listen((message) => app.receive(message));
document.addEventListener("keydown", (event) => {
  if (isForControl(event)) return;
  const command = commandOf(event);
  if (!command) return;
  event.preventDefault();
  if ("step" in command) app.step(command.step);
  else app.act(command.action);
});
tell({ type: "ready" });

/** Whether a key belongs to the focused control. */
function isForControl({ target, key }: KeyboardEvent): boolean {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLButtonElement && (key === " " || key === "Enter");
}
