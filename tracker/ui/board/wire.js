// Wire: the table's three routes, spoken with the game's code in a header, never in an address.
// Knows HTTP and when to try again; knows nothing of taps or maps.

// What a refusal says, with what it takes to say it in the language chosen; see `told` of the words.
const refusalOf = (body, reply) => (body?.error ? { error: body.error, said: body.said } : { error: `HTTP ${reply.status}` });
const at = (path) => new URL(`api/${path}`, document.baseURI).href;

// What to call this device, as tracker/ui/devices.py does.
const deviceName = () => [["iPhone", "iPhone"], ["iPad", "iPad"], ["Mobile", "Android"], ["Android", "Android tablet"], ["Windows", "Windows"], ["Macintosh", "Mac"], ["Linux", "Linux"]]
  .find(([mark]) => navigator.userAgent.includes(mark))?.[1] ?? "";

// A code of this device's own for a game: {code} or {error, said}.
async function askCode(path, asked, headers = {}) {
  try {
    const reply = await fetch(at(path), { method: "POST", cache: "no-store", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(asked) });
    const body = await reply.json().catch(() => null);
    return reply.ok && body ? body : refusalOf(body, reply);
  } catch (problem) {
    return { error: String(problem) };
  }
}
const joinTable = (short) => askCode("join", { short, name: deviceName() });
const nextTable = (code) => askCode("next", {}, { "X-Game-Code": code });

// How a tap is sent to the game that a code opens.
const poster = (code) => async function post(op) {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), 8000);
  try {
    const reply = await fetch(at("announce"), {
      method: "POST", keepalive: true, signal: control.signal, cache: "no-store",
      headers: { "X-Game-Code": code, "Content-Type": "application/json" }, body: JSON.stringify(op),
    });
    const body = await reply.json().catch(() => null);
    if (reply.ok && body) return { kind: "taken", snapshot: body };
    const fault = refusalOf(body, reply);
    if ([400, 409, 413, 415, 422].includes(reply.status)) return { kind: "refused", fault };
    return { kind: reply.status === 403 ? "shut" : "later", fault };
  } catch (problem) {
    return { kind: "later", fault: { error: String(problem) } };
  } finally { clearTimeout(timer); }
};

function openWire(code, hooks) {
  const headers = { "X-Game-Code": code };
  let closed = false, cut = null, wake = null, live = false;

  // What is asked beside the game: null where there is no answer in time, in milliseconds.
  async function ask(path, body = null, patience = 2500) {
    try {
      const reply = await fetch(at(path), {
        method: body ? "POST" : "GET", signal: AbortSignal.timeout?.(patience), cache: "no-store",
        headers: body ? { ...headers, "Content-Type": "application/json" } : headers, body: body ? JSON.stringify(body) : undefined,
      });
      const answer = await reply.json();
      return reply.ok ? answer : reply.status < 500 ? refusalOf(answer, reply) : null;
    } catch { return null; }
  }

  // fetch and not EventSource: only fetch can send the header that carries the code.
  async function listen() {
    let wait = 250;
    while (!closed) {
      let shut = null;
      try {
        cut = new AbortController();
        let watch = setTimeout(() => cut.abort(), 12000);
        const reply = await fetch(at("events"), { headers, signal: cut.signal, cache: "no-store" });
        if (!reply.ok) {
          const fault = refusalOf(await reply.json().catch(() => null), reply);
          if (reply.status === 403) shut = fault;
          throw new Error(fault.error);
        }
        const reader = reply.body.getReader(), decode = new TextDecoder();
        let rest = "";
        for (;;) {
          const { value, done } = await reader.read();
          if (done) break;
          clearTimeout(watch);
          watch = setTimeout(() => cut.abort(), 12000);
          if (!live) { live = true; wait = 250; hooks.line(true, null); }
          rest += decode.decode(value, { stream: true });
          const parts = rest.split(/\r?\n\r?\n/);
          rest = parts.pop();
          for (const part of parts) {
            const lines = part.split(/\r?\n/).filter((l) => l.startsWith("data:")).map((l) => l.slice(5).trim());
            if (lines.length && !/^event: *end/m.test(part)) hooks.snapshot(JSON.parse(lines.join("\n")));
          }
        }
        clearTimeout(watch);
      } catch { /* a lost line is told below, and tried again */ }
      if (closed) return;
      live = false;
      hooks.line(false, shut);
      await new Promise((go) => { const timer = setTimeout(go, shut ? 10000 : wait); wake = () => { clearTimeout(timer); go(); }; });
      wait = Math.min(wait * 2, 3000);
    }
  }
  listen();
  return { post: poster(code), ask, get live() { return live; }, hurry() { if (wake) wake(); }, close() { closed = true; cut?.abort(); if (wake) wake(); } };
}
