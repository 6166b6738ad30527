"""The list of what was heard, as a pure fold of operations in the order the server took them.

Knows what each operation does to the list, and that no device's operation loses another's announcement. It knows
nothing of maps, inference, storage or clocks: the same operations in the same order always give the same list.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce

from tracker.game.announcements import Announcement, Side
from tracker.game.cells import Cell
from tracker.game.sentences import say
from tracker.table.operations import BadOperation, Operation, announcement_ids

DOUBLE_WITHIN = 1.0
"""Seconds within which the same announcement from two devices may have been one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A place in the list; ``gone`` entries keep their place so that bringing them back puts them where they stood.

    ``version`` is the number of the operation that made it, ``device`` who sent that.
    """

    id: str
    announcement: Announcement
    device: str
    at: float
    version: int
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Edit:
    """Something that Undo takes back: an announcement heard, put in, changed or deleted, or a start entered.

    ``id`` is the announcement's for what was heard or put in, and the operation's for all else. ``before`` and
    ``after`` are set for a change, ``added`` are the further announcements a change made. For a start ``entry`` is
    empty, ``side`` began in ``cell`` (None: no longer known).
    """

    id: str
    kind: str
    entry: str
    device: str
    before: Announcement | None = None
    after: Announcement | None = None
    added: tuple[str, ...] = ()
    undone: bool = False
    side: Side | None = None
    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class Undone:
    """What one undo took back, by the undo's operation id: the edits that Redo brings back together."""

    id: str
    edits: tuple[str, ...]
    device: str
    restored: bool = False


