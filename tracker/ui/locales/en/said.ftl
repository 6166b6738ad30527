# What the server says to the table: one message for each key of a sentence in the code, worded there in English as here.

said-fault = found { $found }, expected { $expected }
said-fault-at = line { $line }, column { $column }: found { $found }, expected { $expected }
said-at = line { $line }, column { $column }: { $why }

said-wrong-code = This game code opens no game here. Ask a device of your crew for a new invitation.
said-wrong-short = This short code opens no game here, or it ran out. Ask a device of your crew for a new one.
said-locked-out = Too many wrong codes came from this device's address. Wait { $seconds } seconds, then try again.
said-many-maps = Many maps came from this device's address just now. Wait { $seconds } seconds, then try again.
said-server-failed = The server failed at this (a fault of this program). Nothing that was sent is lost.
said-line-long = The line has { $count } characters: expected at most { $most }; send it in parts.

said-map-no-name = The map has no name yet.
said-map-no-sea = There is no sea: at least one cell must be no island.
said-map-cut-off = Sea that islands cut off from the rest: { $cells }.
said-map-cut-off-one = { $cells } is sea that islands cut off from the rest.
said-maps-full = This server keeps { $most } maps already: delete one of yours first.
said-map-not-yours = Only the device that drew this map can delete it.

said-review-memory = This machine has too little memory for the review.
said-review-failed = The review failed (a fault of this program); the record is kept as it is.
said-truth-nothing = That announcement hides nothing that a captain's sheet tells: look at the list again.
