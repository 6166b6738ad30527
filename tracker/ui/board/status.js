// Status: the numbers over the map, the sectors, the alarm, and the sentence a screen reader hears.
// Knows how a snapshot reads; knows nothing of taps.

function openStatus(root, words) {
  const find = (selector) => root.querySelector(selector);
  const [net, unsent, alarm, spoken] = [".net", ".unsent", ".alarm", ".spoken"].map(find);
  let said = "";
  // The one place that a screen reader listens to. What is said twice running is an update twice running all the same.
  function say(sentence) { spoken.textContent = said = sentence === said ? `${sentence}\u00a0` : sentence; }
  return {
    // `earlier`: it is an earlier game of the crew, which nobody should take for the one that is played
    line(live, shut, late, earlier) {
      net.className = `net ${shut ? "shut" : live ? "on" : ""}${earlier ? " earlier" : ""}`;
      net.textContent = words.say(shut ? "board-net-shut" : !live ? "board-net-off" : earlier ? "board-net-earlier" : "board-net-on");
      unsent.hidden = !late;
      unsent.textContent = words.say("board-unsent", { count: late });
    },
    // `impossible` says that something contradicts, in one sentence
    numbers(shown, impossible) {
      find(".best").textContent = shown.best ?? "–";
      find(".chance").textContent = shown.best ? words.percent(shown.best_probability) : "";
      find(".cells").textContent = words.cells(shown.cells);
      find(".bits").textContent = words.say("board-bits", { count: shown.bits.toFixed(1) });
      find(".histories").textContent = words.say("board-histories", { count: words.count(shown.histories) });
      const alarming = shown.contradiction ? impossible : words.told({ said: shown.error_said, error: shown.error });
      alarm.hidden = !alarming;
      if (alarming && alarm.textContent !== alarming) alarm.textContent = alarming;
      root.classList.toggle("impossible", Boolean(alarming));
      // each sector at its place on the sheet, so that nothing jumps when the numbers change
      const { rows, columns, sector } = shown.map, across = Math.ceil(columns / sector), bars = [];
      for (let n = 1; n <= Math.ceil(rows / sector) * across; n++) {
        const share = shown.sectors[n] ?? 0;
        const bar = h("span", { className: share > 0 ? "" : "none" }, words.say("board-sector-share", { n }), h("b", { textContent: words.percent(share) }));
        bar.style.setProperty("--share", share);
        bars.push(bar);
      }
      find(".sectors").style.gridTemplateColumns = `repeat(${across}, minmax(0, 1fr))`;
      find(".sectors").replaceChildren(...bars);
    },
    say,
    // an update is one sentence, whatever it brought
    speak(shown) {
      const last = shown.heard[shown.heard.length - 1];
      const kind = !last ? "board-spoken-start" : shown.contradiction ? "board-spoken-impossible" : shown.best ? "board-spoken" : "board-spoken-many";
      say(words.say(kind, {
        n: shown.heard.length, text: last ? words.aloud(last.text) : "", cells: shown.cells,
        best: shown.best ?? "", chance: words.percent(shown.best_probability ?? 0), since: shown.contradiction?.n ?? 0,
      }));
    },
  };
}
