// The bench: reads the physical truth once a second and draws it; every press is one call of the control door.
// Elements stay the same between draws, so that focus and typing survive.

const plainFaults = [
  {
    label: "Lose the answer",
    operation: "function",
    effect: { kind: "drop-reply" },
    hint: "The relay moves, but nobody is told.",
  },
  {
    label: "Answer yes, do nothing",
    operation: "function",
    effect: { kind: "no-execute" },
    hint: "The answer says done; the contact stays.",
  },
  {
    label: "Never answer",
    operation: "function",
    effect: { kind: "hang" },
    hint: "The call stays open until the caller gives up.",
  },
  {
    label: "Slow network, 15 s",
    operation: "function",
    effect: { kind: "delay", ms: 15000 },
    hint: "There and back takes 15 seconds longer.",
  },
  {
    label: "Refuse: too many requests",
    operation: "function",
    effect: { kind: "status", status: 429 },
    hint: "429, not executed.",
  },
  {
    label: "Server fault",
    operation: "function",
    effect: { kind: "status", status: 502, body: "<h1>502 Bad Gateway</h1>" },
    hint: "502 with HTML, not executed.",
  },
  {
    label: "Timed out, yet executed",
    operation: "function",
    effect: { kind: "status", status: 408, execute: true },
    hint: "The relay moves; the answer says it timed out.",
  },
  { label: "Lose an event", operation: "event", effect: { kind: "lose" }, hint: "The next event of the device never arrives." },
  {
    label: "Double an event",
    operation: "event",
    effect: { kind: "duplicate", times: 1 },
    hint: "The next event arrives twice.",
  },
  {
    label: "Reorder events",
    operation: "event",
    effect: { kind: "reorder", within: 5000 },
    hint: "The next event arrives up to 5 s late, behind others.",
  },
  {
    label: "Garbage instead of an event",
    operation: "event",
    effect: { kind: "garbage" },
    hint: "The next event arrives broken.",
  },
];

const advances = [
  ["+1 s", 1000],
  ["+10 s", 10_000],
  ["+1 min", 60_000],
  ["+10 min", 600_000],
];

const byId = (id) => document.getElementById(id);
const cards = new Map();
let lastEvent = 0;
let lastRequest = 0;
let clockMode = "";

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

