// Bar: the one line at the chart's foot that says what is going on and offers what can be done about it.
// Knows which of several matters is the most pressing; knows nothing of what they are.

const PRESSING = ["ask", "view", "change", "zoom", "odds", "double", "notice", "next"];

// `told(text)` is called where a matter is new: it is read out.
function openBar(element, told) {
  const matters = new Map(), timers = new Map();
  function draw() {
    const kind = PRESSING.find((name) => matters.has(name)), matter = matters.get(kind);
    element.hidden = !matter;
    if (!matter) return;
    element.className = `bar ${kind} ${matter.tone ?? ""}`;
    element.replaceChildren(h("span", { textContent: matter.text }), ...matter.buttons.map(([text, onclick, label]) => h("button", { textContent: text, onclick, ariaLabel: label ?? text })));
  }
  const bar = {
    // {text, buttons: [[text, act, spoken text]...], tone, seconds}
    show(kind, matter) {
      if (matters.get(kind)?.text !== matter.text) told(matter.text);
      matters.set(kind, { buttons: [], ...matter });
      clearTimeout(timers.get(kind));
      if (matter.seconds) timers.set(kind, setTimeout(() => bar.hide(kind), 1000 * matter.seconds));
      draw();
    },
    hide(kind) { if (matters.delete(kind)) draw(); },
    has: (kind) => matters.has(kind),
    close() { for (const timer of timers.values()) clearTimeout(timer); matters.clear(); },
  };
  return bar;
}
