// Moments: what was believed after an announcement beside what was true, and the list of what changed most.
// Knows the review's numbers; knows nothing of the map or of how the truth is entered.

function rankIn(grid, place) {
  const share = grid[place];
  return 1 + grid.filter((other) => other > share).length + (grid.filter((other) => other === share).length - 1) / 2;
}

function openMoments(root, words, hooks) {
  const find = (selector) => root.querySelector(selector), say = words.say;
  const rank = (value) => Math.round(value); // equals share the mean of their places
  const place = (name, columns) => COLUMN_LETTERS.indexOf(name[0]) + (Number(name.slice(1)) - 1) * columns;

  function said(review, n) {
    const line = find(".moment .said"), heard = review.announcements[n - 1];
    line.replaceChildren(...(heard
      ? [h("small", { textContent: `${n}/${review.announcements.length}` }), chip(heard.side), h("b", { textContent: words.item(heard.text) }), heard.clock ? h("small", { textContent: heard.clock }) : null].filter(Boolean)
      : [h("small", { textContent: `0/${review.announcements.length}` }), h("b", { textContent: say("review-begin") })]));
  }
  const chip = (side) => h("span", { className: `side ${side}`, textContent: say(side === "yellow" ? "board-yellow-letter" : "board-blue-letter") });

  // `grid` is the one shown: as known then, or in hindsight
  function numbers(side, step, grid, view, map) {
    const hindsight = view === "smoothed", best = grid.indexOf(Math.max(...grid)), possible = grid.filter((share) => share > 0).length;
    const name = `${COLUMN_LETTERS[best % map.columns]}${Math.floor(best / map.columns) + 1}`;
    find(".believed").textContent = `◎ ${name} ${words.percent(hindsight ? grid[best] / 10000 : step.best_share)} · ${words.cells(possible)}`;
    const share = hindsight ? step.in_hindsight : step.true_share;
    const truth = !step.true ? say("review-unknown")
      : share ? say("review-true", { cell: step.true, share: words.percent(share), rank: rank(hindsight ? rankIn(grid, place(step.true, map.columns)) : step.true_rank) })
        : say("review-excluded", { cell: step.true });
    find(".true").replaceChildren(...(step.true ? [chip(side)] : []), h("b", { textContent: truth }));
    find(".true").className = `true ${step.true && !share ? "excluded" : ""}`;
  }

  // where the map is not of the moment that the slider stands at
  function stopped(text) {
    find(".believed").textContent = "";
    find(".true").replaceChildren(h("b", { textContent: text }));
    find(".true").className = "true excluded";
  }

  // each announcement once, with all that there is to say of it
  function story(review, side) {
    const step = (n) => side.steps[n], lines = new Map();
    const add = (n, label) => { if (n) lines.set(n, [...(lines.get(n) ?? []), label]); };
    add(side.found_at, say("review-found", { share: words.percent(side.time_found) }));
    add(side.most_telling, say("review-most"));
    for (const n of side.turning) add(n, "");
    const went = (n) => (step(n - 1).true_share && step(n).true_share ? say("review-truth-went", { from: words.percent(step(n - 1).true_share), to: words.percent(step(n).true_share) })
      : say("review-cells-went", { from: step(n - 1).cells, to: step(n).cells }));
    const bits = (n) => say(step(n).told >= 0 ? "review-bits" : "review-bits-lost", { bits: Math.abs(step(n).told).toFixed(1) });
    const rows = [...lines].sort(([a], [b]) => a - b).map(([n, labels]) => h("button", { className: "row", data: { n }, onclick: () => hooks.go(n) },
      h("b", { textContent: n }), chip(review.announcements[n - 1].side),
      h("span", {}, h("strong", { textContent: words.item(review.announcements[n - 1].text) }), h("i", { textContent: [...labels, went(n)].filter(Boolean).join(" · ") })), h("em", { textContent: bits(n) })));
    const note = (text) => h("p", { className: "note", textContent: text });
    find(".story").replaceChildren(...(side.contradiction ? [note(say("review-contradiction", { n: side.contradiction }))] : []), ...rows, ...(side.found_at ? [] : [note(say(side.steps[0].true ? "review-never-true" : "review-never-found"))]));
  }

  function ticks(side, total) {
    const marks = [...side.turning.map((n) => [n, "turn"]), [side.most_telling, "most"], [side.found_at, "found"]].filter(([n]) => n);
    find(".ticks").replaceChildren(...marks.map(([n, kind]) => { const tick = h("i", { className: kind }); tick.style.left = `${100 * n / Math.max(1, total)}%`; return tick; }));
  }

  function mark(n) { for (const row of find(".story").querySelectorAll(".row")) row.classList.toggle("here", Number(row.dataset.n) === n); }
  return { said, numbers, stopped, story, ticks, mark, chip };
}
