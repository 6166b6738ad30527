// Editor: a sheet drawn by tapping cells, kept on the device at every stroke, then on the server under a name.
// Knows signs and cells; whether a drawing is a map is said by the server, by the checks of map files.

const DRAFT = "sonar.map", OWNER = "sonar.map.key";
const SIDES = Array.from({ length: 15 }, (_, i) => i + 1);
const BRUSHES = ["#", "o", "M", "O"];
const SHOWN = { "#": "", ".": "", o: "◌", M: "✱", O: "◯" };
const SPOKEN = { "#": "island", ".": "sea", o: "hole", M: "archer", O: "mark" };
const MOST_KEPT = 60; // drawings that Undo goes back through, also after a reload

const askMaps = async (path, body) => {
  try {
    const reply = await fetch(new URL(`api/${path}`, document.baseURI).href, {
      method: "POST", cache: "no-store", signal: AbortSignal.timeout?.(8000), headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    const answer = await reply.json();
    return reply.ok ? answer : { ...answer, refused: true };
  } catch { return null; }
};

// The drawings of this device, newest last; `at` is the one that is shown.
function openBook() {
  let book = { states: [{ name: "", mode: "", sector: 5, grid: Array(15).fill(".".repeat(15)), id: null, base: null }], at: 0, opened: null, saved: false };
  try {
    const kept = JSON.parse(shelf.get(DRAFT));
    if (kept?.states?.length && !kept.saved) book = kept;
  } catch { /* nothing kept, or by an older page */ }
  const keep = () => { shelf.set(DRAFT, JSON.stringify(book)); };
  return {
    get now() { return book.states[book.at]; },
    get canUndo() { return book.at > 0; },
    get canRedo() { return book.at < book.states.length - 1; },
    get opened() { return book.opened; },
    // a new drawing after the one shown; what had been taken back is given up
    add(change) {
      book.states = [...book.states.slice(0, book.at + 1), { ...this.now, ...change }].slice(-MOST_KEPT);
      book.at = book.states.length - 1;
      book.saved = false;
      keep();
    },
    // the drawing shown, changed in place: a name is typed letter by letter
    amend(change) { Object.assign(this.now, change); book.saved = false; keep(); },
    step(by) { book.at = Math.min(Math.max(book.at + by, 0), book.states.length - 1); book.saved = false; keep(); },
    open(id) { book.opened = id; keep(); },
    saved(id) { this.now.id = id; book.saved = true; book.opened = null; keep(); },
    begun() { return book.states.length > 1 || Boolean(this.now.name); },
  };
}

function openEditor(root, data, hooks) {
  const find = (selector) => root.querySelector(selector), words = wordsOf(data.texts), say = (id, values) => words.say(`editor-${id}`, values);
  const grid = find(".grid"), told = find(".told"), faults = find(".faults"), ears = new AbortController();
  const on = (target, name, handler) => target.addEventListener(name, handler, { signal: ears.signal });
  const book = openBook();
  let brush = "#", cells = [], stroke = null, focus = 0, large = false, timer = 0, checked = null, asked = 0, last = "", sure = 0;
  if (!shelf.get(OWNER)) shelf.set(OWNER, newId() + newId());
  const key = shelf.get(OWNER);

  const columns = () => book.now.grid[0].length, rows = () => book.now.grid.length;
  const nameOf = (i) => `${COLUMN_LETTERS[i % columns()]}${Math.floor(i / columns()) + 1}`;
  const signs = () => stroke?.signs ?? [...book.now.grid.join("")];
  const inRows = (all) => Array.from({ length: rows() }, (_, r) => all.slice(r * columns(), (r + 1) * columns()).join(""));
  const baseOf = (drawing) => data.maps.find((map) => map.id === drawing.base);

  // --- drawn

  function build() {
    const { sector } = book.now, across = columns(), down = rows();
    grid.style.setProperty("--columns", across);
    cells = [];
    focus = Math.min(focus, across * down - 1);
    const head = h("div", { className: "row", role: "row" }, h("span", { className: "label", role: "columnheader", ariaLabel: " " }),
      ...Array.from({ length: across }, (_, c) => h("span", { className: "label", role: "columnheader", textContent: COLUMN_LETTERS[c] })));
    grid.replaceChildren(head, ...Array.from({ length: down }, (_, r) => h("div", { className: "row", role: "row" },
      h("span", { className: "label", role: "rowheader", textContent: r + 1 }),
      ...Array.from({ length: across }, (_, c) => {
        const cell = h("button", { className: "cell", role: "gridcell", tabIndex: -1, data: { at: r * across + c } });
        cell.classList.toggle("left", c % sector === 0);
        cell.classList.toggle("upper", r % sector === 0);
        cell.classList.toggle("right", c === across - 1);
        cell.classList.toggle("lower", r === down - 1);
        cells.push(cell);
        return cell;
      }))));
  }

  function fill() {
    signs().forEach((sign, i) => {
      const cell = cells[i];
      if (cell.dataset.sign === sign) return;
      cell.dataset.sign = sign;
      cell.textContent = SHOWN[sign];
      cell.ariaLabel = `${nameOf(i)} ${say(SPOKEN[sign])}`;
    });
    cells.forEach((cell, i) => { cell.tabIndex = i === focus ? 0 : -1; });
    const all = signs(), islands = all.filter((sign) => sign === "#").length, base = baseOf(book.now);
    const comparable = base && base.grid.length === rows() && base.grid[0].length === columns();
    const apart = comparable ? [...base.grid.join("")].filter((sign, i) => sign !== all[i]).length : 0;
    told.textContent = [last, say("count", { islands, sea: all.length - islands }), comparable ? say("apart", { count: apart, name: base.name }) : ""].filter(Boolean).join(" · ");
  }

  function draw() {
    const { name, mode, sector, grid: sheet } = book.now;
    if (cells.length !== rows() * columns() || grid.dataset.shape !== `${rows()} ${columns()} ${sector}`) { build(); grid.dataset.shape = `${rows()} ${columns()} ${sector}`; }
    fill();
    if (find(".name").value !== name) find(".name").value = name;
    find(".mode").value = mode;
    find(".sector").value = sector;
    find(".rows").value = sheet.length;
    find(".columns").value = sheet[0].length;
    find(".from").value = "";
    find(".undo").disabled = !book.canUndo;
    find(".redo").disabled = !book.canRedo;
    for (const button of root.querySelectorAll("[data-brush]")) { button.ariaChecked = String(button.dataset.brush === brush); button.tabIndex = button.dataset.brush === brush ? 0 : -1; }
    clearTimeout(timer);
    timer = setTimeout(check, 250);
  }

  const list = (sentences, className) => sentences.map((one) => h("li", { className, textContent: words.told({ said: [one] }) }));
  const note = (text, className = "note") => faults.replaceChildren(h("li", { className, textContent: text }));

  // the answer to an older drawing is dropped
  async function check() {
    const mine = ++asked, answer = await askMaps("maps/check", { ...book.now, key });
    if (mine !== asked) return;
    if (!answer) { note(say("offline")); return; }
    checked = answer.refused ? null : answer;
    if (answer.refused) { note(words.told(answer), "fault"); return; }
    faults.replaceChildren(...list(answer.faults, "fault"), ...list(answer.warnings, "warning"));
    find(".delete").hidden = !answer.mine;
    find(".save").textContent = say(answer.mine ? "save-again" : "save");
  }

  // --- strokes: one finger paints what its first cell became; with large cells a finger moves the sheet, and taps paint

  const put = (i, sign) => {
    stroke.signs[i] = sign;
    last = `${nameOf(i)} ${say(SPOKEN[sign])}`;
  };
  function begin(i) {
    const all = signs(), sign = all[i] === brush ? "." : brush;
    stroke = { signs: all, sign, at: i };
    focus = i;
    put(i, sign);
    fill();
  }
  function through(i) {
    const across = columns(), from = [stroke.at % across, Math.floor(stroke.at / across)], to = [i % across, Math.floor(i / across)];
    const steps = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])) || 1;
    for (let n = 1; n <= steps; n++) put(Math.round(from[0] + ((to[0] - from[0]) * n) / steps) + across * Math.round(from[1] + ((to[1] - from[1]) * n) / steps), stroke.sign);
    stroke.at = i;
    fill();
  }
  function end() {
    if (!stroke) return;
    const painted = inRows(stroke.signs);
    stroke = null;
    book.add({ grid: painted });
    draw();
  }
  function under(event) {
    const first = cells[0].getBoundingClientRect(), side = first.width, c = Math.floor((event.clientX - first.left) / side), r = Math.floor((event.clientY - first.top) / first.height);
    return c >= 0 && r >= 0 && c < columns() && r < rows() ? r * columns() + c : -1;
  }
  on(grid, "pointerdown", (event) => {
    if (large || event.button !== 0 || !event.isPrimary) return;
    const i = under(event);
    if (i < 0) return;
    grid.setPointerCapture(event.pointerId);
    begin(i);
  });
  on(grid, "pointermove", (event) => {
    if (!stroke || !event.isPrimary) return;
    const i = under(event);
    if (i >= 0 && i !== stroke.at) through(i);
  });
  for (const name of ["pointerup", "pointercancel"]) on(grid, name, end);
  on(grid, "click", (event) => {
    const cell = event.target.closest(".cell");
    if (!cell || (!large && event.detail > 0)) return; // a finger has painted already; keys click too
    begin(Number(cell.dataset.at));
    end();
  });
  on(grid, "keydown", (event) => {
    const cell = event.target.closest?.(".cell");
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const i = Number(cell.dataset.at), across = columns();
    const steps = { ArrowLeft: i % across ? -1 : 0, ArrowRight: (i + 1) % across ? 1 : 0, ArrowUp: -across, ArrowDown: across, Home: -(i % across), End: across - 1 - (i % across) };
    if (event.key in steps) {
      const to = i + steps[event.key];
      if (to >= 0 && to < cells.length) { focus = to; fill(); cells[to].focus(); }
    } else if (event.key in SHOWN) {
      stroke = { signs: signs(), sign: event.key, at: i };
      put(i, event.key);
      end();
    } else return;
    event.preventDefault();
  });

  // --- what is chosen

  function resize(down, across) {
    const grown = Array.from({ length: down }, (_, r) => (book.now.grid[r] ?? "").slice(0, across).padEnd(across, "."));
    last = "";
    book.add({ grid: grown });
    draw();
  }
  function begun(map) {
    last = "";
    book.add(map ? { name: map.name, mode: map.mode, sector: map.sector, grid: [...map.grid], id: map.own ? map.id : null, base: map.id }
      : { name: "", grid: Array(rows()).fill(".".repeat(columns())), id: null, base: null });
    draw();
  }
  const option = (value, text) => h("option", { value, textContent: text });
  const group = (label, maps) => (maps.length ? [h("optgroup", { label }, ...maps.map((map) => option(map.id, map.name)))] : []);
  find(".from").replaceChildren(option("", say("from-choose")), option("blank", say("blank")),
    ...group(say("own"), data.maps.filter((map) => map.own)),
    ...["real-time", "turn-by-turn"].flatMap((mode) => group(say(mode), data.maps.filter((map) => !map.own && map.mode === mode))));
  on(find(".from"), "change", (event) => { if (event.target.value) begun(data.maps.find((map) => map.id === event.target.value)); });
  for (const name of ["rows", "columns", "sector"]) find(`.${name}`).replaceChildren(...SIDES.map((n) => option(n, n)));
  find(".mode").replaceChildren(option("", say("both")), option("real-time", say("real-time")), option("turn-by-turn", say("turn-by-turn")));
  on(find(".rows"), "change", (event) => resize(Number(event.target.value), columns()));
  on(find(".columns"), "change", (event) => resize(rows(), Number(event.target.value)));
  on(find(".sector"), "change", (event) => { book.add({ sector: Number(event.target.value) }); draw(); });
  on(find(".mode"), "change", (event) => { book.add({ mode: event.target.value }); draw(); });
  on(find(".name"), "input", (event) => { book.amend({ name: event.target.value }); draw(); });
  find(".brushes").replaceChildren(...BRUSHES.map((sign) => h("button", { role: "radio", data: { brush: sign }, onclick: () => { brush = sign; draw(); } },
    h("span", { className: "sample", data: { sign }, ariaHidden: "true", textContent: SHOWN[sign] }), say(`brush-${SPOKEN[sign]}`))));
  on(find(".brushes"), "keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    brush = BRUSHES[(BRUSHES.indexOf(brush) + by + BRUSHES.length) % BRUSHES.length];
    draw();
    find(`[data-brush="${brush}"]`).focus();
  });
  on(find(".undo"), "click", () => { last = ""; book.step(-1); draw(); });
  on(find(".redo"), "click", () => { last = ""; book.step(1); draw(); });
  on(find(".larger"), "click", () => {
    large = !large;
    root.classList.toggle("large", large);
    find(".larger").classList.toggle("on", large);
    find(".larger").ariaPressed = String(large);
    fill();
  });

  // --- kept, taken away, deleted, left

  on(find(".save"), "click", async () => {
    clearTimeout(timer);
    const answer = await askMaps("maps", { ...book.now, key });
    asked++; // what is said now stays
    if (!answer) { note(say("offline")); return; }
    if (answer.refused) { note(words.told(answer), "fault"); return; }
    book.saved(answer.id);
    note(say("saved", { name: answer.name }));
    hooks.saved({ id: answer.id, mode: answer.mode, at: Date.now() });
  });
  on(find(".export"), "click", async () => {
    await check();
    if (!checked?.text) return;
    const link = h("a", { href: URL.createObjectURL(new Blob([checked.text], { type: "text/plain" })), download: `${book.now.name.trim().replace(/[^\p{L}\p{N}_-]+/gu, "-") || "map"}.txt` });
    root.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });
  on(find(".delete"), "click", async () => {
    const button = find(".delete");
    if (Date.now() - sure > 4000) {
      sure = Date.now();
      button.textContent = say("delete-sure");
      button.classList.add("sure");
      setTimeout(() => { button.textContent = say("delete"); button.classList.remove("sure"); }, 4000);
      return;
    }
    const answer = await askMaps("maps/delete", { id: book.now.id, key });
    if (!answer || answer.refused) { note(answer ? words.told(answer) : say("offline"), "fault"); return; }
    book.saved(null);
    hooks.left({ at: Date.now() });
  });
  on(find(".leave"), "click", () => { book.open(null); hooks.left({ at: Date.now() }); });
  on(root, "keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || !["z", "y"].includes(event.key.toLowerCase()) || event.target.matches?.("input")) return;
    event.preventDefault();
    find(event.key.toLowerCase() === "z" && !event.shiftKey ? ".undo" : ".redo").click();
  });

  for (const element of root.querySelectorAll("[data-text]")) element.textContent = say(element.dataset.text);
  for (const element of root.querySelectorAll("[data-say]")) element.setAttribute("aria-label", say(element.dataset.say));
  const start = data.maps.find((map) => map.id === data.start);
  if (start && book.opened !== start.id) { book.open(start.id); begun(start); } else draw();
  return { close() { ears.abort(); clearTimeout(timer); asked++; } };
}

const EDITORS = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector("#editor");
  let mount = EDITORS.get(root);
  if (!mount) { mount = { key: null, editor: null, telling: 0 }; EDITORS.set(root, mount); }
  // told again until the page has put something else here: what is told to a page that is just reconnecting is lost
  const tell = (name, what) => {
    clearInterval(mount.telling);
    mount.telling = setInterval(() => mount.setTriggerValue(name, what), 5000);
    mount.setTriggerValue(name, what);
  };
  mount.setTriggerValue = setTriggerValue;
  const key = JSON.stringify([data.start, data.language]);
  if (mount.key !== key) {
    mount.key = key;
    mount.editor?.close();
    mount.editor = openEditor(root, data, { saved(what) { tell("saved", what); }, left(what) { tell("left", what); } });
  }
  return () => { clearInterval(mount.telling); mount.editor?.close(); EDITORS.delete(root); };
}
