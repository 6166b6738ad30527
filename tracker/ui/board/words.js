// Words: the interface's texts and how an announcement of the record format reads to people.
// Knows no rules; a word it does not know is shown as it stands.

const COLUMN_LETTERS = "ABCDEFGHIJKLMNO";
const ARROWS = { N: "↑", E: "→", S: "↓", W: "←" };
const COURSES = { N: "north", E: "east", S: "south", W: "west" };

function wordsOf(texts) {
  const say = (id, values = {}) => (texts[id] ?? id).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  const word = (token) => {
    const low = token.toLowerCase();
    const told = /^(silence|mine)\(([NESWA-O]?)(\d+)\)$/i.exec(token); // with the truth: silence(E3), mine(G7)
    if (told) return `${word(told[1])} ${low[0] === "m" ? told[2] + told[3] : told[3] === "0" ? "0" : `${ARROWS[told[2]] ?? ""}${say(`board-letter-${told[2].toLowerCase()}`)} ${told[3]}`}`;
    if (ARROWS[token]) return `${ARROWS[token]} ${say(`board-letter-${low}`)}`;
    const pair = low.match(/^(row|column|sector|self)=(.+)$/);
    if (pair) return `${say(`board-word-${pair[1]}`)} ${/^[a-o]$/.test(pair[2]) ? pair[2].toUpperCase() : word(pair[2])}`;
    return texts[`board-word-${low}`] ?? token;
  };
  // A sentence of the server: by its key in this language, else in English as it came.
  const told = (one, line) => (texts[`said-${one.key}`] === undefined ? one.text : say(`said-${one.key}`, Object.fromEntries(
    Object.entries(one.values ?? {}).map(([name, value]) => [name, value?.text !== undefined ? told(value, line) : name === "heard" ? line(value) : value]))));
  return {
    say,
    cells(count) { return count === 1 ? say("board-cells-one") : say("board-cells", { count }); },
    // what the server refused, or noted, by the `said` that comes with it
    told({ said, error } = {}) { return said?.length ? said.map((one) => told(one, (text) => this.line(text))).join(" ") : error ?? ""; },
    // "B torpedo C6 clear" -> "Torpedo C6 clear"; the side is shown by colour and letter next to it.
    item(text) {
      const tokens = text.trim().split(/\s+/);
      if (/^[YByb]$/.test(tokens[0]) && tokens.length > 1) tokens.shift();
      return tokens.map(word).join(" ");
    },
    // the same as it is read out: no arrows
    aloud(text) {
      const [side, ...tokens] = text.trim().split(/\s+/);
      return [say(/^y/i.test(side) ? "board-yellow-letter" : "board-blue-letter"), ...tokens.map((token) => (ARROWS[token] ? say(`board-${COURSES[token]}`) : token === "?" ? say("board-not-heard") : word(token)))].join(" ");
    },
    // the same with its side in front, for where no colour tells it
    line(text) { return `${say(/^y/i.test(text) ? "board-yellow-letter" : "board-blue-letter")} ${this.item(text)}`; },
    percent(share) { return share > 0 && share < 0.005 ? "<1 %" : share < 1 && share > 0.995 ? ">99 %" : `${Math.round(100 * share)} %`; },
    count(number) { return number < 1e6 ? String(number) : number.toExponential(1).replace("e+", "·10^").replace(/\^(\d+)/, (_, n) => [...n].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[d]).join("")); },
  };
}
