# What the server says to the table: one message for each key of a sentence in the code, worded there as here.

said-ambiguous = { $words } can be read as: { $ways }. Say which
said-ambiguous-many = { $words } can each be read in several ways: say the text in pieces, or as the record format writes it, such as 'sonar row=5 sector=3'

said-at = line { $line }, column { $column }: { $why }

said-broke-off = The request broke off.

said-cell-unreadable = The cell cannot be read: expected one such as C6.

said-device-earlier = That device was in the game before this one: only one that joined earlier may turn it out.
said-device-gone = No device of this game has that id, or it was turned out already.

said-expected-after = { $what } after { $word }
said-expected-after-side = after the side { $what }
said-expected-as-first = { $count }, as in row 1
said-expected-at-cell = what happened at this cell, such as torpedo C6 or trigger C6
said-expected-at-most = at most { $most }
said-expected-cell = a cell such as C6 (column A-{ $column }, row 1-{ $row })
said-expected-cells-along = a number of cells from 1 to { $most }
said-expected-clock = a clock as m:ss or h:mm:ss
said-expected-clock-first = { $what }; a clock is m:ss or h:mm:ss at the start of its line
said-expected-column = a column A-{ $column }
said-expected-course = a course: north, east, south or west
said-expected-course-after = a course after { $word }: north, east, south or west
said-expected-header = one of the headers { $headers }
said-expected-header-once = each header once
said-expected-header-or-labels = a header such as 'name: Alpha' or the column letters 'A B C ...'
said-expected-headings = headings such as side, announcement, clock in the first line
said-expected-hit = an indirect hit with one damage, or a direct hit with two
said-expected-item = an item such as N, silence, surface 5 or torpedo C6 clear
said-expected-known-map = a map's id ({ $maps }) or a [Grid]; a map file is read on the command line only
said-expected-labels = a line of column letters such as 'A B C' above the rows
said-expected-letter = one of this language's letters for a course ({ $letters }), or another item
said-expected-line = one line
said-expected-line-end = the end of the line, or # and a comment
said-expected-map = a map: { $maps }, or a file's name ending in .txt
said-expected-map-id = the id of a map, such as alpha
said-expected-map-line = a line such as [Map "alpha"]
said-expected-map-sign = one of . (sea) # (island) o (ice hole) M (Archer mine) O (other mark), with spaces between
said-expected-mine-truth = the mine's cell, such as (G7): { $cell }
said-expected-mines = 8 or 4
said-expected-mode = { $one } or { $other }
said-expected-most-rows = at most { $most } rows
said-expected-one-a-column = { $count }, one a column
said-expected-one-reading = words with one reading: { $question }
said-expected-or-mark = { $what } or ? after { $word }
said-expected-or-unheard = { $what }, or ?,
said-expected-other-kind = another kind than { $kind }, which was answered already (a letter is a column, a number a row)
said-expected-perhaps = { $what } (perhaps '{ $near }'?)
said-expected-question = before this answer what it answers, such as { $example }
said-expected-repeats = a course repeated 1 to { $most } times
said-expected-row = a row 1-{ $row } or a column A-{ $column }
said-expected-rows = rows such as ' 1  . . #' below the column letters
said-expected-sea = at least one cell that is no island
said-expected-sector = a sector's number such as 5
said-expected-sector-line = the cells along a sector's side, such as 'sector: 5'
said-expected-sector-side = the cells along a sector's side, 1 to { $most }
said-expected-self = clear, indirect or direct after self=
said-expected-side = yellow or blue
said-expected-side-first = { $what }; a side stands only at the start of its line
said-expected-side-of = a side: { $sides }
said-expected-sign = one of . # o M O, rows apart by /
said-expected-silence-truth = the silence's course and length, such as (E3), or (0)
said-expected-sonar = two different of row=, column= and sector=, such as sonar row=5 sector=3, or sonar ?
said-expected-sonar-said = two different of row, column and sector, such as 'sonar row 5 sector 3' (a letter is a column)
said-expected-start = a cell such as G7
said-expected-system = a system that is ready: { $systems }
said-expected-system-after = a system after { $word }: { $systems }
said-expected-tag = a tag such as [Map "alpha"]
said-expected-tag-name = a tag's name without spaces, quotes, brackets, '=' and '#'
said-expected-tag-once = this tag once in a record
said-expected-torpedo = manhattan or path
said-expected-two = { $what }, not all three
said-expected-up-to = 1 to { $most }

said-fault = found { $found }, expected { $expected }
said-fault-at = line { $line }, column { $column }: found { $found }, expected { $expected }

said-found-cells = { $count } cells in row { $row } of [Grid]
said-found-columns = { $count } columns
said-found-empty = a line without an item
said-found-end = the end of the line
said-found-header-again = '{ $header }:' a second time
said-found-in-tag = { $value } in [{ $tag }]
said-found-label = column label { $label }
said-found-lines = several lines
said-found-lone = '{ $words }' without an item
said-found-mode = mode { $value }
said-found-no-labels = no column labels
said-found-no-map = no [Map] or [Grid]
said-found-no-rows = no rows
said-found-no-sea = no sea
said-found-no-sector = no line 'sector:'
said-found-nothing = no announcement
said-found-row = row { $label }
said-found-row-label = row label { $label }
said-found-rows = { $count } rows
said-found-sector = sector { $value }
said-found-signs = { $count } symbols in row { $row }
said-found-tag-again = [{ $tag }] a second time

said-heard-impossible = '{ $heard }': { $why }

said-id-taken = The id { $id } is taken by another announcement of this game: send it with a new id.
said-id-unknown = No announcement of this game has the id { $id }: it may have been refused; look at the list and try again.

