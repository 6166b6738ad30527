# The set-up of a new game and the menu of one in progress.

language = Language

new-title = Sonar
new-intro = Tap the map you play on. Then one tap for each announcement of the enemy’s captain.
new-us = We are
new-yellow = Yellow
new-blue = Blue
new-mode = Game
new-real-time = Real time
new-turn-by-turn = Turn by turn
new-options = Rules and model
new-torpedo = A torpedo’s four steps are counted
new-torpedo-manhattan = over the grid, islands or not (keeps more cells)
new-torpedo-path = by sea, around islands
new-mines = A mine is dropped
new-mines-8 = in one of the 8 neighbouring cells (keeps more cells)
new-mines-4 = in one of the 4 neighbouring cells
new-model = How likely a cell is
new-model-captain = the captain picks each open course equally often
new-model-uniform = every possible route counts the same
new-map-picture = Map { $name }
new-compare = Compare with your sheet
new-draw = Draw your own map
new-change = Change
new-join = Join a game of your crew
new-join-code = The game’s code
new-join-go = Join
new-open = Open a record or your own map
new-open-file = A record (.sonar), a list (.txt), a table (.csv) or a map file (.txt)
new-open-map = The map it was played on
new-open-go = Play on with it
new-unreadable = { $name } cannot be opened.
new-readable = { $count ->
    [0] Map { $name }, ready to play.
    [one] Map { $name } with one announcement.
   *[other] Map { $name } with { $count } announcements.
}

menu-title = Game
menu-role = This device is for the
menu-unknown = This server does not know the game that this device has open, or this device was turned out of it.
menu-download = Take the record away (.sonar)
menu-heard = { $count ->
    [0] Nothing heard yet.
    [one] One announcement heard.
   *[other] { $count } announcements heard.
}
menu-new = Another game, without this crew
menu-new-sure = This device leaves the game. It stays on the server and with your crew’s other devices.
menu-new-yes = Leave it and begin anew
menu-invite = Let another device join
menu-invite-hint = Point its camera at the picture, or open { $address } on it and type the code. Good for half an hour, only for your own crew.
menu-qr = Picture for a camera: the address of this game
devices = Devices at this table: { $count }
device-unnamed = a device
device-own = this one
device-out = Turn out

# The crew’s next game.

next-game = Next game with this crew
next-intro = All devices of the crew are offered this game: one tap takes each along. The game played so far stays as it is.
next-back = Back
next-again = Again on { $name }
next-go = On to the crew’s next game: { $map }
next-newest = Back to the newest game
next-earlier = Earlier games: { $count }
next-open = { $map }, { $when }, announcements: { $count }
