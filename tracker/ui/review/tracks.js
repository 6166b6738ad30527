// Tracks: both submarines' true ways, mines and explosions, drawn over the chart.
// Knows cells and moments; knows nothing of probabilities or of who asks.

// cells before the first announcement and after each, null where not known; `heard` are the announcements
function openTracks(svg, words) {
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "tracks");
  const make = (name, attributes, text) => {
    const element = document.createElementNS(SVG, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (text) element.textContent = text;
    layer.appendChild(element);
    return element;
  };
  const centre = (name) => {
    const found = /^([A-O])(\d+)$/.exec(name ?? "");
    return found && [COLUMN_LETTERS.indexOf(found[1]) * SIDE + SIDE / 2, (found[2] - 1) * SIDE + SIDE / 2];
  };

  function line(cells, kind) {
    const points = cells.map(centre).filter(Boolean);
    if (points.length > 1) for (const under of / (later|earlier) /.test(kind) ? [kind] : ["under-track", kind]) make("path", { d: `M${points.map((p) => p.join(" ")).join("L")}`, class: under });
  }

  // the last surfacing before a moment: the route of the dive is drawn strong, what was before it faint
  function diveBegan(heard, side, n) {
    for (let at = n; at > 0; at--) if (heard[at - 1].side === side && /^. (surface|blackout)/.test(heard[at - 1].text)) return at;
    return 0;
  }

  function mines(heard, side, n) {
    const live = [];
    heard.slice(0, n).forEach(({ side: who, text }) => {
      const dropped = /^. mine\((\w+)\)/.exec(text), fired = /^. (trigger|torpedo) (\w+)/.exec(text);
      if (dropped && who === side) live.push(dropped[1]);
      if (fired && (fired[1] === "torpedo" || who === side) && live.includes(fired[2])) live.splice(live.indexOf(fired[2]), 1);
    });
    return live;
  }

  // `sides` are {side, cells, guess}: guess is a route that is likely where the truth is not known
  function draw({ sides, heard, n, marked = [] }) {
    layer.textContent = "";
    for (const { side, cells, guess } of sides) {
      const began = diveBegan(heard, side, n), seen = cells.slice(0, n + 1);
      if (guess?.length) line(guess, `track guess ${side}`);
      line(cells.slice(n), `track later ${side}`);
      line(seen.slice(0, began + 1), `track earlier ${side}`);
      line(seen.slice(began), `track ${side}`);
      for (const cell of mines(heard, side, n)) {
        const [x, y] = centre(cell);
        make("path", { d: `M${x - 2.6} ${y}h5.2M${x} ${y - 2.6}v5.2M${x - 1.9} ${y - 1.9}l3.8 3.8M${x + 1.9} ${y - 1.9}l-3.8 3.8`, class: `laid ${side}` });
      }
    }
    const blast = n > 0 && /^. (?:torpedo|trigger|archer) (\w+)/.exec(heard[n - 1].text);
    if (blast && centre(blast[1])) { const [cx, cy] = centre(blast[1]); make("circle", { cx, cy, r: 4.2, class: "blast" }); }
    for (const { side, cells } of sides) {
      const here = centre(cells[Math.min(n, cells.length - 1)]);
      if (!here) continue;
      make("circle", { cx: here[0], cy: here[1], r: 3, class: `boat ${side}` });
      make("text", { x: here[0], y: here[1] + 0.2, class: `boat-letter ${side}` }, words.say(side === "yellow" ? "board-yellow-letter" : "board-blue-letter"));
    }
    for (const name of marked) { const [x, y] = centre(name); make("rect", { x: x - 4, y: y - 4, width: 8, height: 8, rx: 1.5, class: "offered" }); }
    svg.append(layer); // a chart that was built anew has dropped it
  }
  return { draw, clear() { layer.remove(); } };
}
