// Mend: what the table works out after a tap: the map that allows misheard courses, corrections, clues.
// Knows how these are offered and put away; knows nothing of how they were found.

// What a newer snapshot keeps of the one before it while the table still works its own out: nothing flickers.
function carried(next, before) {
  if (!next.pending || before?.epoch !== next.epoch) return next;
  const kept = { mines: before.mines ?? [], warnings: (before.warnings ?? []).filter((clue) => clue.n <= next.heard.length) };
  if (next.contradiction && before.contradiction?.n === next.contradiction.n) {
    for (const name of ["mixture", "mixture_error", "mixture_error_said", "repairs"]) kept[name] = before[name];
  }
  return { ...next, ...kept };
}

// `hooks`: apply(operations), show(sheet), changed().
function openMend(root, code, words, hooks) {
  const find = (selector) => root.querySelector(selector), say = words.say;
  const chart = find(".chart"), panel = find(".mend"), clue = find(".clue");
  const putAway = `sonar.away.${code}`, hiddenRoute = "sonar.route";
  let snapshot = null, exact = false, broken = 0, applied = -1, drawn = "";
  let away = new Set();
  try { away = new Set(JSON.parse(shelf.get(putAway))); } catch { /* nothing put away */ }

  const keyOf = (one) => `${one.kind} ${one.n} ${one.least ?? one.heard}`;
  const system = (one) => (one.system ? say(`board-word-${one.system}`) : "");
  const errors = (repair) => repair.edits ?? [repair];
  const fix = (repair) => errors(repair).map((edit) => say(`board-mend-${edit.kind}`, {
    n: edit.n, instead: edit.instead ? words.item(edit.instead) : "",
  })).join(" + ");
  const told = (repair) => errors(repair).map((edit) => say(edit.kind === "missed" ? "board-mend-missed" : edit.kind === "extra" ? "board-mend-long-extra" : "board-mend-long", {
    n: edit.n, instead: edit.instead ? words.item(edit.instead) : "", heard: edit.heard ? words.item(edit.heard) : "",
  })).join(" + ");
  function tell(one, long) {
    const kind = one.kind.replace(" ", "-"), values = { n: one.n, system: system(one), heard: one.heard, least: one.least ?? 0 };
    const text = say(one.least === null ? `board-clue-${kind}-many` : `board-clue-${kind}`, values);
    return long && one.least !== null && one.earliest > 1 ? `${text} ${say("board-clue-from", { n: one.earliest })}` : text;
  }
  const clues = () => [...(snapshot?.warnings ?? [])].reverse().filter((one) => !away.has(keyOf(one)));
  const likely = () => { const one = snapshot?.likely_misheard; return one && !away.has(keyOf(one)) ? one : null; };
  function apply(repair) {
    applied = snapshot.version;
    hooks.apply(repair.ops ?? [repair.op]);
    draw(snapshot, false);
  }
  const button = (repair, text) => h("button", { className: "big fix", onclick: () => apply(repair), ariaLabel: `${told(repair)}, ${words.percent(repair.probability)}` },
    h("span", { textContent: text }), h("small", { textContent: words.percent(repair.probability) }));

  const mixed = (shown) => Boolean(shown?.contradiction && shown.mixture && !exact);
  function sentence(shown) {
    const values = { n: shown.contradiction.n, text: words.item(shown.contradiction.text), asOf: shown.contradiction.n - 1 };
    if (mixed(shown)) return say(shown.mixture.mishears > 1 ? "board-mend-mixed-two" : "board-mend-mixed", values);
    return say("board-impossible", values) + (shown.mixture ? "" : ` ${shown.pending ? say("board-mend-looking") : words.told({ said: shown.mixture_error_said, error: shown.mixture_error })}`);
  }

  // --- the panel at the map's foot, while something contradicts

  function drawPanel(shown, viewing) {
    const on = Boolean(shown?.contradiction) && !viewing && applied !== shown.version;
    panel.hidden = !on;
    root.classList.toggle("mending", on);
    root.classList.toggle("mixed", on && mixed(shown));
    if (!on) return;
    const { repairs, mixture } = shown, choice = exact ? "board-mend-to-mixed" : "board-mend-to-exact";
    const key = JSON.stringify([exact, repairs, shown.contradiction, shown.pending, Boolean(mixture), mixture?.mishears, shown.mixture_error]);
    if (key === drawn) return;
    drawn = key;
    panel.replaceChildren(h("p", { className: "what", textContent: sentence(shown) }), h("div", { className: "fixes" },
      ...repairs.slice(0, 4).map((repair) => button(repair, fix(repair))),
      mixture ? h("button", { className: "big which-map", onclick: () => { exact = !exact; hooks.changed(); }, textContent: say(choice, { n: shown.as_of }) }) : null,
      repairs.length > 1 ? h("button", { className: "big every", onclick: () => hooks.show("mends"), textContent: "…", ariaLabel: say("board-mend-all") }) : null));
  }

  // Where the corrections lie over the map they lie over the edge, upper or lower, at which less is likely, and never
  // over the ring.
  function lift({ map: { rows, columns }, probability, best }) {
    const deep = Math.min(rows, Math.ceil((rows * panel.offsetHeight) / Math.max(1, chart.clientHeight)) + 1);
    const sum = (shares) => shares.reduce((all, share) => all + share, 0), row = best ? Number(best.slice(1)) : 0;
    const low = sum(probability.slice(-deep * columns)) + (row > rows - deep ? 1 : 0), high = sum(probability.slice(0, deep * columns)) + (row && row <= deep ? 1 : 0);
    return low > high ? chart.clientHeight - panel.offsetHeight : 0;
  }

  // --- the small line over the map

  function drawClue(viewing) {
    const first = likely(), list = clues();
    clue.hidden = viewing || !(first || list.length);
    if (clue.hidden) return;
    const text = first ? say("board-mend-likely", { fix: fix(first), share: words.percent(first.probability) }) : tell(list[0], false);
    const count = list.length + (first ? 1 : 0);
    clue.onclick = () => hooks.show("clues");
    clue.setAttribute("aria-label", `${text} ${say("board-clue-all")}`);
    clue.replaceChildren(h("span", { textContent: `⚠ ${text}` }), ...(count > 1 ? [h("b", { textContent: `+${count - 1}` })] : []));
  }
  function hide(ones) {
    for (const one of ones) away.add(keyOf(one));
    shelf.set(putAway, JSON.stringify([...away].slice(-200)));
    draw(snapshot, false);
  }

  function draw(shown, viewing) {
    snapshot = shown;
    if (broken !== (shown?.contradiction?.n ?? 0)) { broken = shown?.contradiction?.n ?? 0; exact = false; }
    drawPanel(shown, viewing);
    drawClue(viewing);
    if (!panel.hidden) panel.style.setProperty("--lift", `${lift(view(shown))}px`);
  }

  // What the map shows of a snapshot: the mixture where the record as heard leaves nothing.
  function view(shown) {
    if (!mixed(shown)) return shown;
    const allowing = { ...shown, ...shown.mixture, mines: [], route: [], mixed: true };
    return { ...allowing, best: likeliest(allowing) };
  }

  return {
    draw, sentence, view,
    brief: ({ contradiction: { n, text } }) => say("board-impossible-brief", { n, text: words.item(text) }),
    refused() { applied = -1; },
    get routeShown() { return shelf.get(hiddenRoute) !== "off"; },
    routeSwitch(redraw) {
      const on = shelf.get(hiddenRoute) !== "off";
      return h("button", { className: "big flat", textContent: say(on ? "board-route-off" : "board-route-on"), onclick: () => { shelf.set(hiddenRoute, on ? "off" : "on"); redraw(); } });
    },
    sheets: ({ heading, close }) => ({
      mends: () => [
        heading(say("board-mend-title")),
        ...(snapshot?.contradiction ? [h("p", { className: "hint", textContent: sentence(snapshot) })] : []),
        ...(snapshot?.repairs ?? []).map((repair) => { const one = button(repair, told(repair)); one.addEventListener("click", close); return one; }),
      ],
      clues() {
        const first = likely(), list = clues();
        const row = (one, text) => h("li", {}, h("span", { textContent: text }),
          h("button", { className: "shut clue-away", textContent: "✕", ariaLabel: say("board-clue-away"), onclick: () => { hide([one]); if (clues().length || likely()) hooks.show("clues"); else close(); } }));
        return [
          heading(say("board-clue-title")),
          h("p", { className: "hint", textContent: say("board-clue-hint") }),
          ...(first ? [h("p", { className: "hint large", textContent: say("board-mend-likely", { fix: told(first), share: words.percent(first.probability) }) })] : []),
          ...(first ? [(() => { const one = button(first, say("board-mend-do")); one.addEventListener("click", close); return one; })()] : []),
          h("ul", { className: "clues", tabIndex: 0 }, ...list.map((one) => row(one, tell(one, true)))),
          h("button", { className: "big", textContent: say("board-clue-away-all"), onclick: () => { close(); hide(first ? [first, ...list] : list); } }),
        ];
      },
    }),
  };
}
