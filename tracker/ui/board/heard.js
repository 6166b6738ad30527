// Heard: the list of announcements as it is shown: the last three in a strip, all of them in a panel or a sheet.
// Knows how a row looks and what it offers; knows nothing of how the list came about.

function openHeard(root, hooks) {
  const strip = root.querySelector(".strip"), panel = root.querySelector(".heard");
  let words = null, list = [], bad = 0, us = "yellow", asking = null;
  const chip = (entry) => {
    const span = document.createElement("span");
    span.className = `side ${entry.side}${entry.side === us ? " ours" : ""}`;
    span.textContent = entry.side === "yellow" ? words.say("board-yellow-letter") : words.say("board-blue-letter");
    return span;
  };
  const fill = (element, entry) => {
    element.replaceChildren();
    const number = document.createElement("small");
    number.textContent = entry.n;
    const text = document.createElement("b");
    text.textContent = words.item(entry.text);
    text.className = text.textContent.length > 9 ? "long" : "";
    element.append(number, chip(entry), text);
    element.classList.toggle("waiting", entry.waiting);
    element.classList.toggle("bad", entry.n === bad);
  };

  function rowsOf(target, confirmable) {
    const rows = [];
    if (!list.length) {
      const empty = document.createElement("li");
      empty.className = "empty";
      empty.textContent = words.say("board-nothing-heard");
      rows.push(empty);
    }
    for (const entry of [...list].reverse()) {
      const row = document.createElement("li"), line = document.createElement("button");
      line.type = "button";
      line.className = "entry";
      line.disabled = entry.waiting;
      line.onclick = () => hooks.open(entry.id);
      fill(line, entry);
      row.append(line);
      if (entry.n < list.length || asking === entry.id) {
        const back = document.createElement("button");
        back.type = "button";
        back.className = "to";
        back.textContent = asking === entry.id ? words.say("board-undo-count", { count: list.length - entry.n }) : words.say("board-undo-to");
        back.setAttribute("aria-label", words.say("board-undo-to-label", { n: entry.n, text: words.item(entry.text) }));
        if (asking === entry.id) {
          back.classList.add("sure");
          const keep = document.createElement("button");
          keep.type = "button"; keep.className = "to"; keep.textContent = words.say("board-cancel");
          keep.onclick = () => { asking = null; draw(); };
          back.onclick = () => { asking = null; hooks.undoTo(entry.id); };
          row.append(keep, back);
        } else {
          back.onclick = () => { asking = entry.id; draw(); };
          row.append(back);
        }
      }
      rows.push(row);
    }
    return rows;
  }

  let second = null; // the same list inside a sheet, on a phone
  function draw() {
    const last = list.slice(-3), cells = [];
    for (let i = 0; i < 3 && list.length; i++) {
      const entry = last[i - 3 + last.length], cell = h("span", { className: `one${i === 2 ? " newest" : ""}` });
      if (entry) fill(cell, entry);
      cells.push(cell);
    }
    strip.replaceChildren(...(cells.length ? cells : [h("span", { className: "one empty", textContent: words.say("board-nothing-heard") })]));
    panel.replaceChildren(...rowsOf());
    if (second?.isConnected) second.replaceChildren(...rowsOf());
  }

  return {
    show(newWords, newList, badNumber, ourSide) { words = newWords; list = newList; bad = badNumber; us = ourSide; draw(); },
    into(element) { second = element; asking = null; draw(); },
    get last() { return list[list.length - 1] ?? null; },
    get list() { return list; },
  };
}
