// Board: puts outbox, wire, chart, lists and sheets together on one element.
// Knows which tap means which operation; knows no rules of the game.

const KEYS = { ArrowUp: "N", ArrowDown: "S", ArrowLeft: "W", ArrowRight: "E", n: "N", s: "S", w: "W", e: "E", l: "silence", z: "undo", Backspace: "undo", y: "redo", "?": "?", m: "mine" };
const OPENS = { u: "surface", d: "drone", o: "sonar", p: "sonar-theirs", t: "aim", x: "other", h: "heard" }; // by keys, which sheet
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const MATES_TOO = /^. (sonar|drone|ready)\b/;
const EXPLAINED = "sonar.explained";

// One game on one element; closed and opened anew for another game.
function openGame(root, code, { texts, palette, language }, hooks) {
  const find = (selector) => root.querySelector(selector);
  const words = wordsOf(texts), say = words.say, seen = `sonar.seen.${code}`, stayed = `sonar.stayed.${code}`, past = new Set();
  let device = "", snapshot = null, live = false, shut = false, padSide = "theirs", viewed = null, editing = null, onChart = "", pair = [], role = roles.now, asked = null, aside = false, ahead = { list: [], done: [], undone: [] };

  const earlier = code.includes("~"); // the game that it names is looked back into, from the crew's newest
  const letter = (who) => ((who === "ours") === ((snapshot?.us ?? "yellow") === "yellow") ? "Y" : "B");
  const shown = () => viewed ?? (snapshot && mend.view(snapshot));
  const nameOf = (id) => (id && id !== device && snapshot?.devices?.[id]) || "";
  const status = openStatus(root, words), glance = openGlance(root, words), bar = openBar(find(".bar"), status.say);
  const wire = openWire(code, {
    snapshot: take,
    line(on, refused) {
      live = on;
      shut = Boolean(refused);
      if (on) outbox.hurry();
      // a game that is closed to this device is left, but never while taps wait for it here
      if (shut && !outbox.pending().length) hooks.closed(words.told(refused)); else draw();
    },
  });
  const outbox = openOutbox(code, wire.post, {
    taken(answer) {
      take(answer);
      if (answer.note) bar.show("notice", { text: words.told({ said: answer.note_said, error: answer.note }), seconds: 5, tone: "calm" });
      if (!live) wire.hurry();
      draw();
    },
    refused(op, fault) { complain(say("board-refused", { text: op.text ? words.item(op.text) : say(`board-${op.do}`), error: words.told(fault) })); mend.refused(); draw(); },
    changed() { draw(); },
  });
  const chart = openChart(find(".map"), palette, {
    cell(name) { if (role === "captain") askOdds(name); else aim(name); },
    whole: () => role === "captain",
    zoomed(sector) {
      if (sector) bar.show("zoom", { text: say("board-zoom"), buttons: [[say("board-whole-map"), () => { sheets.close(); chart.zoom(0); }]] });
      else bar.hide("zoom");
    },
  });
  const mend = openMend(root, code, words, {
    apply(operations) {
      const made = operations.map((operation) => act(operation).op);
      pair = made.length > 1 ? made : [];
    },
    show(sheet) { sheets.show(sheet); },
    changed() { redraw(false); draw(); },
  });
  const heard = openHeard(root, { undoTo, open: (id) => sheets.show("entry", id) });
  const context = {
    words, hear,
    get map() { return snapshot?.map; }, get ours() { return letter("ours"); }, get theirs() { return letter("theirs"); }, get padSide() { return letter(side()); },
    get role() { return role; },
    get count() { return heard.list.length; },
    share: (n) => words.percent(snapshot?.sectors[n] ?? 0).replace(" ", ""),
    entry(id) { const found = heard.list.find((entry) => entry.id === id); return found && { ...found, who: nameOf(found.device) }; },
    understand: (text) => wire.ask("understand", { text, language, side: letter(side()), after: editing ? "" : heard.last?.text ?? "" }),
    understood,
    moreSheets: mend.sheets,
    routeSwitch: (again) => mend.routeSwitch(() => { again(); followBest(); }),
    get fieldShown() { return find(".said").checkVisibility?.() ?? false; },
  };
  const sheets = openSheets(find(".sheet"), context, {
    changed(name) {
      root.dataset.sheet = name ?? "";
      for (const part of [".pad", ".strip", ".panel"]) find(part).inert = Boolean(name); // they lie under the sheet
      find(".chart").style.removeProperty("--covered");
      if (name === "cell" || name === "aim") return;
      chart.choose(null);
      chart.zoom(0);
      followBest();
    },
    list(element) { heard.into(element); },
    aim, complain, undoTo, become,
    pad(who) { padSide = who; root.classList.toggle("entering-ours", who === "ours"); },
    change(entry) { edit({ do: "change", id: entry.id }, "board-changing", entry); },
    insert(entry) { edit({ do: "insert", before: entry.id }, "board-inserting", entry); },
    remove(entry) { sheets.close(); unlessImpossible({ do: "delete", id: entry.id }); },
    view(n) { sheets.close(); view(n); },
  });

  // --- who holds the device

  // The mate's pad enters our own announcements, the operator's the enemy's unless it was turned round.
  function side() { return role === "mate" ? "ours" : padSide; }
  function show(next) {
    role = root.dataset.role = next;
    if (role === "captain") feel.awake();
  }
  function become(next) {
    roles.choose(next);
    sheets.close();
    if (viewed) view(null);
    stopEditing();
    forgetOdds();
    chart.zoom(0);
    show(next);
    if (next === "captain") bar.hide("double");
    draw();
    explain();
  }
  function explain() {
    if (role === "captain" || shelf.get(EXPLAINED)) return;
    shelf.set(EXPLAINED, "1");
    sheets.show("welcome");
  }
  // The captain taps a cell to ask what a torpedo there would meet.
  function askOdds(name) {
    if (!shown()) return;
    asked = name;
    chart.choose(name);
    bar.show("odds", { text: glance.odds(shown(), name), buttons: [["✕", forgetOdds, say("board-dismiss")]] });
  }
  function forgetOdds() { asked = null; bar.hide("odds"); chart.choose(null); }

  function askBeside([across, down]) {
    const now = shown();
    if (!now) return;
    const { rows, columns } = now.map, from = asked ?? now.best ?? `${COLUMN_LETTERS[Math.floor(columns / 2)]}${Math.ceil(rows / 2)}`;
    const within = (place, most) => Math.max(0, Math.min(most - 1, place));
    const column = within(COLUMN_LETTERS.indexOf(from[0]) + (asked ? across : 0), columns), row = within(Number(from.slice(1)) - 1 + (asked ? down : 0), rows);
    askOdds(`${COLUMN_LETTERS[column]}${row + 1}`);
  }

  // --- what the table says

  function take(answer) {
    if (!answer?.map || past.has(answer.epoch)) return;
    const same = snapshot?.epoch === answer.epoch;
    if (same && (answer.version - snapshot.version || (answer.revision ?? 0) - (snapshot.revision ?? 0)) < 0) return;
    if (snapshot && !same) past.add(snapshot.epoch);
    const renewed = !same || snapshot.version !== answer.version;
    snapshot = carried({ ...answer, best: likeliest(answer) }, snapshot);
    if (renewed) {
      shelf.set(seen, JSON.stringify(answer));
      offerDouble();
    }
    offerNext();
    if (!viewed) redraw(renewed);
    draw();
    if (renewed) status.speak(shown());
  }

  // The map is drawn where it differs: the same version comes again with routes, mines and corrections only.
  function redraw(renewed) {
    const now = shown(), key = `${now.contradiction?.n} ${now.probability}`;
    if (renewed || key !== onChart) chart.draw(now, words, renewed);
    onChart = key;
    followBest();
  }

  function draw() {
    const waiting = outbox.pending();
    ahead = foresee(snapshot, waiting);
    heard.show(words, ahead.list, snapshot?.contradiction?.n ?? 0, snapshot?.us ?? "yellow");
    // an operation on its way for the first time is no news: it is told once the table did not take it at once
    status.line(live, shut, !live || outbox.trouble ? waiting.length : 0, earlier);
    root.dataset.waiting = waiting.length;
    const last = undone(), undo = find('[data-do="undo"]'), whose = nameOf(last?.device);
    const text = !last ? "" : last.kind === "change" ? say("board-undo-before", { text: words.item(last.before) })
      : last.kind === "delete" ? say("board-undo-deleted", { text: words.item(last.text) }) : words.item(last.text);
    const again = (ahead.undone.at(-1)?.edits ?? []).map((edit) => words.item(edit.text)).join(" ");
    find(".pad .again").textContent = again;
    find('[data-do="redo"]').setAttribute("aria-label", again ? say("board-redo-label", { text: again }) : say("board-redo"));
    find(".pad .target").textContent = whose ? `${whose}: ${text}` : text;
    undo.classList.toggle("others", Boolean(last?.device && device && last.device !== device));
    undo.setAttribute("aria-label", last ? say("board-undo-label", { text: find(".pad .target").textContent }) : say("board-undo"));
    if (!snapshot) return;
    root.classList.add("ready");
    root.dataset.version = snapshot.version;
    root.dataset.heard = snapshot.heard.length;
    const now = shown();
    root.dataset.us = snapshot.us;
    status.numbers(now, now.contradiction ? mend.brief(now) : "");
    glance.show(now, heard.last, live, snapshot.us);
    mend.draw(snapshot, Boolean(viewed));
  }

  // The crew plays on: one tap takes this device along, or back from an earlier game, and this game stays as it is.
  function offerNext() {
    const next = snapshot.next;
    if (!next || (earlier ? aside : shelf.get(stayed) === next.game)) { bar.hide("next"); return; }
    const stay = () => { if (earlier) aside = true; else shelf.set(stayed, next.game); bar.hide("next"); };
    bar.show("next", {
      text: earlier ? say("board-earlier") : say("board-next", { map: next.map }), tone: "calm",
      buttons: [[say(earlier ? "board-earlier-back" : "board-next-go"), hooks.next], ["✕", stay, say("board-dismiss")]],
    });
  }

  function offerDouble() {
    const double = snapshot.double;
    if (!double || role === "captain") { bar.hide("double"); return; }
    bar.show("double", {
      text: say("board-double", { text: words.item(double.text) }), seconds: 6,
      buttons: [[say("board-double-one"), () => { bar.hide("double"); act({ do: "undo", id: double.id }); }], ["✕", () => bar.hide("double"), say("board-dismiss")]],
    });
  }

  // --- operations

  function complain(text) { bar.show("notice", { text, seconds: 12, buttons: [["✕", () => bar.hide("notice"), say("board-dismiss")]] }); }
  function act(body) {
    feel.tap();
    if (viewed) view(null);
    const made = outbox.add({ ...body, seen: snapshot?.version >= 0 ? snapshot.version : undefined });
    draw();
    if (!live || outbox.trouble) status.say(say("board-spoken-waiting", { text: body.text ? words.aloud(body.text) : say(`board-${body.do}`), count: outbox.pending().length }));
    return made;
  }
  // `spelled`: the announcements of a line that holds several, one by one
  function hear(text, spelled) {
    if (!editing) { act({ do: "hear", text, spelled }); return; }
    const body = { ...editing, text };
    stopEditing();
    unlessImpossible(body);
  }
  function understood({ raw, completed, spelled = [] }) {
    if (raw) { hear(raw); return; }
    if (completed) act({ do: "change", id: heard.last.id, text: completed });
    // one line holds what one side did: a line of both sides goes out as several
    for (let from = 0, to; from < spelled.length; from = to) {
      for (to = from + 1; to < spelled.length && spelled[to][0] === spelled[from][0];) to++;
      const line = spelled.slice(from, to);
      hear([line[0], ...line.slice(1).map((text) => text.slice(2))].join(" "), line);
    }
  }
  // What Undo takes back: what was done last, edits included. What another device enters of our own side is its
  // holder's to take back: it may come in between a wrong tap here and its undo. A mate's pad takes back our own side's
  // and what of the enemy's is entered on it as well.
  function undone() {
    const ours = ({ text }) => text.startsWith(letter("ours"));
    if (role === "mate") return ahead.done.findLast((edit) => ours(edit) || (device && (edit.device ?? device) === device && MATES_TOO.test(edit.text))) ?? null;
    return ahead.done.findLast((edit) => !(ours(edit) && device && edit.device && edit.device !== device)) ?? ahead.done.at(-1) ?? null;
  }
  function undoTo(id) { sheets.close(); act({ do: "undo_to", id }); }
  function press(what) {
    const button = find(`[data-do="${what}"]`);
    if (button) { button.classList.add("hit"); setTimeout(() => button.classList.remove("hit"), 160); }
    if (what === "undo") {
      if (editing) { stopEditing(); return; }
      const id = undone()?.id, both = pair.at(-1) === id ? [...pair].reverse() : [id]; // a pair went in together
      pair = [];
      if (id) for (const one of both) act({ do: "undo", id: one });
    } else if (what === "redo") act({ do: "redo", id: ahead.undone.at(-1)?.id });
    else hear(`${letter(side())} ${what}`);
  }

  // --- edits in the middle: shown before they are kept where they contradict

  function edit(body, message, entry) {
    sheets.close();
    editing = body;
    root.classList.add("editing");
    bar.show("change", { text: say(message, { n: entry.n, text: words.item(entry.text) }), buttons: [[say("board-stop"), stopEditing]] });
  }
  function stopEditing() { editing = null; root.classList.remove("editing"); bar.hide("change"); }
  async function unlessImpossible(body) {
    const foreseen = outbox.pending().length ? null : await wire.ask("preview", { op: newId(), ...body });
    const broken = foreseen?.contradiction, before = snapshot?.contradiction;
    if (foreseen?.error && !foreseen.map) { complain(words.told(foreseen)); return; }
    if (!broken || (before && broken.n >= before.n)) { act(body); return; }
    bar.show("ask", {
      text: say("board-edit-impossible", { n: broken.n, text: words.item(broken.text) }),
      buttons: [[say("board-edit-keep"), () => { bar.hide("ask"); act(body); }], [say("board-edit-drop"), () => bar.hide("ask")]],
    });
  }

  // --- the map as of any announcement, and the ways that end in a cell

  async function view(n) {
    const total = snapshot?.heard.length ?? 0;
    if (n === null || n >= total) {
      viewed = null;
      bar.hide("view");
      if (snapshot) { redraw(false); draw(); }
      return;
    }
    const answer = await wire.ask(`snapshot?at=${Math.max(0, n)}`);
    if (!answer?.map) { complain(answer ? words.told(answer) : say("board-net-off")); return; }
    viewed = { ...answer, best: likeliest(answer), at: Math.max(0, n) };
    redraw(false);
    bar.show("view", {
      text: say("board-viewing", { n: viewed.at, total }),
      buttons: [["◀", () => view(viewed.at - 1), say("board-view-before")], ["▶", () => view(viewed.at + 1), say("board-view-after")], [say("board-view-now"), () => view(null)]],
    });
    draw();
  }
  function followBest() {
    const now = shown();
    chart.mines(now?.mines ?? []);
    if (sheets.open !== "cell") chart.routes(now?.route?.length > 1 && mend.routeShown ? [now.route] : []);
  }
  async function drawRoutes(cell, most) {
    const at = shown(), answer = await wire.ask(`routes?cell=${cell}${viewed ? `&at=${viewed.at}` : ""}`);
    if (answer?.routes && at === shown()) chart.routes(answer.routes.slice(0, most));
    return answer;
  }
  // Where the sheet would lie over the cell that it is about, the map is drawn above it.
  function makeRoom(name) {
    const chartBox = find(".chart").getBoundingClientRect(), sheetTop = find(".sheet").getBoundingClientRect().top;
    const over = chartBox.bottom - sheetTop, cell = find(`[data-cell="${name}"]`).getBoundingClientRect();
    const beside = find(".sheet").getBoundingClientRect().left >= chartBox.right;
    if (!beside && over > 0 && (chart.zoomed || cell.bottom > sheetTop)) find(".chart").style.setProperty("--covered", `${over}px`);
  }
  async function aim(name) {
    if (sheets.open && sheets.open !== "cell" && sheets.open !== "aim") return;
    sheets.show("cell", name);
    chart.choose(name);
    makeRoom(name);
    chart.routes([]);
    if (shown().mixed) return; // routes are of the record as heard, and that has none
    const answer = await drawRoutes(name, 12);
    if (answer?.routes && sheets.open === "cell") sheets.told(say(answer.routes.length ? "board-cell-routes" : "board-cell-never", { count: `${answer.routes.length}${answer.more ? "+" : ""}` }));
  }

  // --- hands and keys

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
  on(find(".role"), "click", () => become("operator"));
  on(find(".strip"), "click", () => sheets.show("heard"));
  on(find(".menu"), "click", () => hooks.menu((waiting) => (waiting ? bar.show("notice", { text: say("board-menu-waits"), tone: "calm" }) : bar.hide("notice"))));
  on(window, "keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    if (root.hidden || document.querySelector('[data-testid="stDialog"]')) return;
    if (event.key === "Escape") {
      if (sheets.open) sheets.close(); else if (bar.has("odds")) forgetOdds(); else if (viewed) view(null); else if (editing) stopEditing(); else if (chart.zoomed) chart.zoom(0); else return;
      event.preventDefault();
      return;
    }
    if (role === "captain") { if (STEPS[event.key]) { event.preventDefault(); askBeside(STEPS[event.key]); } return; } // no pad, so no key that announces either
    const target = event.composedPath()[0];
    if (target?.matches?.('input,textarea,select,[contenteditable="true"],[role="slider"],[role="tab"],[role="radio"],[role="combobox"]')) return;
    if (/^[1-9]$/.test(event.key) && sheets.digit(event.key)) { event.preventDefault(); return; }
    if (event.key === "/") { event.preventDefault(); if (context.fieldShown) sheets.close(); if (!context.fieldShown) sheets.show("other"); find(context.fieldShown ? ".said .typed" : ".sheet .typed").focus(); return; }
    const sheet = OPENS[event.key.toLowerCase()];
    if (sheet) {
      event.preventDefault();
      sheets.show(sheet);
      if (sheet === "aim") find(".sheet .cell-name").focus();
      return;
    }
    const what = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
    if (what) { event.preventDefault(); press(what); }
  });
  on(window, "online", () => { wire.hurry(); outbox.hurry(); });
  on(document, "visibilitychange", () => { if (!document.hidden) { show(role); wire.hurry(); outbox.hurry(); } });

  show(role);
  find(".said").replaceChildren(...sheets.typing());
  for (const element of root.querySelectorAll("[data-text]")) element.textContent = say(element.dataset.text);
  for (const element of root.querySelectorAll("[data-say]")) element.setAttribute("aria-label", say(`board-${element.dataset.say}`));
  try {
    const kept = JSON.parse(shelf.get(seen));
    if (kept) { snapshot = { ...kept, best: likeliest(kept), version: -1 }; redraw(true); }
  } catch { /* nothing kept, or by an older page */ }
  draw();
  outbox.hurry();
  if (hooks.greet && !roles.chosen) sheets.show("roles"); else explain();
  return { become, know(id) { if (device !== id) { device = id; draw(); } }, close() { ears.abort(); bar.close(); outbox.close(); wire.close(); sheets.close(); } };
}
