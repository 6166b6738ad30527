// Outbox: taps that the server has not acknowledged, in order, kept on the device.
// Knows storage and retries; knows nothing of what an announcement means or how it is drawn.

// One key an op: two pages of one browser then never overwrite each other's taps. Keys sort in the order of the taps.
// `post` answers {kind: "taken" | "refused" | "later" | "shut", snapshot, fault}.
function openOutbox(code, post, hooks) {
  const prefix = `sonar.op.${code}.`;
  let busy = false, closed = false, left = false, last = 0, wake = null, trouble = null;
  const keys = () => shelf.keys(prefix);
  const read = (key) => { try { return { key, ...JSON.parse(shelf.get(key)) }; } catch { return null; } };
  const pending = () => keys().map(read).filter(Boolean);
  const pause = (ms) => new Promise((go) => { const timer = setTimeout(go, ms); wake = () => { clearTimeout(timer); go(); }; });

  async function drain() {
    if (busy || closed) { return; }
    busy = true;
    let wait = 250;
    try {
      for (let key = keys()[0]; key && !closed; key = keys()[0]) {
        const op = read(key);
        if (!op) { shelf.drop(key); continue; }
        const { key: _, tapped, spelled, ...body } = op; // how a line is shown while it waits is not the table's business
        const answer = await post({ ...body, age: Math.max(0, (Date.now() - tapped) / 1000) });
        if (answer.kind === "taken" || answer.kind === "refused") {
          shelf.drop(key);
          trouble = null;
          wait = 250;
          if (answer.kind === "taken") hooks.taken(answer.snapshot, op); else hooks.refused(op, answer.fault);
          continue;
        }
        if (left && answer.kind === "shut") return;
        trouble = answer;
        hooks.changed();
        await pause(answer.kind === "shut" ? 10000 : wait);
        wait = Math.min(wait * 2, 3000);
      }
    } finally { busy = false; }
    if (!closed) hooks.changed();
  }

  return {
    pending,
    get trouble() { return trouble; },
    add(body) {
      last = Math.max(Date.now() * 1000, last + 1, ...keys().slice(-1).map((key) => Number(key.slice(prefix.length).split("-")[0]) + 1));
      const op = { op: newId(), tapped: Date.now(), ...body };
      shelf.set(`${prefix}${String(last).padStart(17, "0")}-${op.op.slice(0, 6)}`, JSON.stringify(op));
      drain();
      return op;
    },
    hurry() { if (wake) wake(); drain(); },
    // send what waits, and no more than that
    finish() { left = true; drain(); },
    close() { closed = true; if (wake) wake(); },
  };
}

// Taps of games that this device has left since still go to those games, also after a reload.
function finishOthers(current) {
  const quiet = { taken() {}, refused() {}, changed() {} }, prefix = "sonar.op.";
  const codes = new Set(shelf.keys(prefix).map((key) => key.slice(prefix.length).split(".")[0]));
  codes.delete(current);
  for (const code of codes) openOutbox(code, poster(code), quiet).finish();
}
