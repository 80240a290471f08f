/** Starts the page of a game. */
import { find, select } from "./dom.js";
import { GamePage } from "./game-page.js";
import { Programs } from "./programs.js";

/** Data that the page was sent with. */
const sent = JSON.parse(find("data").textContent ?? "");
for (const name of ["embed", "nohelp"]) document.body.toggleAttribute(`data-${name}`, new URLSearchParams(location.search).has(name));
select("main").classList.add("game");
const programs = await Programs.open(sent);
const page = new GamePage(sent, programs, await programs.ask({ ask: "game" }));
await page.follow();
/** These functions are called by other programs, which set the fields. */
Object.assign(globalThis, { generate: () => page.form.changed(), updateOutput: () => page.hand.enqueue(() => page.refresh()) });
document.body.dataset.ready = "true";
