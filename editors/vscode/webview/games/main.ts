/** The entry point of the games view. */
import { App } from "./app";
import { listen, tell } from "./host";
import "./styles/main.css";

const app = new App();
listen((message) => app.receive(message));
tell({ type: "ready" });
