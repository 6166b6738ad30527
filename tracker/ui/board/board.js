// Board: puts outbox, wire, chart, lists and sheets together on one element.
// Knows which tap means which operation; knows no rules of the game.

const KEYS = { ArrowUp: "N", ArrowDown: "S", ArrowLeft: "W", ArrowRight: "E", n: "N", s: "S", w: "W", e: "E", l: "silence", z: "undo", Backspace: "undo", y: "redo", "?": "?" };
const GAME = "sonar.game", LANGUAGE = "sonar.language", SOUND = "sonar.sound";

// One game on one element; closed and opened anew for another game.
function openGame(root, code, { texts, palette, device }, hooks) {
  const find = (selector) => root.querySelector(selector);
  const words = wordsOf(texts), seen = `sonar.seen.${code}`;
  const [net, unsent, alarm, notice, spoken] = [".net", ".unsent", ".alarm", ".notice", ".spoken"].map(find);
  let snapshot = null, past = new Set(), live = false, shut = false, padSide = "theirs", spokenFor = "", noticeTimer = 0, audio = null;

  const us = () => snapshot?.us ?? "yellow";
  const letter = (who) => ((who === "ours") === (us() === "yellow") ? "Y" : "B");
  const wire = openWire(code, {
    snapshot: take,
    line(on, refused) {
      live = on;
      shut = Boolean(refused);
      if (on) outbox.hurry();
      // a game that is closed to this device is left, but never while taps wait for it here
      if (shut && !outbox.pending().length) hooks.closed(refused); else draw();
    },
  });
  const outbox = openOutbox(code, wire.post, {
    taken(answer) { take(answer); if (!live) wire.hurry(); draw(); },
    refused(op, error) { complain(words.say("board-refused", { text: op.text ? words.item(op.text) : words.say(`board-${op.do}`), error })); draw(); },
    changed() { draw(); },
  });
  const chart = openChart(find(".map"), palette, {
    cell(name) { chart.choose(name); sheets.show("cell", name); },
    zoomed(sector) { find(".whole").hidden = !sector; },
  });
  const heard = openHeard(root, { undoTo(id) { act({ do: "undo_to", id }); sheets.close(); } });
  const context = {
    words, hear: (text) => act({ do: "hear", text }),
    get map() { return snapshot?.map; }, get ours() { return letter("ours"); }, get theirs() { return letter("theirs"); },
    share: (n) => words.percent(snapshot?.sectors[n] ?? 0).replace(" ", ""),
    get padSide() { return letter(padSide); }, get sound() { return shelf.get(SOUND) === "1"; },
  };
  const sheets = openSheets(find(".sheet"), context, {
    changed(name) { root.dataset.sheet = name ?? ""; if (name !== "cell") { chart.choose(null); if (name !== "aim") chart.zoom(0); } },
    list(element) { heard.into(element); },
    aim(name) { chart.choose(name); sheets.show("cell", name); },
    pad(who) { padSide = who; root.classList.toggle("entering-ours", who === "ours"); },
    sound() { shelf.set(SOUND, context.sound ? "0" : "1"); beep(); },
    complain,
  });

  function take(answer) {
    if (!answer?.map) return;
    if (snapshot && answer.epoch === snapshot.epoch && answer.version < snapshot.version) return;
    if (past.has(answer.epoch)) return;
    if (snapshot && snapshot.epoch !== answer.epoch) past.add(snapshot.epoch);
    const renewed = !snapshot || snapshot.epoch !== answer.epoch || snapshot.version !== answer.version;
    snapshot = answer;
    if (!renewed) return;
    shelf.set(seen, JSON.stringify(answer));
    chart.draw(answer, words);
    draw();
    speak();
    }

  function draw() {
    const waiting = outbox.pending(), list = foresee(snapshot, waiting);
    const bad = snapshot?.contradiction?.n ?? 0;
    heard.show(words, list, bad, us());
    net.className = `net ${shut ? "shut" : live ? "on" : ""}`;
    net.textContent = words.say(shut ? "board-net-shut" : live ? "board-net-on" : "board-net-off");
    // an operation on its way for the first time is no news: it is told once the server did not take it at once
    const late = waiting.length && (!live || outbox.trouble);
    unsent.hidden = !late;
    unsent.textContent = words.say("board-unsent", { count: waiting.length });
    root.dataset.waiting = waiting.length;
    const last = heard.last;
    find(".pad .target").textContent = last ? words.item(last.text) : "";
    find('[data-do="undo"]').classList.toggle("others", Boolean(last?.device && device && last.device !== device));
    find('[data-do="undo"]').setAttribute("aria-label", last ? words.say("board-undo-label", { text: words.item(last.text) }) : words.say("board-undo"));
    if (!snapshot) return;
    root.classList.add("ready");
    root.dataset.version = snapshot.version;
    root.dataset.heard = snapshot.heard.length;
    find(".best").textContent = snapshot.best ?? "–";
    find(".chance").textContent = snapshot.best ? words.percent(snapshot.best_probability) : "";
    find(".cells").textContent = words.say("board-cells", { count: snapshot.cells });
    find(".bits").textContent = words.say("board-bits", { count: snapshot.bits.toFixed(1) });
    find(".histories").textContent = words.say("board-histories", { count: words.count(snapshot.histories) });
    const alarming = snapshot.contradiction
      ? words.say("board-impossible", { n: bad, text: words.item(snapshot.contradiction.text), asOf: snapshot.as_of })
      : snapshot.error;
    alarm.hidden = !alarming;
    if (alarming && alarm.textContent !== alarming) alarm.textContent = alarming;
    root.classList.toggle("impossible", Boolean(alarming));
    // each sector at its place on the sheet, so that nothing jumps when the numbers change
    const { rows, columns, sector } = snapshot.map, bars = [];
    for (let n = 1; n <= Math.ceil(rows / sector) * Math.ceil(columns / sector); n++) {
      const share = snapshot.sectors[n] ?? 0, bar = document.createElement("span");
      bar.style.setProperty("--share", share);
      bar.className = share > 0 ? "" : "none";
      bar.append(words.say("board-sector-share", { n }), Object.assign(document.createElement("b"), { textContent: words.percent(share) }));
      bars.push(bar);
    }
    find(".sectors").style.gridTemplateColumns = `repeat(${Math.ceil(columns / sector)}, minmax(0, 1fr))`;
    find(".sectors").replaceChildren(...bars);
  }

  function speak() {
    const last = snapshot.heard[snapshot.heard.length - 1];
    const sentence = snapshot.contradiction ? alarm.textContent : words.say("board-spoken", {
      n: snapshot.heard.length, text: last ? words.item(last.text) : words.say("board-nothing-heard"), cells: snapshot.cells, best: snapshot.best ?? "–",
      chance: words.percent(snapshot.best_probability ?? 0),
    });
    if (sentence !== spokenFor) spoken.textContent = spokenFor = sentence;
  }
  function complain(text) {
    notice.hidden = false;
    notice.querySelector("span").textContent = text;
    clearTimeout(noticeTimer);
    noticeTimer = setTimeout(() => { notice.hidden = true; }, 12000);
  }
  function beep() {
    if (!context.sound) return;
    try {
      audio ??= new AudioContext();
      const tone = audio.createOscillator(), loud = audio.createGain();
      tone.frequency.value = 880; loud.gain.value = 0.08;
      tone.connect(loud).connect(audio.destination);
      tone.start(); tone.stop(audio.currentTime + 0.06);
    } catch { /* no sound on this device */ }
  }
  function act(body) {
    if (navigator.vibrate) try { navigator.vibrate(15); } catch { /* not allowed before a first tap */ }
    beep();
    outbox.add({ ...body, seen: snapshot?.version >= 0 ? snapshot.version : undefined });
    draw();
  }
  function press(what) {
    const button = find(`[data-do="${what}"]`);
    if (button) { button.classList.add("hit"); setTimeout(() => button.classList.remove("hit"), 160); }
    if (what === "undo") {
      // the table knows what was done last, edits included; what still waits here it does not know
      const waits = outbox.pending().length > 0, id = (waits ? null : snapshot?.undo?.id) ?? heard.last?.id;
      if (id) act({ do: "undo", id });
    } else if (what === "redo") act({ do: "redo" });
    else act({ do: "hear", text: `${context.padSide} ${what}` });
  }

  const ears = new AbortController(), on = (target, name, handler) => target.addEventListener(name, handler, { signal: ears.signal });
  for (const button of root.querySelectorAll("[data-do]")) {
    // pressed, not released: a thumb that slides while it taps has still said what it meant, and Undo is beside it
    on(button, "pointerdown", (event) => { if (event.button === 0) { button.pressed = true; press(button.dataset.do); } });
    on(button, "click", (event) => {
      const told = button.pressed && event.detail > 0;
      button.pressed = false;
      if (!told) press(button.dataset.do);
    });
  }
  for (const button of root.querySelectorAll("[data-open]")) on(button, "click", () => sheets.show(button.dataset.open));
  on(find(".strip"), "click", () => sheets.show("heard"));
  on(find(".whole"), "click", () => { sheets.close(); chart.zoom(0); });
  on(find(".menu"), "click", () => hooks.menu());
  on(notice.querySelector("button"), "click", () => { notice.hidden = true; });
  on(window, "keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    const target = event.composedPath()[0];
    if (target?.matches?.('input,textarea,select,[contenteditable="true"],[role="slider"],[role="tab"],[role="radio"],[role="combobox"]')) return;
    if (root.hidden || document.querySelector('[role="dialog"][aria-modal="true"], [data-testid="stDialog"]')) return;
    if (event.key === "Escape" && sheets.open) { event.preventDefault(); sheets.close(); return; }
    if (/^[1-9]$/.test(event.key) && sheets.digit(event.key)) { event.preventDefault(); return; }
    const what = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
    if (what) { event.preventDefault(); press(what); }
  });
  on(window, "online", () => { wire.hurry(); outbox.hurry(); });
  on(document, "visibilitychange", () => { if (!document.hidden) { wire.hurry(); outbox.hurry(); } });

  for (const element of root.querySelectorAll("[data-text]")) element.textContent = words.say(element.dataset.text);
  for (const element of root.querySelectorAll("[data-say]")) element.setAttribute("aria-label", words.say(`board-${element.dataset.say}`));
  try { const kept = JSON.parse(shelf.get(seen)); if (kept) { snapshot = { ...kept, version: -1 }; chart.draw(snapshot, words); } } catch { /* nothing kept */ }
  draw();
  outbox.hurry();
  return { close() { ears.abort(); clearTimeout(noticeTimer); outbox.close(); wire.close(); sheets.close(); } };
}

