// Mount: the component that Streamlit knows: which game this device has open, and what the page is asked for.
// Knows Streamlit's ways; knows nothing of what a board does.

const GAME = "sonar.game", LANGUAGE = "sonar.language";

// While the server is away Streamlit lays a dialog over the page that makes all of it deaf. The board says so itself,
// and goes on taking taps: the dialog is closed as soon as it stands there.
function keepReachable(signal) {
  const close = () => {
    for (const dialog of document.querySelectorAll('[data-testid="stDialog"]')) {
      if (dialog.querySelector('[data-testid="stErrorCodeBlock"]') || dialog.querySelector("h2")?.textContent === "Connection error") {
        dialog.querySelector('button[aria-label="Close"]')?.click();
      }
    }
  };
  const watch = new MutationObserver(close);
  watch.observe(document.body, { childList: true });
  signal.addEventListener("abort", () => watch.disconnect());
  close();
}

const MOUNTED = new WeakMap();

// The page says which game and language hold; where it does not know yet, this device's memory does.
export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  const root = parentElement.querySelector("#board");
  let mount = MOUNTED.get(root);
  if (!mount) {
    mount = { told: "", game: null, key: null, left: new Set(), leave: new AbortController() };
    MOUNTED.set(root, mount);
    keepReachable(mount.leave.signal);
    window.addEventListener("hashchange", () => { const short = invited(); if (short) join(short); }, { signal: mount.leave.signal });
  }
  Object.assign(mount, { setStateValue, setTriggerValue });
  // the code of an invitation comes after the #, which no browser sends and no server logs
  function invited() {
    const short = /[#&]join=([\w-]+)/.exec(location.hash)?.[1];
    if (short) history.replaceState(null, "", location.pathname + location.search);
    return short;
  }
  // joined from here and not by the page: the table then counts wrong codes by this device's own address
  const join = async (short) => enter(await joinTable(short));
  function enter(joined) {
    const { code } = joined;
    if (code) { shelf.set(GAME, code); mount.joinedNow = true; }
    tell(code ? { code, language: shelf.get(LANGUAGE) } : { code: data.code ?? shelf.get(GAME) ?? "", language: shelf.get(LANGUAGE), note: wordsOf(data.texts).told(joined), at: Date.now() });
  }
  function tell(remembered) {
    const told = JSON.stringify(remembered);
    if (mount.told === told) return;
    mount.told = told;
    queueMicrotask(() => mount.setStateValue("remembered", remembered));
  }
  const short = invited();
  if (short) join(short);
  if (data.join && data.join[0] !== mount.joined) { mount.joined = data.join[0]; join(data.join[1]); }
  // a page that was on its way when the game was closed still names it: it is not entered again, nor the reason lost
  const named = data.code ?? shelf.get(GAME) ?? "", code = mount.left.has(named) ? "" : named;
  if (data.chosen) shelf.set(LANGUAGE, data.chosen);
  const language = data.chosen ?? shelf.get(LANGUAGE);
  if (!short && (data.code === null || mount.told === "" || JSON.parse(mount.told).code !== code)) tell({ code, language });
  const key = JSON.stringify([code, data.language]);
  if (data.code === null && mount.game) {
    // a new session of a restarted server, which does not know yet: the game goes on as it is
  } else if (key !== mount.key) {
    mount.key = key;
    mount.game?.close();
    mount.game = null;
    if (code) shelf.set(GAME, code); else if (data.code === "") shelf.drop(GAME);
    root.hidden = !code;
    const greet = Boolean(mount.joinedNow && code);
    mount.joinedNow = false;
    finishOthers(code);
    if (code) mount.game = openGame(root, code, data, {
      greet,
      // asked for again until it stands there: what is asked of a page that is just reconnecting is lost
      menu(waiting) {
        let ticks = 0;
        clearInterval(mount.asking);
        const ask = () => {
          if (document.querySelector('[data-testid="stDialog"]') || ticks > 600) { clearInterval(mount.asking); waiting(false); return; }
          if (ticks % 20 === 0) mount.setTriggerValue("menu", { at: Date.now(), role: roles.now });
          if (ticks === 20) waiting(true);
          ticks++;
        };
        mount.asking = setInterval(ask, 100);
        ask();
      },
      async next() { enter(await nextTable(code)); },
      closed(why) { mount.left.add(code); shelf.drop(GAME); tell({ code: "", language, note: why, at: Date.now() }); },
    });
  }
  const wanted = data.role && roles.asked(data.role);
  if (wanted) mount.game?.become(wanted);
  if (data.device) mount.game?.know(data.device);
  return () => { clearInterval(mount.asking); mount.game?.close(); mount.leave.abort(); MOUNTED.delete(root); };
}
