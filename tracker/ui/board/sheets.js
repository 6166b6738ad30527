// Sheets: every announcement that needs more than one tap, laid over the pad.
// Knows the items of the record format and what must be chosen for each; knows nothing of the server.

// `context` gives words, map, ours ("Y"), theirs ("B"), padSide (the side whose announcements the pad enters) and hear(text).
function openSheets(sheet, context, hooks) {
  const say = (id, values) => context.words.say(id, values);
  const options = {}; // which alternative of a sheet is chosen: kept while the sheet is open
  let open = null, argument = null, opener = null;

  const send = (text) => { close(); context.hear(text); };
  const heading = (title, ...extra) => h("div", { className: "sheet-head" }, h("h2", { textContent: title }), ...extra,
    h("button", { className: "shut", textContent: "✕", ariaLabel: say("board-close"), onclick: close }));
  // Two or three alternatives of which one is on, such as ours / enemy's.
  const either = (name, choices) => {
    options[name] ??= choices[0][0];
    return h("div", { className: "either", role: "group" }, ...choices.map(([value, text]) => h("button", {
      textContent: text, className: options[name] === value ? "on" : "", ariaPressed: String(options[name] === value),
      onclick: () => { options[name] = value; redraw(); },
    })));
  };
  const sectorCount = () => {
    const { rows, columns, sector } = context.map;
    return [Math.ceil(rows / sector), Math.ceil(columns / sector)];
  };
  // The sectors where they lie on the sheet: 3 x 3 or 2 x 2.
  const sectorPad = (build) => {
    const [down, across] = sectorCount(), pad = h("div", { className: "sector-pad" });
    pad.style.gridTemplateColumns = `repeat(${across}, 1fr)`;
    for (let n = 1; n <= down * across; n++) pad.append(build(n));
    return pad;
  };
  const big = (text, onclick, more = {}) => h("button", { className: "big", textContent: text, onclick, ...more });
  const actor = (value) => (value === "ours" ? context.ours : context.theirs);

  // What the other side answered to the sonar of `asker`: whose it is was chosen on the pad, so that the second value is the third tap.
  function sonarAnswer(asker, title) {
    const { rows, columns } = context.map, [down, across] = sectorCount();
    const picked = (options.picked ??= {});
    const kind = (name, values) => h("div", { className: "kind" }, h("h3", { textContent: say(`board-word-${name}`) }),
      h("div", { className: `values${values.length < 10 ? " one-row" : ""}` }, ...values.map((value) => h("button", {
        textContent: value, className: `value${picked[name] === value ? " on" : ""}`, ariaPressed: String(picked[name] === value),
        ariaLabel: `${say(`board-word-${name}`)} ${value}`,
        onclick: () => {
          if (picked[name] === value) delete picked[name]; else picked[name] = value;
          // two facts of different kinds are the whole answer: a second value of one kind only replaces the first
          const facts = ["row", "column", "sector"].filter((k) => k in picked).map((k) => `${k}=${picked[k]}`);
          if (facts.length === 2) send(`${asker} sonar ${facts.join(" ")}`); else redraw();
        },
      }))));
    return [
      heading(say(title)),
      h("p", { className: "hint", textContent: say("board-sonar-hint") }),
      kind("row", Array.from({ length: rows }, (_, i) => String(i + 1))),
      kind("column", [...COLUMN_LETTERS.slice(0, columns)]),
      kind("sector", Array.from({ length: down * across }, (_, i) => String(i + 1))),
      big(say("board-sonar-not-heard"), () => send(`${asker} sonar ?`), { className: "big flat" }),
    ];
  }

  const SHEETS = {
    surface() {
      const who = context.padSide;
      const ice = context.map.grid.some((row) => row.includes("o")), plain = [["surface", say("board-surface")], ["blackout", say("board-blackout")]];
      // on ice what it did to the hull may be said as well: one choice of six, so that the sector stays the third tap
      const hull = ["hurt", "unhurt"].flatMap((word) => plain.map(([item, text]) => [`${item} ${word}`, `${text}, ${say(`board-word-${word}`)}`]));
      const said = (sector) => { const [item, word] = options.forced.split(" "); return [who, item, sector, word].filter(Boolean).join(" "); };
      return [
        heading(say("board-surface-where"), ice ? null : either("forced", plain)),
        ice ? either("forced", [...plain, ...hull]) : null,
        sectorPad((n) => big(String(n), () => send(said(n)), { data: { digit: n } })),
        big(say("board-sector-not-heard"), () => send(said("?")), { className: "big flat" }),
      ].filter(Boolean);
    },
    drone() {
      return [
        heading(say("board-drone-title"), either("drone", [["ours", say("board-ours")], ["theirs", say("board-theirs")]])),
        h("p", { className: "hint", textContent: say(options.drone === "theirs" ? "board-drone-hint-theirs" : "board-drone-hint") }),
        sectorPad((n) => h("div", { className: "answers", role: "group", ariaLabel: say("board-sector-n", { n }) },
          h("span", { className: "which" }, String(n), h("small", { textContent: context.share(n) })),
          big(say("board-word-yes"), () => send(`${actor(options.drone)} drone ${n} yes`), { ariaLabel: say("board-sector-yes", { n }) }),
          big(say("board-word-no"), () => send(`${actor(options.drone)} drone ${n} no`), { ariaLabel: say("board-sector-no", { n }) }))),
      ];
    },
    sonar: () => sonarAnswer(context.ours, "board-sonar-asked"),
    "sonar-theirs": () => sonarAnswer(context.theirs, "board-sonar-told"),
    cell() {
      const name = argument, archer = symbolAt(name) === "M";
      const row = (title, side, item, team) => h("div", { className: `shots ${team}`, role: "group", ariaLabel: `${title} ${name}` },
        h("span", { className: "what", textContent: title }),
        ...["clear", "indirect", "direct", "?"].map((answer) => big(answer === "?" ? "?" : say(`board-word-${answer}`), () => send(`${side} ${item} ${name} ${answer}${options.self ? ` self=${options.self}` : ""}`),
          { ariaLabel: `${title} ${name} ${say(answer === "?" ? "board-not-heard" : `board-word-${answer}`)}` })));
      // what the blast did to who fired, where that was said: asked first, so that the answer stays the last tap
      const self = h("div", { className: "shots self", role: "group", ariaLabel: say("board-self") },
        h("span", { className: "what", textContent: say("board-self") }),
        ...["clear", "indirect", "direct"].map((hit) => h("button", { className: `big${options.self === hit ? " on" : ""}`, textContent: say(`board-word-${hit}`), ariaLabel: `${say("board-self")} ${say(`board-word-${hit}`)}`,
          ariaPressed: String(options.self === hit), onclick: () => { options.self = options.self === hit ? "" : hit; redraw(); } })));
      return [
        heading(say("board-cell-title", { cell: name }), h("span", { className: "told", role: "status" })),
        row(say("board-our-torpedo"), context.ours, "torpedo", "ours"),
        row(say("board-our-mine"), context.ours, "trigger", "ours"),
        ...(archer ? [row(say("board-our-archer"), context.ours, "archer", "ours")] : []),
        ...(context.role === "mate" ? [] : [
          row(say("board-their-torpedo"), context.theirs, "torpedo", "theirs"),
          row(say("board-their-mine"), context.theirs, "trigger", "theirs"),
          ...(archer ? [row(say("board-their-archer"), context.theirs, "archer", "theirs")] : []),
        ]),
        self,
      ];
    },
    aim() {
      return [heading(say("board-aim-title")), h("p", { className: "hint large", textContent: say("board-aim-hint") }),
        h("div", { className: "cell-entry" },
          h("input", { className: "cell-name", placeholder: "C6", maxLength: 3, ariaLabel: say("board-aim-field"), autocapitalize: "characters", autocomplete: "off", enterKeyHint: "done",
            onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); aimAt(event.target.value); } } }),
          big(say("board-aim-go"), () => aimAt(sheet.querySelector(".cell-name").value)))];
    },
    ready() {
      const ready = [["theirs", say("board-theirs")], ["ours", say("board-ours")]];
      if (context.role === "mate") ready.reverse();
      return [heading(say("board-ready-title"), either("ready", ready)),
        h("div", { className: "grid3" }, ...["mine", "torpedo", "drone", "sonar", "silence", "scenario"].map((system) =>
          big(say(`board-word-${system}`), () => send(`${actor(options.ready)} ready ${system}`))))];
    },
    other() {
      const who = context.padSide, put = (id, text) => big(say(id), () => send(`${who} ${text}`));
      return [
        heading(say("board-other-title"), context.role === "mate" ? null : either("pad", [["theirs", say("board-pad-theirs")], ["ours", say("board-pad-ours")]])),
        ...(context.fieldShown ? [] : typing()),
        h("div", { className: "grid3" },
          big(say("board-torpedo"), () => show("aim")), big(say("board-trigger"), () => show("aim")), put("board-gap", "gap"),
          put("board-word-hurt", "hurt"), put("board-word-scenario", "scenario"), put("board-word-dive", "dive"),
          big(say("board-ready"), () => show("ready")), big(say("board-legend"), () => show("legend")),
          big(say(feel.sound ? "board-sound-off" : "board-sound-on"), () => { feel.switch(); redraw(); })),
      ];
    },
    entry() {
      const entry = context.entry(argument);
      if (!entry) return [heading(say("board-gone"))];
      const n = entry.n, last = n === context.count;
      return [
        heading(`${n}  ${context.words.item(entry.text)}`),
        h("p", { className: "hint", textContent: [entry.clock, entry.who].filter(Boolean).join(" · ") }),
        h("div", { className: "grid2" },
          big(say("board-entry-change"), () => hooks.change(entry)), big(say("board-entry-insert"), () => hooks.insert(entry)),
          big(say("board-entry-delete"), () => hooks.remove(entry)), big(say("board-entry-view"), () => hooks.view(n)),
          last ? null : big(say("board-undo-count", { count: context.count - n }), () => hooks.undoTo(entry.id), { className: "big danger" })),
      ];
    },
    welcome() {
      const line = (sign, id) => h("li", {}, h("b", { textContent: sign, ariaHidden: "true" }), say(id));
      return [heading(say(context.role === "mate" ? "board-role-mate" : "board-role-operator")), h("ul", { className: "welcome" }, line("N", context.role === "mate" ? "board-welcome-mate" : "board-welcome-tap"), line("◎", "board-welcome-map"), line("↶", "board-welcome-undo"),
        line("…", "board-welcome-other"), line("☰", "board-welcome-crew")), big(say("board-welcome-go"), close, { className: "big go" })];
    },
    roles() {
      return [heading(say("board-role-title")), h("div", { className: "role-list" }, ...ROLES.map((role) => h("button", { className: "big", data: { role }, onclick: () => { close(); hooks.become(role); } },
        h("b", { textContent: say(`board-role-${role}`) }), h("small", { textContent: say(`board-role-${role}-hint`) }))))];
    },
    legend() {
      const row = (mark, id) => h("li", {}, h("span", { className: `mark ${mark}` }), say(id));
      return [heading(say("board-legend")), h("ul", { className: "legend" }, row("heat", "board-legend-heat"), row("ring", "board-legend-ring"), row("route", "board-legend-route"), row("mine", "board-legend-mine"), row("never", "board-legend-never"),
        row("land", "board-legend-land"), row("gone", "board-legend-gone"), row("start", "board-legend-start"), row("hole", "board-legend-hole"), row("archer", "board-legend-archer")), context.routeSwitch(redraw)];
    },
    heard() {
      const list = h("ol", { className: "heard", tabIndex: 0 });
      queueMicrotask(() => hooks.list(list));
      return [heading(say("board-heard-title")), list];
    },
  };
  Object.assign(SHEETS, context.moreSheets({ heading, close }));
  const TALL = new Set(["sonar", "sonar-theirs", "heard", "legend", "other", "welcome", "roles", "mends", "clues"]);

  // A line of words: it shows how it was understood before any of it is taken, and asks where it can be read in two ways.
  function typing() {
    const readings = h("div", { className: "readings", role: "status" });
    const typed = h("input", {
      className: "typed", placeholder: say("board-type-hint"), ariaLabel: say("board-type-label"), maxLength: 400, autocomplete: "off", autocapitalize: "none", enterKeyHint: "send",
      oninput: () => look(), onkeydown: (event) => {
        if (event.key === "Enter") { event.preventDefault(); take(); }
        if (event.key === "Escape") empty();
      },
    });
    let asked = 0, choices = null, wanted = false;
    const shown = (choice) => [...(choice.completed ? [choice.completed] : []), ...choice.spelled].map((text) => context.words.line(text)).join(" · ");
    // given back to the keys that enter courses
    const empty = () => { asked++; typed.value = ""; readings.replaceChildren(); typed.blur(); };
    const use = (choice) => { empty(); close(); context.understood(choice); };
    async function look() {
      const mine = ++asked, text = typed.value.trim();
      choices = null;
      if (!text) { readings.replaceChildren(); return; }
      const answer = await context.understand(text);
      if (mine !== asked) return;
      // where nobody can be asked, the line waits as it stands and the table reads it later
      choices = answer ? answer.choices : [{ raw: text }];
      readings.replaceChildren(...(!answer ? [] : choices.length === 1 ? [h("p", { className: "reading", textContent: shown(choices[0]) })]
        : choices.length ? choices.map((choice) => big(shown(choice), () => use(choice), { className: "big flat" })) : [h("p", { className: "fault", textContent: context.words.told(answer) })]));
      if (wanted) take();
    }
    function take() {
      if (!typed.value.trim()) return;
      if (choices === null) { wanted = true; return; } // not understood yet: taken as soon as it is
      wanted = false;
      if (choices.length === 1) use(choices[0]);
    }
    return [h("div", { className: "cell-entry" }, typed, big(say("board-type-go"), take)), readings];
  }

  const symbolAt = (name) => context.map.grid[Number(name.slice(1)) - 1]?.[COLUMN_LETTERS.indexOf(name[0])];
  function aimAt(text) {
    const name = text.trim().toUpperCase().replace(/^([A-O])\s*0*(\d+)$/, "$1$2");
    if (/^[A-O]\d+$/.test(name) && symbolAt(name) !== undefined) hooks.aim(name);
    else hooks.complain(say("board-no-cell", { text }));
  }
  function redraw() {
    const place = [...sheet.querySelectorAll("button, input")].indexOf(sheet.getRootNode().activeElement);
    sheet.replaceChildren(...SHEETS[open]());
    if (open === "other" && options.pad && context.role !== "mate") hooks.pad(options.pad);
    if (place >= 0) sheet.querySelectorAll("button, input")[place]?.focus();
  }
  function show(name, value = null) {
    if (!context.map && name !== "welcome" && name !== "roles") return;
    if (!open) opener = sheet.getRootNode().activeElement;
    if (name !== open || value !== argument) { const pad = options.pad; for (const key in options) delete options[key]; options.pad = pad; }
    [open, argument] = [name, value];
    sheet.replaceChildren(...SHEETS[name]());
    sheet.className = `sheet sheet-${name}${TALL.has(name) ? " tall" : ""}`;
    sheet.hidden = false;
    sheet.setAttribute("aria-label", sheet.querySelector("h2").textContent);
    sheet.focus({ preventScroll: true });
    hooks.changed(name);
  }
  function close() {
    if (!open) return;
    open = argument = null;
    sheet.hidden = true;
    sheet.replaceChildren();
    hooks.changed(null);
    opener?.focus?.({ preventScroll: true });
  }
  return {
    show, close, typing, redraw,
    told(text) { const hint = sheet.querySelector(".told"); if (hint) hint.textContent = text; },
    get open() { return open; },
    digit(n) { const button = sheet.querySelector(`[data-digit="${n}"]`); button?.click(); return Boolean(button); },
  };
}
