// Mount: the component that Streamlit knows: whether the review of a game lies open over the board.
// Knows Streamlit's ways; knows nothing of what a review shows.

const OPENED = new WeakMap(), SEEN = "sonar.review.asked";

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector("#review"), key = `sonar.review.${data.code}`;
  let state = OPENED.get(root);
  if (!state) { state = { review: null, code: null, asked: "0" }; OPENED.set(root, state); }
  // whether it lies open belongs to this tab: it comes back after a reload, and nowhere else
  const keep = (name, value) => { try { if (value) sessionStorage.setItem(name, value); else sessionStorage.removeItem(name); } catch { /* private mode: it is opened again from the menu */ } };
  const kept = (name) => { try { return sessionStorage.getItem(name); } catch { return null; } };
  const asked = String(data.asked), wanted = asked !== "0" && asked !== state.asked && asked !== kept(SEEN);
  function leave() {
    keep(key, null);
    state.review?.close();
    state.review = null;
    root.close();
  }
  if (wanted || (state.code !== data.code && kept(key))) {
    state.review?.close();
    keep(key, "1");
    keep(SEEN, asked);
    if (!root.open) root.showModal();
    state.review = openReview(root, data.code, data, { leave });
  } else if (state.code !== null && state.code !== data.code) leave();
  Object.assign(state, { asked, code: data.code });
  return () => { state.review?.close(); OPENED.delete(root); };
}