// While the server is away Streamlit lays a dialog over the page that makes all of it deaf. The board says so itself,
// and goes on taking taps: the dialog is closed as soon as it stands there.
function keepReachable(signal) {
  const close = () => {
    for (const dialog of document.querySelectorAll('[data-testid="stDialog"]')) {
      if (dialog.querySelector('[data-testid="stErrorCodeBlock"]') || dialog.querySelector("h2")?.textContent === "Connection error") {
        dialog.querySelector('button[aria-label="Close"]')?.click();
      }
    }
  };
  const watch = new MutationObserver(close);
  watch.observe(document.body, { childList: true });
  signal.addEventListener("abort", () => watch.disconnect());
  close();
}

const MOUNTED = new WeakMap();

// The page says which game and language hold; where it does not know yet, this device's memory does.
export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  const root = parentElement.querySelector("#board");
  let mount = MOUNTED.get(root);
  if (!mount) {
    mount = { told: "", game: null, key: null, leave: new AbortController() };
    MOUNTED.set(root, mount);
    keepReachable(mount.leave.signal);
    window.addEventListener("hashchange", () => { const short = invited(); if (short) join(short); }, { signal: mount.leave.signal });
  }
  Object.assign(mount, { setStateValue, setTriggerValue });
  // the code of an invitation comes after the #, which no browser sends and no server logs
  function invited() {
    const short = /[#&]join=([\w-]+)/.exec(location.hash)?.[1];
    if (short) history.replaceState(null, "", location.pathname + location.search);
    return short;
  }
  // joined from here and not by the page: the table then counts wrong codes by this device's own address
  async function join(short) {
    const { code, error } = await joinTable(short);
    if (code) shelf.set(GAME, code);
    tell(code ? { code, language: shelf.get(LANGUAGE) } : { code: data.code ?? shelf.get(GAME) ?? "", language: shelf.get(LANGUAGE), note: error, at: Date.now() });
  }
  function tell(remembered) {
    const told = JSON.stringify(remembered);
    if (mount.told === told) return;
    mount.told = told;
    queueMicrotask(() => mount.setStateValue("remembered", remembered));
  }
  const short = invited();
  if (short) join(short);
  if (data.join && data.join[0] !== mount.joined) { mount.joined = data.join[0]; join(data.join[1]); }
  const code = data.code ?? shelf.get(GAME) ?? "";
  if (data.chosen) shelf.set(LANGUAGE, data.chosen);
  const language = data.chosen ?? shelf.get(LANGUAGE);
  if (!short && (data.code === null || mount.told === "" || JSON.parse(mount.told).code !== code)) tell({ code, language });
  const key = JSON.stringify([code, data.language, data.device]);
  if (key !== mount.key) {
    mount.key = key;
    mount.game?.close();
    mount.game = null;
    if (code) shelf.set(GAME, code); else if (data.code === "") shelf.drop(GAME);
    root.hidden = !code;
    if (code) mount.game = openGame(root, code, data, {
      // asked for again until it stands there: what is asked of a page that is just reconnecting is lost
      menu() {
        let tries = 0;
        clearInterval(mount.asking);
        const ask = () => {
          if (document.querySelector('[data-testid="stDialog"]') || tries++ > 6) clearInterval(mount.asking);
          else mount.setTriggerValue("menu", Date.now());
        };
        mount.asking = setInterval(ask, 1500);
        ask();
      },
      closed(why) { shelf.drop(GAME); tell({ code: "", language, note: why, at: Date.now() }); },
    });
  }
  return () => { clearInterval(mount.asking); mount.game?.close(); mount.leave.abort(); MOUNTED.delete(root); };
}
