# The three roles of a device at the table.

board-role-title = This device is for the …
board-role-operator = Radio operator
board-role-captain = Captain
board-role-mate = First mate
board-role-operator-hint = Enters what the enemy announces
board-role-captain-hint = Large view, to be read from two metres
board-role-mate-hint = Enters what our own crew announces
board-role-back = Back to the radio operator’s pad
board-glance = For the captain
board-glance-many = none stands out
board-glance-misheard = Misheard since { $n }?
board-glance-cut = No connection: not up to date
board-glance-cell = { $cell }: { $here } in it, { $near } within one cell
board-mate-pad = We announce
board-welcome-mate = One tap for each announcement of your own crew.
