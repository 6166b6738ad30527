// Foresight: the list as it will stand when the table has taken what waits on this device, and what Undo and Redo do then.
// Knows what each operation does to the list, as the table does; knows nothing of maps, storage or how it is drawn.

const entryOf = (id, text, device = "") => ({ id, n: 0, side: /^Y\b/.test(text) ? "yellow" : "blue", text, device, waiting: true });

// {list, done, undone}: the announcements, what Undo takes back and what Redo brings back, the newest last.
function foresee(snapshot, waiting) {
  const list = (snapshot?.heard ?? []).map((entry) => ({ ...entry, waiting: false }));
  const done = list.map(({ id, text, device }) => ({ id, kind: "hear", entry: id, text, device }));
  const undone = (snapshot?.redoable ?? []).map((undo) => ({ ...undo, edits: undo.edits.map((edit) => ({ ...edit })) }));
  const placeOf = (id) => list.findIndex((entry) => entry.id === id);
  const drop = (id) => { const place = done.findIndex((edit) => edit.id === id); return place < 0 ? null : done.splice(place, 1)[0]; };
  // an announcement that is put back stands where it stood, or last where that cannot be told any more
  function put({ entry, text, after, device }) {
    if (placeOf(entry) >= 0) return false;
    const before = after === null ? -1 : placeOf(after);
    list.splice(after !== null && before < 0 ? list.length : before + 1, 0, entryOf(entry, text, device));
    return true;
  }
  function remove(edit) {
    const place = placeOf(edit.entry);
    if (place < 0) return false;
    edit.after = list[place - 1]?.id ?? null;
    edit.text = list[place].text;
    list.splice(place, 1);
    return true;
  }
  // what was changed again since stays as it is
  function reword(edit, from, to) {
    const place = placeOf(edit.entry);
    if (place < 0 || list[place].text !== from) return false;
    Object.assign(list[place], { text: to, waiting: true });
    return true;
  }
  const takeBack = (edit) => (edit.kind === "start" || (edit.kind === "change" ? reword(edit, edit.text, edit.before) : edit.kind === "delete" ? put(edit) : remove(edit)));
  const bringBack = (edit) => (edit.kind === "start" || (edit.kind === "change" ? reword(edit, edit.before, edit.text) : edit.kind === "delete" ? remove(edit) : put(edit)));
  const fresh = (edit) => { drop(edit.id); done.push(edit); undone.length = 0; };
  const takenBack = (op, edits) => { if (edits.length && !undone.some((undo) => undo.id === op.op)) undone.push({ id: op.op, edits }); };

  if (snapshot?.undo) { drop(snapshot.undo.id); done.push({ ...snapshot.undo }); }
  for (const op of waiting) {
    if (op.do === "hear" || op.do === "insert") {
      const at = op.do === "hear" || placeOf(op.before) < 0 ? list.length : placeOf(op.before);
      (op.spelled ?? [op.text]).forEach((text, i) => {
        const id = i ? `${op.op}-${i}` : op.op;
        if (placeOf(id) >= 0) return;
        list.splice(at + i, 0, entryOf(id, text));
        fresh({ id, kind: op.do, entry: id, text });
      });
    } else if (op.do === "change") {
      const place = placeOf(op.id), edit = { id: op.op, kind: "change", entry: op.id, before: list[place]?.text, text: op.text };
      if (place < 0 || edit.before === op.text) continue;
      reword(edit, edit.before, op.text);
      fresh(edit);
    } else if (op.do === "delete") {
      const edit = { id: op.op, kind: "delete", entry: op.id };
      if (placeOf(op.id) < 0) continue;
      remove(edit);
      fresh(edit);
    } else if (op.do === "undo") {
      const edit = done.find((one) => one.id === op.id);
      if (!edit || !takeBack(edit)) continue;
      drop(edit.id);
      takenBack(op, [edit]);
    } else if (op.do === "undo_to") {
      const keep = op.id === null ? -1 : placeOf(op.id);
      if (op.id !== null && keep < 0) continue;
      const edits = list.slice(keep + 1).map(({ id, text, device }) => drop(id) ?? { id, kind: "hear", entry: id, text, device });
      [...edits].reverse().forEach(remove); // from the end: each then knows the one that it stood behind
      takenBack(op, edits);
    } else if (op.do === "redo") {
      const place = op.id ? undone.findIndex((undo) => undo.id === op.id) : undone.length - 1;
      if (place < 0) continue;
      for (const edit of undone.splice(place, 1)[0].edits) if (bringBack(edit)) done.push(edit);
    }
  }
  list.forEach((entry, i) => { entry.n = i + 1; });
  return { list, done, undone };
}
