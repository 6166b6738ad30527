// Glance: what a captain reads from two metres: where, how likely, how many cells, which sectors, what was last said.
// Knows how a snapshot reads in large type; knows nothing of taps that announce.

const SECTORS_TOLD = 3, SECTOR_LEAST = 0.05;

function openGlance(root, words) {
  const find = (selector) => root.querySelector(`.glance ${selector}`), say = words.say;
  const put = (element, text) => { if (element.textContent !== text) element.textContent = text; };
  const worth = (sectors) => Object.entries(sectors).filter(([, share]) => share >= SECTOR_LEAST)
    .sort(([, a], [, b]) => b - a).slice(0, SECTORS_TOLD);

  return {
    // `last` is the newest announcement as the list has it, `live` whether the table is heard
    show(shown, last, live, us) {
      const count = words.cells(shown.cells);
      put(find(".spot b"), shown.best ?? String(shown.cells));
      put(find(".spot span"), shown.best ? words.percent(shown.best_probability) : count.replace(String(shown.cells), "").trim());
      put(find(".left"), shown.best ? count : say("board-glance-many"));
      find(".zones-told").replaceChildren(...worth(shown.sectors).map(([n, share], place) => h("span", {}, place ? n : say("board-sector-share", { n }), h("b", { textContent: words.percent(share) }))));
      const newest = find(".newest");
      newest.replaceChildren(...(last ? [
        h("small", { textContent: last.n }),
        h("i", { className: `side ${last.side}${last.side === us ? " ours" : ""}`, textContent: say(`board-${last.side}-letter`) }),
        h("b", { textContent: words.item(last.text) }),
      ] : [h("b", { textContent: say("board-nothing-heard") })]));
      newest.classList.toggle("long", newest.textContent.length > 12);
      const calm = root.querySelector(".calm"), broken = shown.contradiction;
      const text = !live ? say("board-glance-cut") : broken ? say("board-glance-misheard", { n: broken.n }) : words.told({ said: shown.error_said, error: shown.error }) ?? "";
      calm.hidden = !text;
      calm.classList.toggle("cut", !live);
      put(calm, text);
      root.classList.toggle("stale", !live);
    },
    // What a blast in a cell would meet: the submarine itself, or one of the cells around it.
    odds(shown, name) {
      const { rows, columns } = shown.map, row = Number(name.slice(1)) - 1, column = COLUMN_LETTERS.indexOf(name[0]);
      let near = 0;
      for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
        for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) near += shown.probability[r * columns + c];
      }
      return say("board-glance-cell", { cell: name, here: words.percent(shown.probability[row * columns + column]), near: words.percent(near) });
    },
  };
}