async function door(method, path, body) {
  const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const response = await fetch(`/_sim${path}`, { method, ...json });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** Runs a press and shows what went wrong, if it did. */
async function act(method, path, body) {
  try {
    await door(method, path, body);
    say("");
    await refresh();
  } catch (error) {
    say(error.message);
  }
}

function say(text) {
  const trouble = byId("trouble");
  trouble.textContent = text;
  trouble.hidden = text === "";
}

// --- devices ---

function makeCard(device) {
  const patch = (change) => act("PATCH", `/devices/${device.serial}`, change);
  const toggle = (label, press) => element("button", { type: "button", "aria-pressed": "false", onclick: press }, label);
  const card = {
    belief: element("span", { class: "belief" }),
    power: toggle("Power", () => patch({ powered: !card.truth.powered })),
    reach: toggle("In reach", () => patch({ reachable: !card.truth.reachable })),
    plug: toggle("Plug", () => patch({ supply: card.truth.supply === "mains" ? "battery" : "mains" })),
    telemetry: toggle("Telemetry", () => patch({ telemetry: !card.truth.telemetry })),
    bye: element("button", { type: "button", onclick: () => patch({ reachable: false, notice: true }) }, "Say good-bye"),
    last: element("p", { class: "last" }),
    relays: device.relays.map(({ number }) => makeRelay({ serial: device.serial, number, patch, truth: () => card.truth })),
    truth: device,
  };
  const heading = element(
    "header",
    {},
    element("h3", {}, device.name ?? device.serial),
    element("span", { class: "serial" }, device.serial),
    card.belief,
  );
  const switches = element("div", { class: "switches" }, card.power, card.reach, card.plug, card.telemetry, card.bye);
  card.root = element("article", { class: "device" }, heading, switches, ...card.relays.map((relay) => relay.root), card.last);
  return card;
}

function makeRelay({ serial, number, patch, truth }) {
  const now = () => truth().relays[number - 1];
  const press = () =>
    act("POST", `/devices/${serial}/button`, { relay: number, state: now().contact === "closed" ? "off" : "on" });
  const change = (field) => (event) => patch({ relays: [{ number, [field]: event.target.checked }] });
  const relay = {
    button: element("button", {
      type: "button",
      class: "contact",
      onclick: press,
      "aria-pressed": "false",
      "aria-label": `Button of relay ${number}`,
    }),
    load: element("input", {
      type: "number",
      min: 0,
      max: 16000,
      step: 10,
      "aria-label": `Load on relay ${number} in milliamps`,
      onchange: (event) => patch({ relays: [{ number, loadMilliamps: Number(event.target.value) }] }),
    }),
    flow: element("span", { class: "flow" }),
    welded: element("input", { type: "checkbox", onchange: change("welded") }),
    fuse: element("input", { type: "checkbox", onchange: change("fuseBlown") }),
  };
  const damage = element(
    "div",
    { class: "damage" },
    element("label", {}, relay.welded, " welded"),
    element("label", {}, relay.fuse, " fuse blown"),
  );
  relay.root = element(
    "div",
    { class: "relay" },
    element("span", {}, String(number)),
    relay.button,
    relay.load,
    relay.flow,
    damage,
  );
  return relay;
}

function drawDevice(device) {
  const card = cards.get(device.id);
  card.truth = device;
  const isThere = device.powered && device.reachable;
  card.root.classList.toggle("dead", !isThere);
  card.belief.textContent = device.safeMode ? "cloud: safe mode" : device.cloudOnline ? "cloud: online" : "cloud: offline";
  card.belief.classList.toggle("wrong", device.cloudOnline !== isThere);
  pressed(card.power, device.powered);
  pressed(card.reach, device.reachable);
  pressed(card.plug, device.supply === "mains");
  pressed(card.telemetry, device.telemetry);
  for (const [index, relay] of device.relays.entries()) drawRelay(card.relays[index], relay);
  const { lastCall } = device;
  card.last.textContent =
    lastCall === null
      ? "No call yet."
      : `Last call ${lastCall.name}(${lastCall.argument}) → ${lastCall.returnValue}, ${device.executedCalls} in all.`;
}

function drawRelay(relay, truth) {
  relay.root.classList.toggle("closed", truth.contact === "closed");
  relay.root.classList.toggle("flowing", truth.milliamps > 0);
  pressed(relay.button, truth.contact === "closed");
  relay.flow.textContent = `${truth.milliamps.toLocaleString("en")} mA`;
  if (document.activeElement !== relay.load) relay.load.value = String(truth.loadMilliamps);
  relay.welded.checked = truth.welded;
  relay.fuse.checked = truth.fuseBlown;
}

function pressed(button, isOn) {
  button.setAttribute("aria-pressed", String(isOn));
}

function drawDevices(devices) {
  const ids = devices.map((device) => device.id).join();
  if (ids !== [...cards.keys()].join()) {
    cards.clear();
    for (const device of devices) cards.set(device.id, makeCard(device));
    byId("devices").replaceChildren(...[...cards.values()].map((card) => card.root));
    const choices = devices.map((device) =>
      element("option", { value: device.serial }, `${device.name ?? ""} (${device.serial})`),
    );
    byId("fault-device").replaceChildren(element("option", { value: "" }, "any device"), ...choices);
  }
  for (const device of devices) drawDevice(device);
}

// --- faults, log, figures ---

function drawFaults(faults) {
  const rows = faults.map((fault) => {
    const where = fault.match.device ?? "any device";
    const left = fault.times === 0 ? "until cleared" : `${fault.times - fault.struck} left`;
    const clear = element("button", { type: "button", onclick: () => act("DELETE", `/faults/${fault.id}`) }, "Clear");
    return element("li", {}, `${fault.effect.kind} · ${fault.match.operation} · ${where} · ${left}`, clear);
  });
  byId("faults").replaceChildren(...(rows.length === 0 ? [element("li", { class: "hint" }, "No faults set.")] : rows));
}

function addToLog(events, requests, devices) {
  const serials = new Map(devices.map((device) => [device.id, device.serial]));
  const serialOf = (id) => serials.get(id) ?? id ?? "";
  const lines = [
    ...events.map((event) => ({ at: event.at, text: `${event.name} ${serialOf(event.deviceId)} ${event.data ?? ""}` })),
    ...requests.map((call) => ({
      at: call.at,
      text: `→ ${call.operation} ${serialOf(call.device)} ${call.name ?? ""} ${call.argument ?? ""} ${call.status ?? "…"}`,
    })),
  ];
  lines.sort((a, b) => (a.at < b.at ? -1 : 1));
  const log = byId("log");
  for (const { at, text } of lines.slice(-50))
    log.prepend(element("li", {}, element("time", {}, at.slice(11, 19)), ` ${text.slice(0, 140)}`));
  while (log.children.length > 50) log.lastChild.remove();
  lastEvent = events.at(-1)?.seq ?? lastEvent;
  lastRequest = requests.at(-1)?.seq ?? lastRequest;
}

async function refresh() {
  const [devices, faults, counters, clock, events, requests] = await Promise.all([
    door("GET", "/devices"),
    door("GET", "/faults"),
    door("GET", "/counters"),
    door("GET", "/clock"),
    door("GET", `/events?since=${lastEvent}`),
    door("GET", `/requests?since=${lastRequest}`),
  ]);
  drawDevices(devices);
  drawFaults(faults);
  addToLog(events, requests, devices);
  byId("streams").textContent = String(counters.streams.open);
  byId("calls").textContent = String(counters.callsLast5Min);
  byId("clock").textContent = `${clock.now.slice(11, 19)} UTC`;
  clockMode = clock.mode;
  byId("clock-panel").hidden = clockMode !== "manual";
}

async function refreshForever() {
  try {
    await refresh();
    if (byId("trouble").textContent === lost) say("");
  } catch {
    say(lost);
    // A simulator that started anew counts from the beginning.
    lastEvent = lastRequest = 0;
  }
  setTimeout(refreshForever, 1000);
}

const lost = "The simulator does not answer.";

function wireForms() {
  const kind = byId("fault-kind");
  kind.append(...plainFaults.map((fault, index) => element("option", { value: String(index) }, fault.label)));
  const showHint = () => (byId("fault-hint").textContent = plainFaults[Number(kind.value)].hint);
  kind.addEventListener("change", showHint);
  showHint();
  byId("fault-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const { operation, effect } = plainFaults[Number(kind.value)];
    const device = byId("fault-device").value;
    const match = device === "" ? { operation } : { operation, device };
    void act("POST", "/faults", { match, effect, times: byId("fault-stays").checked ? 0 : 1 });
  });
  byId("clear-faults").addEventListener("click", () => act("DELETE", "/faults"));
  byId("cut").addEventListener("click", () => act("POST", "/stream/cut", {}));
  byId("cut-minute").addEventListener("click", () => act("POST", "/stream/cut", { refuseForMs: 60_000 }));
  byId("stall").addEventListener("click", () => act("POST", "/stream/stall", { ms: 90_000 }));
  byId("advance").append(
    ...advances.map(([label, ms]) =>
      element("button", { type: "button", onclick: () => act("POST", "/clock", { advanceMs: ms }) }, label),
    ),
  );
}

wireForms();
void refreshForever();