@dataclass(frozen=True, slots=True)
class GameLog:
    """The game's list after some operations; ``apply`` returns the next one.

    ``note`` says in a sentence why the last operation did nothing, empty where it did something. ``redoable`` are the
    undos that Redo brings back, newest last; a new announcement or edit empties it, yet each can still be named.
    """

    entries: tuple[Entry, ...] = ()
    edits: tuple[Edit, ...] = ()
    undos: tuple[Undone, ...] = ()
    redoable: tuple[str, ...] = ()
    operations: frozenset[str] = frozenset()
    note: str = ""

    @property
    def version(self) -> int:
        """The number of operations taken, those that did nothing included."""
        return len(self.operations)

    @property
    def heard(self) -> tuple[Entry, ...]:
        """The entries that stand, in order."""
        return tuple(entry for entry in self.entries if not entry.gone)

    @property
    def announcements(self) -> tuple[Announcement, ...]:
        """What stands, in order."""
        return tuple(entry.announcement for entry in self.entries if not entry.gone)

    def entry(self, id: str) -> Entry | None:
        """Return the entry with an id, standing or gone; None where there never was one."""
        return next((entry for entry in reversed(self.entries) if entry.id == id), None)

    @property
    def starts(self) -> dict[Side, Cell | None]:
        """Where submarines began, as far as an operation said so and still stands; None where it said: not known."""
        return {e.side: e.cell for e in self.edits if e.kind == "start" and e.side is not None and not e.undone}

    @property
    def next_undo(self) -> Edit | None:
        """What Undo takes back next: the newest edit that still has an effect."""
        gone = {entry.id for entry in self.entries if entry.gone}
        for edit in reversed(self.edits):
            if not edit.undone and (edit.kind == "delete") == (edit.entry in gone):
                return edit
        return None

    @property
    def next_redo(self) -> Undone | None:
        """What Redo brings back next."""
        return self._undo_of(self.redoable[-1]) if self.redoable else None

    @property
    def double(self) -> tuple[Entry, Entry] | None:
        """The newest entry and an earlier one that another device sent within a second and that says the same."""
        heard = self.heard
        if not heard:
            return None
        last = heard[-1]
        for earlier in reversed(heard[-4:-1]):
            same = (earlier.announcement.side, earlier.announcement.item) == (
                last.announcement.side,
                last.announcement.item,
            )
            if same and earlier.device != last.device and abs(last.at - earlier.at) <= DOUBLE_WITHIN:
                return earlier, last
        return None

    def apply(self, operation: Operation) -> GameLog:
        """Return the log after an operation; itself where the operation's id counted before.

        Raises BadOperation, and takes nothing, for an operation about an announcement that never was.
        """
        if operation.op in self.operations:
            return self
        self._check_new((operation.op,))
        taken = replace(self, operations=self.operations | {operation.op}, note="")
        match operation.do:
            case "hear" | "load":
                return taken._put(operation, len(self.entries))
            case "insert":
                return taken._put(operation, self._place_of_insert(operation))
            case "change":
                return taken._change(operation)
            case "delete":
                return taken._delete(operation)
            case "start":
                edit = Edit(operation.op, "start", "", operation.device, side=operation.side, cell=operation.cell)
                return replace(taken, edits=(*self.edits, edit), redoable=())
            case "undo":
                return taken._undo(operation)
            case "undo_to":
                return taken._undo_to(operation)
            case "redo":
                return taken._redo(operation)

    # --- announcements put in

    def _check_new(self, ids: tuple[str, ...]) -> None:
        """Raise BadOperation where an id is one that an announcement, an edit or an undo of this game has."""
        known = (
            {entry.id for entry in self.entries} | {edit.id for edit in self.edits} | {undo.id for undo in self.undos}
        )
        taken = next((id for id in ids if id in known), None)
        if taken is not None:
            raise BadOperation(
                say(
                    "id-taken",
                    "The id {id} is taken by another announcement of this game: send it with a new id.",
                    id=repr(taken),
                )
            )

    def _new_entries(
        self, operation: Operation, ids: tuple[str, ...], announcements: tuple[Announcement, ...]
    ) -> tuple[Entry, ...]:
        self._check_new(ids[1:] if ids[:1] == (operation.op,) else ids)
        return tuple(
            Entry(id, announcement, operation.device, operation.at, self.version)
            for id, announcement in zip(ids, announcements, strict=True)
        )

    def _put(self, operation: Operation, place: int) -> GameLog:
        ids = announcement_ids(operation.op, len(operation.announcements))
        fresh = self._new_entries(operation, ids, operation.announcements)
        kind = "insert" if operation.do == "insert" else "hear"
        edits = tuple(Edit(entry.id, kind, entry.id, operation.device) for entry in fresh)
        entries = (*self.entries[:place], *fresh, *self.entries[place:])
        return replace(self, entries=entries, edits=self.edits + edits, redoable=())

    def _place_of_insert(self, operation: Operation) -> int:
        if operation.target is None:
            return len(self.entries)
        return self._place(operation.target)

    def _place(self, id: str) -> int:
        for place, entry in enumerate(self.entries):
            if entry.id == id:
                return place
        raise BadOperation(
            say(
                "id-unknown",
                "No announcement of this game has the id {id}: it may have been refused; look at the list and try "
                "again.",
                id=repr(id),
            )
        )

    # --- edits of one announcement

    def _change(self, operation: Operation) -> GameLog:
        assert operation.target is not None
        place = self._place(operation.target)
        old = self.entries[place]
        if old.gone:
            return replace(self, note=say("note-not-changed", "It was already taken back, so nothing was changed."))
        first, *further = operation.announcements
        # A correction says what was heard, not when: the clock and comment stay where it gives none.
        new = replace(
            first,
            clock=old.announcement.clock if first.clock is None else first.clock,
            comment=first.comment or old.announcement.comment,
        )
        ids = announcement_ids(operation.op, len(operation.announcements))[1:]
        fresh = self._new_entries(operation, ids, tuple(further))
        entries = (*self.entries[:place], replace(old, announcement=new), *fresh, *self.entries[place + 1 :])
        # Older than the change itself, so that Undo takes the whole change back before it takes back one of these.
        added = tuple(Edit(entry.id, "hear", entry.id, operation.device) for entry in fresh)
        edit = Edit(operation.op, "change", old.id, operation.device, old.announcement, new, ids)
        return replace(self, entries=entries, edits=(*self.edits, *added, edit), redoable=())

    def _delete(self, operation: Operation) -> GameLog:
        assert operation.target is not None
        entry = self.entry(operation.target)
        if entry is None or entry.gone:
            return replace(self, note=say("note-not-deleted", "It was already taken back, so nothing was deleted."))
        edit = Edit(operation.op, "delete", entry.id, operation.device)
        return replace(self._with_gone({entry.id}, True), edits=(*self.edits, edit), redoable=())

    def _with_gone(self, ids: set[str], gone: bool) -> GameLog:
        return replace(self, entries=tuple(replace(e, gone=gone) if e.id in ids else e for e in self.entries))

    # --- undo and redo

    def _undo(self, operation: Operation) -> GameLog:
        edit = next((e for e in reversed(self.edits) if e.id == operation.target), None)
        if edit is None:
            return replace(self, note=say("note-never", "It was never taken into the list, so nothing was taken back."))
        reverted = self._flip(edit, undone=True)
        if reverted is None:
            return replace(
                self, note=say("note-gone", "It was already taken back, or changed since, so nothing was taken back.")
            )
        return reverted._with_undone(operation, (edit.id,))

    def _undo_to(self, operation: Operation) -> GameLog:
        place = 0 if operation.target is None else self._place(operation.target) + 1
        # What another device added after this one last looked was never meant: it stays.
        dropped = {
            entry.id
            for entry in self.entries[place:]
            if not entry.gone
            and not (operation.seen is not None and entry.version > operation.seen and entry.device != operation.device)
        }
        if not dropped:
            return replace(self, note=say("note-nothing-after", "Nothing stood after it, so nothing was taken back."))
        names = tuple(edit.id for edit in self.edits if edit.id in dropped)
        log = self._with_gone(dropped, True)
        log = replace(log, edits=tuple(replace(e, undone=True) if e.id in dropped else e for e in log.edits))
        return log._with_undone(operation, names)

    def _with_undone(self, operation: Operation, names: tuple[str, ...]) -> GameLog:
        undone = Undone(operation.op, names, operation.device)
        return replace(self, undos=(*self.undos, undone), redoable=(*self.redoable, operation.op))

    def _redo(self, operation: Operation) -> GameLog:
        name = operation.target if operation.target is not None else (self.redoable[-1] if self.redoable else None)
        if name is None:
            return replace(self, note=say("note-no-redo", "Nothing was taken back that could be brought back."))
        undo = self._undo_of(name)
        names = (name,) if undo is None else undo.edits
        log, restored = self, False
        for one in names:
            after = log._bring_back(one)
            if after is not None:
                log, restored = after, True
        undos = tuple(replace(u, restored=True) if u.id == name else u for u in log.undos)
        log = replace(log, undos=undos, redoable=tuple(id for id in log.redoable if id != name))
        return (
            log
            if restored
            else replace(log, note=say("note-redone", "It was already brought back, so nothing was done."))
        )

    def _bring_back(self, name: str) -> GameLog | None:
        edit = next((e for e in reversed(self.edits) if e.id == name), None)
        return None if edit is None else self._flip(edit, undone=False)

    def _undo_of(self, name: str) -> Undone | None:
        return next((undo for undo in reversed(self.undos) if undo.id == name), None)

    def _flip(self, edit: Edit, undone: bool) -> GameLog | None:
        """Return the log with an edit's effect taken back or brought back; None where that changes nothing."""
        flipped = tuple(replace(e, undone=undone) if e.id == edit.id else e for e in self.edits)
        if edit.kind == "start":
            return None if edit.undone == undone else replace(self, edits=flipped)
        entry = self.entry(edit.entry)
        assert entry is not None
        if edit.kind == "change":
            held, other = (edit.after, edit.before) if undone else (edit.before, edit.after)
            assert held is not None
            assert other is not None
            if edit.undone == undone or entry.announcement != held:
                return None
            entries = tuple(replace(e, announcement=other) if e.id == entry.id else e for e in self.entries)
            return replace(self, entries=entries, edits=flipped)._with_gone(set(edit.added), undone)
        gone = undone if edit.kind != "delete" else not undone
        if entry.gone == gone:
            return None
        return replace(self._with_gone({entry.id}, gone), edits=flipped)


def fold(operations: Iterable[Operation]) -> GameLog:
    """Return the log after operations in the server's order."""
    return reduce(GameLog.apply, operations, GameLog())