said-inference-failed = the inference failed (a fault of this program); the record is kept as it is.
said-inference-stopped = Announcement { $n } ({ $heard }): { $why }

said-journal-busy = The journal { $journal } is too busy to take this; it is sent again by itself.
said-journal-damaged = The journal { $journal } is damaged ({ $found }). It was left as it is: put a backup in its place, or move it away and set SONAR_DB to a new file.
said-journal-disk = The journal { $journal } cannot be written: the disk is full. Free some space; taps wait on their devices.
said-journal-driver = The journal { $journal } needs a database driver that is not installed: { $fault }.
said-journal-failed = The journal { $journal } could not be { $doing }: { $cause }.
said-journal-folder = The journal { $journal } is a folder: set SONAR_DB to a file in it.
said-journal-foreign = The file { $journal } is a database of something else (it holds { $tables }). It was left as it is: set SONAR_DB to another file.
said-journal-gap = The journal { $journal } lacks operation { $n } of game { $game }. It was left as it is: put a backup in its place.
said-journal-in-use = The journal { $journal } is in use by another program. Close that program; taps wait on their devices.
said-journal-no-folder = The journal { $journal } cannot be made: there is no folder { $folder }. Make it, or set SONAR_DB.
said-journal-not-opened = The journal { $journal } cannot be opened. Allow this user to write the file and its folder, or set SONAR_DB.
said-journal-not-sqlite = The journal { $journal } is not a SQLite database. It was left as it is: move it away, or set SONAR_DB to another file.
said-journal-permissions = The journal { $journal } cannot be read: { $fault }. Check its permissions.
said-journal-read-only = The journal { $journal } cannot be written: it is read-only. Allow this user to write the file and its folder.
said-journal-senseless = The journal { $journal } holds a game that cannot be opened: operation { $n } of game { $game } makes no sense ({ $why }). It was left as it is: put a backup in its place.
said-journal-url = SONAR_DB is no database URL: expected a file name, or a URL such as sqlite:///games.sqlite.
said-journal-version = The journal { $journal } was written by another version of this program (format { $found }, expected { $expected }). It was left as it is: start that version, or move the journal away.

said-line-control = The line holds a line break or another control character: expected one line of plain text.
said-line-empty = The line announces nothing: expected at least one item, such as "B N".
said-line-long = The line has { $count } characters: expected at most { $most }; send it in parts.
said-line-many = The line has { $count } announcements: expected at most { $most }; send it in parts.

said-locked-out = Too many wrong codes came from this device's address. Wait { $seconds } seconds, then try again.

said-many-maps = Many maps came from this device's address just now. Wait { $seconds } seconds, then try again.
said-many-pages = This game has { $most } open pages already. Close some.

said-map-cut-off = Sea that islands cut off from the rest: { $cells }.
said-map-cut-off-one = { $cells } is sea that islands cut off from the rest.
said-map-no-name = The map has no name yet.
said-map-no-sea = There is no sea: at least one cell must be no island.
said-map-not-yours = Only the device that drew this map can delete it.

said-maps-full = This server keeps { $most } maps already: delete one of yours first.

said-next-begun = Your crew has begun its next game already: the board and the menu lead there.
said-next-closed = This device has no place in its crew's next game. Ask for an invitation to it.
said-next-none = Your crew has not begun its next game yet.

said-no-address = There is nothing at this address, or not by this method.
said-no-archer-there = there is no Archer mine at { $cell }: map { $map } has them at { $mines }
said-no-archers = there is no Archer mine at { $cell }: map { $map } has none
said-no-memory = this machine's memory does not hold what is possible; the record is kept as it is.
said-no-memory-short = too little memory
said-no-reading = Not even two misheard courses explain what was heard: go through the list, or put in what may have been missed.

said-not-shown = After announcement { $n }: { $why }
said-not-utf8 = byte { $n } is not UTF-8 text: save the file as UTF-8 and try again

said-note-gone = It was already taken back, or changed since, so nothing was taken back.
said-note-never = It was never taken into the list, so nothing was taken back.
said-note-no-redo = Nothing was taken back that could be brought back.
said-note-not-changed = It was already taken back, so nothing was changed.
said-note-not-deleted = It was already taken back, so nothing was deleted.
said-note-nothing-after = Nothing stood after it, so nothing was taken back.
said-note-redone = It was already brought back, so nothing was done.

said-nothing-possible = No cell is possible.

said-off-cells = { $cell } is off the map: map { $map } has cells A1 to { $last }
said-off-columns = column { $column } is off the map: map { $map } has columns A to { $last }
said-off-rows = row { $row } is off the map: map { $map } has rows 1 to { $last }
said-off-sectors = sector { $sector } is out of range: map { $map } has sectors 1 to { $last }

said-other-site = This request comes from another site's page. Open the game's own page and use that.

said-record-long = The record has { $count } announcements: expected at most { $most }.

said-review-failed = The review failed (a fault of this program); the record is kept as it is.
said-review-memory = This machine has too little memory for the review.

said-server-failed = The server failed at this (a fault of this program). Nothing that was sent is lost.

said-settings-no-sea = Map { $map } has no sea: expected at least one sea cell.
said-settings-unreadable = The journal's settings of this game cannot be read ({ $fault }).

said-too-large = The request is too large: expected at most { $most } KiB.
said-too-little-memory = This machine has too little memory for it.
said-too-many = { $histories } histories would need about { $mebibytes } MiB, more than there is: the record is kept as it is; undo, or wait for a surfacing or another clue

said-truth-nothing = That announcement hides nothing that a captain's sheet tells: look at the list again.

said-wrong-code = This game code opens no game here. Ask a device of your crew for a new invitation.
said-wrong-short = This short code opens no game here, or it ran out. Ask a device of your crew for a new one.
