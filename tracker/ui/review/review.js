// Review: one game looked back upon, on one element: the timeline moves both tracks and what was believed.
// Knows which tap asks for what; what is true, possible or likely comes from the table.

function openReview(root, code, { texts, palette }, hooks) {
  const find = (selector) => root.querySelector(selector), words = wordsOf(texts), say = words.say;
  let map = null, review = null, whose = null, n = null, view = "believed", about = null, undo = null, closed = false, asking = 0;
  const side = () => review?.sides?.find((one) => one.side === whose) ?? review?.sides?.[0];
  const total = () => review?.announcements?.length ?? 0;

  const chart = openChart(find(".map"), palette, { cell: tapped, whole: () => false, zoomed(sector) { find(".out").hidden = !sector; } });
  const tracks = openTracks(find(".map"), words);
  const moments = openMoments(root, words, { go: (to) => { look("believed"); go(to); } });
  const captain = openCaptain(root, words, {
    choose: (fit) => send(fit.op), send,
    undo: (last) => send({ do: "undo", id: last.id }),
    about(id) { about = id; askCaptain(); },
    tapped,
  });
  const outbox = openOutbox(code, (op) => wire.post(op), {
    taken(answer) { take(answer); },
    refused(_, fault) { waits(words.told(fault)); askCaptain(); },
    changed() {
      const late = outbox.pending().length;
      root.dataset.waiting = late;
      if (late && outbox.trouble) waits(say("board-unsent", { count: late }));
    },
  });
  const wire = openWire(code, { snapshot: take, line(on) { if (on) outbox.hurry(); } });

  // --- what the table says

  function take(snapshot) {
    if (!snapshot?.map || closed) return;
    const renewed = snapshot.version !== Number(root.dataset.version ?? -1);
    map = snapshot.map;
    undo = ["start", "change"].includes(snapshot.undo?.kind) ? snapshot.undo : null;
    root.dataset.version = snapshot.version;
    if (!renewed) return;
    askReview();
    if (view === "captain") askCaptain();
  }

  async function askReview() {
    const mine = ++asking;
    for (;;) {
      const answer = await wire.ask("review", null, 20000);
      if (closed || mine !== asking) return;
      if (answer?.sides) { waits(""); have(answer); return; }
      if (answer?.error) { waits(words.told(answer)); return; }
      waits(say("review-waits"), answer ? answer.done / answer.total : 0);
      if (!answer) await new Promise((next) => setTimeout(next, 1000));
    }
  }

  function waits(text, share = null) {
    find(".waits").hidden = !text;
    find(".waits span").textContent = text;
    find(".waits progress").hidden = share === null;
    if (share !== null) find(".waits progress").value = share;
  }

  function have(answer) {
    review = answer;
    if (!review.sides.some((one) => one.side === whose)) whose = (review.sides.find((one) => one.steps[0].true) ?? review.sides[0])?.side ?? null;
    if (n === null) n = total();
    find(".time").max = total();
    root.classList.toggle("empty", !review.sides.length);
    if (!review.sides.length) { waits(say("review-empty")); return; }
    find(".whose").replaceChildren(...review.sides.map((one) => h("button", {
      className: `pick ${one.side}`, textContent: say(`review-${one.side}`), ariaPressed: String(one.side === whose),
      onclick: () => { whose = one.side; about = null; have(review); if (view === "captain") askCaptain(); },
    })));
    moments.story(review, side());
    moments.ticks(side(), total());
    root.dataset.reviewed = review.version;
    go(n);
  }

  async function askCaptain() {
    const wanted = about, of = whose;
    const answer = await wire.ask(`truth?side=${of}${wanted ? `&about=${encodeURIComponent(wanted)}` : ""}`, null, 20000);
    if (closed || view !== "captain" || of !== whose || wanted !== about) return;
    if (answer?.error) { waits(words.told(answer)); return; }
    if (!answer) { setTimeout(askCaptain, 1000); return; }
    waits("");
    chart.zoom(0);
    captain.draw(answer, undo);
    root.dataset.entered = answer.version;
    draw();
  }

  // --- what is shown

  // Past a contradiction nothing is left: the map stays as of the announcement before it, and says so.
  const beyond = () => n >= (side()?.contradiction ?? Infinity);
  const asOf = () => say("review-as-of", { n: side().contradiction - 1, bad: side().contradiction });

  function go(to) {
    n = Math.max(0, Math.min(total(), to));
    find(".time").value = n;
    const where = n ? `${n}: ${words.line(review.announcements[n - 1].text)}` : say("review-begin");
    find(".time").setAttribute("aria-valuetext", beyond() ? `${where}. ${asOf()}` : where);
    draw();
  }

  function look(next) {
    if (next === view) return;
    view = next;
    about = null;
    root.classList.toggle("entering", view === "captain");
    find(".story").hidden = view === "captain";
    find(".captain").hidden = view !== "captain";
    for (const button of root.querySelectorAll("[data-view]")) button.setAttribute("aria-pressed", String(button.dataset.view === view));
    chart.zoom(0);
    if (view === "captain") { captain.draw(null); askCaptain(); }
    draw();
  }

  function draw() {
    if (!map || !review?.sides?.length) return;
    if (view === "captain") { if (captain.sheet) drawSheet(captain.sheet); return; }
    const one = side(), step = one.steps[Math.min(n, one.steps.length - 1)];
    const grid = one.grids[(view === "smoothed" ? step.smoothed : null) ?? step.believed];
    const top = Math.max(...grid), best = grid.filter((share) => share >= top).length > 3 ? null : step.best;
    const name = (place) => `${COLUMN_LETTERS[place % map.columns]}${Math.floor(place / map.columns) + 1}`;
    paint(grid.map((share) => share / 10000), grid.map((share) => Number(share > 0)), view === "smoothed" && best ? name(grid.indexOf(top)) : best);
    tracks.draw({ sides: review.sides.map((each) => told(each)), heard: review.announcements, n });
    moments.said(review, n);
    if (beyond()) moments.stopped(asOf()); else moments.numbers(one.side, step, grid, view === "smoothed" && step.smoothed !== null ? view : "believed", map);
    moments.mark(n);
    find('[data-view="smoothed"]').disabled = step.smoothed === null;
  }

  function told(one) {
    const cells = one.steps.map((step) => step.true), known = cells.some(Boolean);
    const dive = one.dives.filter(({ first }) => first <= n).at(-1);
    return { side: one.side, cells, guess: known || view !== "smoothed" || one.side !== whose ? null : dive?.route };
  }

  function paint(probability, possible, best) {
    chart.draw({ map, probability, possible, best, starts: [], sectors: {}, cells: possible.filter(Boolean).length }, words, false);
  }

  function drawSheet(sheet) {
    const at = sheet.about ? Math.max(0, sheet.about.n - 1) : total(), fits = new Set(sheet.fits.map(({ cell }) => cell).filter(Boolean));
    const possible = Array.from({ length: map.rows * map.columns }, (_, i) => Number(fits.has(`${COLUMN_LETTERS[i % map.columns]}${Math.floor(i / map.columns) + 1}`)));
    paint(possible.map((open) => open / Math.max(1, fits.size)), possible, null);
    const cells = sheet.about ? sheet.track.slice(0, at + 1) : sheet.track;
    tracks.draw({ sides: [{ side: sheet.side, cells, guess: null }], heard: review.announcements, n: at, marked: fits.size <= 24 ? [...fits] : [] });
    moments.said(review, sheet.about?.n ?? total());
    find(".time").value = sheet.about?.n ?? total();
    find(".believed").textContent = "";
    find(".true").textContent = "";
  }

  // --- hands and keys

  function tapped(name) {
    if (view !== "captain" || !captain.sheet) { chart.zoom(0); return; }
    if (find(".captain").inert || !captain.sheet.fits.length) return; // where nothing fits, that is what the sheet says
    const fit = captain.sheet.fits.find(({ cell }) => cell === name);
    if (fit) { chart.zoom(0); send(fit.op); } else find(".spoken").textContent = find(".ask").textContent = say("review-not-there", { cell: name });
  }
  function send(operation) { about = null; captain.wait(); outbox.add({ ...operation }); }

  const ears = new AbortController(), on = (target, name, handler, more = {}) => target.addEventListener(name, handler, { signal: ears.signal, ...more });
  on(find(".out"), "click", () => chart.zoom(0));
  on(find(".leave"), "click", () => hooks.leave());
  on(root, "cancel", (event) => { event.preventDefault(); hooks.leave(); });
  on(find(".time"), "input", (event) => { if (view === "captain") look("believed"); go(Number(event.target.value)); });
  for (const button of root.querySelectorAll("[data-go]")) on(button, "click", () => { if (view === "captain") look("believed"); go(n + Number(button.dataset.go)); });
  for (const button of root.querySelectorAll("[data-view]")) on(button, "click", () => look(button.dataset.view));
  const next = (way) => [...(side()?.turning ?? []), ...(way > 0 ? [total()] : [0])].sort((a, b) => way * (a - b)).find((at) => way * (at - n) > 0) ?? n;
  const KEYED = { ArrowLeft: () => n - 1, ArrowRight: () => n + 1, Home: () => 0, End: total, PageUp: () => next(-1), PageDown: () => next(1) };
  // before anything else hears it: the board lies beneath, and there the same keys are courses
  on(window, "keydown", (event) => {
    event.stopImmediatePropagation();
    if (event.ctrlKey || event.metaKey || event.altKey || view === "captain" || !KEYED[event.key] || !review?.sides?.length) return;
    event.preventDefault();
    go(KEYED[event.key]());
  }, { capture: true });

  for (const element of root.querySelectorAll("[data-text]")) element.textContent = say(element.dataset.text);
  for (const element of root.querySelectorAll("[data-say]")) element.setAttribute("aria-label", say(element.dataset.say));
  delete root.dataset.version;
  waits(say("review-waits"), 0);
  outbox.hurry();
  return { close() { closed = true; ears.abort(); outbox.close(); wire.close(); tracks.clear(); } };
}
