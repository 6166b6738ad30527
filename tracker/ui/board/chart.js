// Chart: the map as SVG, built once a map and changed in place.
// Knows cells and how they look; knows nothing of announcements or the server.

const SVG = "http://www.w3.org/2000/svg";
const SIDE = 10; // units of a cell's side
const MARGIN = { left: 6.6, top: 6.2, right: 0.8, bottom: 0.8 };
const MOST_STARTS = 12; // possible starts that are marked
const FAINT = 0.04; // the share that is drawn bright while no cell has more
const LARGE_ENOUGH = 40; // CSS pixels; a smaller cell is chosen by a zoom into its sector

// The likeliest cell, or null where many share the first place and a ring on one of them would mislead.
function likeliest({ best, probability }) {
  const top = Math.max(...probability);
  return probability.filter((share) => share >= top * 0.999999).length > 3 ? null : best;
}

function openChart(svg, palette, hooks) {
  let sheet = null, cells = [], marks = null, shown = null, zoomed = 0, chosen = -1, told = null;
  const make = (name, attributes, parent = svg) => {
    const element = document.createElementNS(SVG, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    parent.appendChild(element);
    return element;
  };
  const nameOf = (i) => `${COLUMN_LETTERS[i % sheet.columns]}${Math.floor(i / sheet.columns) + 1}`;
  const across = () => Math.ceil(sheet.columns / sheet.sector);
  const sectorOf = (i) => Math.floor(Math.floor(i / sheet.columns) / sheet.sector) * across() + Math.floor((i % sheet.columns) / sheet.sector) + 1;
  const corner = (i) => [(i % sheet.columns) * SIDE, Math.floor(i / sheet.columns) * SIDE];

  function frame() {
    if (!zoomed) {
      svg.setAttribute("viewBox", `${-MARGIN.left} ${-MARGIN.top} ${sheet.columns * SIDE + MARGIN.left + MARGIN.right} ${sheet.rows * SIDE + MARGIN.top + MARGIN.bottom}`);
      return;
    }
    const x = ((zoomed - 1) % across()) * sheet.sector * SIDE, y = Math.floor((zoomed - 1) / across()) * sheet.sector * SIDE;
    svg.setAttribute("viewBox", `${x - 2} ${y - 2} ${sheet.sector * SIDE + 4} ${sheet.sector * SIDE + 4}`);
  }

  function build(map) {
    sheet = map;
    shown = null; zoomed = 0; chosen = -1;
    svg.textContent = "";
    svg.classList.remove("zoomed");
    const defs = make("defs", {});
    defs.innerHTML = `
      <pattern id="never" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="4" height="4" class="never-ground"/><line x1="0" y1="0" x2="0" y2="4" class="never-line"/></pattern>
      <pattern id="land" width="5" height="5" patternUnits="userSpaceOnUse">
        <rect width="5" height="5" class="land-ground"/><circle cx="1.25" cy="1.25" r=".7" class="land-dot"/><circle cx="3.75" cy="3.75" r=".7" class="land-dot"/></pattern>`;
    const { rows, columns, sector } = map;
    const labels = make("g", { class: "labels" });
    for (let c = 0; c < columns; c++) make("text", { x: c * SIDE + SIDE / 2, y: -3 }, labels).textContent = COLUMN_LETTERS[c];
    for (let r = 0; r < rows; r++) make("text", { x: -3.4, y: r * SIDE + SIDE / 2 + 0.2 }, labels).textContent = r + 1;
    cells = [];
    const ground = make("g", { class: "ground" });
    for (let i = 0; i < rows * columns; i++) {
      const [x, y] = corner(i), symbol = map.grid[Math.floor(i / columns)][i % columns];
      const cell = make("rect", { x, y, width: SIDE, height: SIDE, class: symbol === "#" ? "land" : "sea" }, ground);
      cell.dataset.cell = nameOf(i);
      cells.push(cell);
    }
    const printed = make("g", { class: "printed" });
    for (let i = 0; i < rows * columns; i++) {
      const [x, y] = corner(i), symbol = map.grid[Math.floor(i / columns)][i % columns];
      if (symbol === "o") make("rect", { x: x + 1.3, y: y + 1.3, width: 7.4, height: 7.4, rx: 3, class: "hole" }, printed);
      if (symbol === "M") make("path", { d: `M${x + 5} ${y + 1.6}l3.4 3.4-3.4 3.4-3.4-3.4z`, class: "archer" }, printed);
      if (symbol === "O") make("circle", { cx: x + 5, cy: y + 5, r: 3, class: "hole" }, printed);
    }
    marks = { trace: make("g", { class: "trace" }), starts: make("g", { class: "starts" }) };
    const lines = make("g", { class: "lines" });
    const w = columns * SIDE, h = rows * SIDE;
    for (let c = 0; c <= columns; c++) make("path", { class: c % sector && c < columns ? "thin" : "thick", d: `M${c * SIDE} 0V${h}` }, lines);
    for (let r = 0; r <= rows; r++) make("path", { class: r % sector && r < rows ? "thin" : "thick", d: `M0 ${r * SIDE}H${w}` }, lines);
    make("rect", { x: -0.5, y: -0.5, width: w + 1, height: h + 1, class: "rim" }, lines);
    marks.mines = make("g", { class: "mines" });
    marks.sectors = []; // over the mines, which would hide a share
    const zones = make("g", { class: "zones" });
    for (let y = 0, n = 1; y < rows; y += sector) {
      for (let x = 0; x < columns; x += sector, n++) marks.sectors[n] = make("text", { x: x * SIDE + 1.2, y: y * SIDE + 4.6 }, zones);
    }
    marks.names = make("g", { class: "names" });
    marks.routes = make("g", { class: "routes" });
    marks.best = make("g", { class: "best-ring" });
    make("circle", { r: 3.5, class: "under" }, marks.best);
    make("circle", { r: 3.5, class: "over" }, marks.best);
    marks.chosen = make("rect", { width: SIDE, height: SIDE, class: "chosen", visibility: "hidden" });
    marks.shade = make("path", { class: "shade" });
    frame();
  }

  function centre(group, name) {
    const i = indexOf(name);
    group.setAttribute("visibility", i < 0 ? "hidden" : "visible");
    if (i >= 0) { const [x, y] = corner(i); group.setAttribute("transform", `translate(${x + SIDE / 2} ${y + SIDE / 2})`); }
  }
  const indexOf = (name) => { const found = /^([A-O])(\d+)$/.exec(name ?? ""); return found ? (found[2] - 1) * sheet.columns + COLUMN_LETTERS.indexOf(found[1]) : -1; };

  function draw(snapshot, words, trace = true) {
    const key = JSON.stringify(snapshot.map);
    if (!sheet || sheet.key !== key) build({ ...snapshot.map, key });
    // against a fixed share as long as nothing stands out: a map that knows little stays dim, and lights up as it learns
    const top = Math.max(...snapshot.probability, FAINT);
    marks.trace.textContent = "";
    cells.forEach((cell, i) => {
      if (cell.classList.contains("land")) return;
      const open = Boolean(snapshot.possible[i]);
      // the square root keeps unlikely cells apart from each other; the floor keeps them apart from the sea's hatching
      const step = open ? Math.round(255 * (0.16 + 0.84 * Math.sqrt(snapshot.probability[i] / top))) : -1;
      if (trace && shown && shown[i] >= 0 && step < 0) {
        const [x, y] = corner(i);
        make("rect", { x: x + 0.5, y: y + 0.5, width: SIDE - 1, height: SIDE - 1 }, marks.trace);
      }
      if (cell.step === step) return;
      cell.step = step;
      cell.setAttribute("fill", step < 0 ? "url(#never)" : palette[step]);
      cell.dataset.open = open ? "1" : "0";
    });
    shown = cells.map((cell) => cell.step ?? -1);
    centre(marks.best, snapshot.best);
    const starts = snapshot.starts.length > MOST_STARTS ? [] : snapshot.starts; // more would only be noise over the heat
    marks.starts.textContent = "";
    for (const name of starts) {
      const [x, y] = corner(indexOf(name));
      make("path", { d: `M${x + 0.7} ${y + 9.3}v-4.2l4.2 4.2z` }, marks.starts);
    }
    told = snapshot;
    placeZones(told);
    for (const n in marks.sectors) {
      const share = snapshot.sectors[n] ?? 0, text = share > 0 ? `${n}·${words.percent(share).replace(" ", "")}` : String(n);
      if (marks.sectors[n].textContent !== text) marks.sectors[n].textContent = text;
    }
    svg.setAttribute("aria-label", words.say("board-map-label", { name: snapshot.map.name || snapshot.map.id, best: snapshot.best ?? "–", cells: snapshot.cells }));
  }

  // Each sector's label stands in the corner where it lies over least: the ring, a printed mark, a start, the route.
  function placeZones({ best, starts, route }) {
    const weight = new Map(), weigh = (name, most) => weight.set(indexOf(name), Math.max(most, weight.get(indexOf(name)) ?? 0));
    for (const name of route ?? []) weigh(name, 1);
    if (starts.length <= MOST_STARTS) for (const name of starts) weigh(name, 2);
    sheet.grid.forEach((row, r) => [...row].forEach((symbol, c) => { if (symbol === "M" || symbol === "O") weigh(`${COLUMN_LETTERS[c]}${r + 1}`, 3); }));
    if (best) weigh(best, 4);
    const { rows, columns, sector } = sheet;
    for (const n in marks.sectors) {
      const left = ((n - 1) % across()) * sector, top = Math.floor((n - 1) / across()) * sector;
      const right = Math.min(columns, left + sector) - 1, bottom = Math.min(rows, top + sector) - 1;
      const corners = [[left, top, 1], [right, top, -1], [left, bottom, 1], [right, bottom, -1]];
      const cost = ([c, r, step]) => (weight.get(r * columns + c) ?? 0) + (weight.get(r * columns + c + step) ?? 0);
      const label = marks.sectors[n], least = Math.min(...corners.map(cost));
      // its own corner, the upper left, wherever that is free; else it stays where it went
      label.corner = cost(corners[0]) === least || label.corner === undefined || cost(corners[label.corner]) !== least ? corners.findIndex((corner) => cost(corner) === least) : label.corner;
      const [c, r, step] = corners[label.corner];
      label.setAttribute("x", step > 0 ? c * SIDE + 1.2 : (c + 1) * SIDE - 1.2);
      label.setAttribute("y", r === top ? r * SIDE + 3 : (r + 1) * SIDE - 2.6);
      label.style.textAnchor = step > 0 ? "start" : "end";
    }
  }

  function zoom(sector) {
    if (!sheet || sector === zoomed) return;
    zoomed = sector;
    svg.classList.toggle("zoomed", zoomed > 0);
    marks.names.textContent = "";
    if (zoomed) cells.forEach((_, i) => {
      if (sectorOf(i) !== zoomed) return;
      const [x, y] = corner(i);
      make("text", { x: x + SIDE / 2, y: y + SIDE / 2 + 0.3 }, marks.names).textContent = nameOf(i);
    });
    frame();
    hooks.zoomed(zoomed);
  }

  // Routes as lists of cell names, the likeliest first; a few lines more than can be told apart are enough.
  function routes(list) {
    if (!sheet) return;
    marks.routes.textContent = "";
    if (told) placeZones({ ...told, route: list[0] });
    list.slice(0, 12).reverse().forEach((route, place, all) => {
      const first = place === all.length - 1;
      const points = route.map((name) => corner(indexOf(name)).map((x) => x + SIDE / 2).join(" "));
      for (const kind of ["casing", "way"]) make("path", { d: `M${points.join("L")}`, class: `${kind}${first ? "" : " other"}` }, marks.routes);
      if (first) { const [cx, cy] = points[0].split(" "); make("circle", { cx, cy, r: 1.5, class: "origin" }, marks.routes); }
    });
  }

  // Cells in which a live mine may lie: a mark in the corner that leaves the heat to be seen.
  function mines(names) {
    if (!sheet) return;
    const key = names.join();
    if (marks.mines.key === key) return;
    marks.mines.key = key;
    marks.mines.textContent = "";
    marks.mines.classList.toggle("many", names.length > 24);
    for (const name of names) {
      const [x, y] = corner(indexOf(name));
      make("path", { d: `M${x + 7.9} ${y + 0.7}l.5 .9 1-.2-.3 1 .8.6-.9.5.1 1-1-.2-.6.8-.5-.9-1 .1.3-1-.8-.6.9-.5-.1-1 1 .2z` }, marks.mines);
    }
  }

  function choose(name) {
    if (!sheet) return;
    chosen = indexOf(name);
    marks.chosen.setAttribute("visibility", chosen < 0 ? "hidden" : "visible");
    if (chosen >= 0) { const [x, y] = corner(chosen); marks.chosen.setAttribute("x", x); marks.chosen.setAttribute("y", y); }
  }

  svg.addEventListener("click", (event) => {
    const name = event.target.dataset?.cell;
    if (!name) return;
    const size = event.target.getBoundingClientRect().width;
    if (!zoomed && size < LARGE_ENOUGH && !hooks.whole()) { zoom(sectorOf(indexOf(name))); return; }
    if (zoomed && sectorOf(indexOf(name)) !== zoomed) return;
    hooks.cell(name);
  });

  return { draw, zoom, choose, routes, mines, get zoomed() { return zoomed; }, get sheet() { return sheet; } };
}
