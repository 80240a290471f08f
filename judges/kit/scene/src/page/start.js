/** The page of recorded runs: opens the replays that it holds. */
import { find } from "./dom.js";
import { Page } from "./main.js";
import { Replay } from "./replay.js";

const data = JSON.parse(find("data").textContent ?? "");
const replays = await Promise.all(data.replays.map((/** @type {any} */ packed) => Replay.open(packed)));
const page = new Page();
await page.take(data.title, replays);
document.body.dataset.opened = performance.now().toFixed();
document.body.dataset.ready = "true";
