// Captain: the captain's sheet, entered after the game: the start, then each silence, mine and unheard course.
// Knows what the table says fits and draws it as buttons; the cells that fit are tapped on the map.

function openCaptain(root, words, hooks) {
  const panel = root.querySelector(".captain"), say = words.say;
  let sheet = null;
  const big = (text, onclick, className = "") => h("button", { className: `big ${className}`, textContent: text, onclick });
  const short = (fit) => {
    const told = /\((\w+)\)$/.exec(fit.text)?.[1] ?? fit.text.replace(/^[YB] /, "");
    if (told === "0") return say("review-stayed");
    if (told === "gap") return say("review-none-missed");
    const way = /^([NESW])([1-4]?)$/.exec(told);
    return way && !/ mine/.test(fit.text) ? `${ARROWS[way[1]]} ${say(`board-letter-${way[1].toLowerCase()}`)} ${way[2]}`.trim() : told;
  };

  // the same as a tap on the map, for those who type
  function field() {
    const typed = h("input", { className: "typed", ariaLabel: say("review-type"), placeholder: say("review-type"), maxLength: 4, autocomplete: "off", autocapitalize: "characters", enterKeyHint: "go" });
    const enter = h("button", { className: "big", textContent: say("review-enter") });
    enter.type = "submit";
    return h("form", { className: "cell-entry", onsubmit: (event) => {
      event.preventDefault();
      const name = typed.value.trim().toUpperCase();
      if (name) hooks.tapped(name);
    } }, typed, enter);
  }

  function question() {
    const item = sheet.items.find(({ id }) => id === sheet.about?.id), who = say(`review-${sheet.side}`);
    if (!sheet.about) return say(sheet.consistent ? "review-all-known" : "review-does-not-fit", { side: who });
    if (!sheet.fits.length) return say("review-nothing-fits");
    if (!item) return say("review-ask-start", { side: who });
    return say(`review-ask-${item.kind}`, { n: item.n, cell: sheet.cell ?? "?" });
  }

  // a gap that hid a course stands in the list as that course
  const entered = ({ kind, text, known }) => (kind === "gap" && known && / gap$/.test(text) ? say("review-none-missed") : words.item(text));

  function row(id, label, value, known) {
    const asked = sheet.about?.id === id;
    return h("button", { className: `row ${known ? "known" : ""} ${asked ? "here" : ""}`, ariaCurrent: asked ? "true" : null, onclick: () => hooks.about(id) },
      h("b", { textContent: label }), h("span", {}, h("strong", { textContent: value })), h("em", { textContent: known ? "✓" : "…" }));
  }

  function draw(next, undo) {
    sheet = next;
    panel.inert = false;
    if (!sheet) { panel.replaceChildren(h("p", { className: "note", textContent: say("review-waits") })); return; }
    const onMap = sheet.about?.id === "@start" && sheet.fits.length > 24;
    const choices = onMap ? [] : sheet.fits.map((fit) => big(short(fit), () => hooks.choose(fit)));
    const left = sheet.items.filter(({ known }) => !known).length + (sheet.start ? 0 : 1);
    panel.replaceChildren(
      h("p", { className: "ask", textContent: question() }),
      onMap ? field() : h("div", { className: "choices" }, ...choices),
      h("div", { className: "steps" },
        undo ? big(say("review-undo", { text: words.line(undo.text) }), () => hooks.undo(undo)) : null,
        sheet.clear ? big(say("review-clear"), () => hooks.send(sheet.clear)) : null),
      h("p", { className: "note", textContent: left ? say("review-left", { count: left }) : say("review-put-right") }),
      row("@start", "0", sheet.start ? say("review-start-at", { cell: sheet.start }) : say("review-start"), Boolean(sheet.start)),
      ...sheet.items.map((item) => row(item.id, String(item.n), entered(item), item.known)));
  }
  // what is offered holds until something was chosen: a second tap must not answer the question that follows
  return { draw, wait() { panel.inert = true; }, get sheet() { return sheet; } };
}
