/** The page of recorded runs: opens its replays. */
import { find } from "./dom.js";
import { Replay } from "./replay.js";
import { Viewer } from "./viewer.js";

/** @type {{title: string, replays: import("./replay.js").PackedReplay[]}} */
const { title, replays } = JSON.parse(find("data").textContent ?? "");
await new Viewer().setReplays(title, replays.map((packed) => new Replay(packed)));
document.body.dataset.ready = "true";
