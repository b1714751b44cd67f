// Placeholder of the page.
import { empty } from "./ui.js";

document.getElementById("view").append(empty({ title: "…", text: "…" }));
