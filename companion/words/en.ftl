# Words of the app that its Python says. Templates use gettext.

app-name = Board game companion
app-short-name = Companion
app-purpose = Score sheets with proven best scores, and rules lookup, for board games at the table.
already-decided = Already decided
already-decided-hint = What was settled at the table stays as it is; what is blank is worked out.
conflict = Somebody else has entered “{ $now }” here; you entered “{ $typed }”.
filled-of = { $n } of { $of }
form-refused = No answer: an entry was refused.
no-answer-in-time = No answer in the time given.
no-such-seat = No such seat.
open-no-name = Give at least one name.
seat-name-taken = { $name } sits here already. If that is you, ask for that seat below; if not, write your name a little differently.
seat-none-left = There is no seat left.
seat-not-empty = Only an empty seat can be taken away: free it and clear its sheet first.
seat-added = new seat
seat-gone = seat removed
owner = { $who }: { $what }
undone =
    Undone: { $what }: { $was } → { $now }{ $more ->
        [0] { "" }
        [one] , and 1 more
       *[other] , and { $more } more
    }
place-not-recorded = Not recorded
players-range = 1 to { $n } players.
points = points
there-is = { $wrong } There is: { $known }.
unknown-cell = { $what } (not known any more)
unknown-value = “{ $value }” (not known any more)
whole-table = { $section } (whole table)
# $side: where the tile lies beside { $tile }; $turn: by how many sides it is turned
spot-beside =
    { $side ->
        [above] above { $tile }
        [above-right] above right of { $tile }
        [below-right] below right of { $tile }
        [below] below { $tile }
        [below-left] below left of { $tile }
       *[above-left] above left of { $tile }
    }{ $turn ->
        [0] { "" }
        [1] , turned once
        [2] , turned twice
       *[other] , turned { $turn } times
    }
spot-alone =
    { $middle ->
        [true] in the middle
       *[false] away from the others
    }{ $turn ->
        [0] { "" }
        [1] , turned once
        [2] , turned twice
       *[other] , turned { $turn } times
    }
spot-none = not on the map
yes = yes

between-rows = { " · " }

## Columns of CSV files

csv-game = game
csv-how = how
csv-line = score line
csv-place = place
csv-played = played (UTC)
csv-player = player
csv-points = points
csv-seat = seat
csv-seconds = time of turns (s)
csv-start-player = start player
csv-table = table
csv-total = total

## What is wrong with an imported file

import-at-most = At most { $n }.
import-base = Should be an event's number.
import-cut-off = More than { $n }; the rest was left out.
import-event-number = Events are numbered 1, 2, 3 …
import-gone = The file is no longer here. Choose it again.
import-key = Should be up to 40 characters.
import-line = One line of up to { $n } characters, please.
import-list = Should be a list.
import-list-of-seats = Should be a list of seats.
import-missing = This is missing.
import-name = Should be a name.
import-no-date = This is not a date.
import-no-file = Choose a file first.
import-no-game = There is no game “{ $slug }” here.
import-no-game-of-play = The game of this play is missing.
import-no-ruling = No such ruling or answer.
import-no-score = “{ $word }” is not a score; the play has no total here.
import-not-bgstats = This is not a BG Stats play file.
import-not-known = Unknown here.
import-not-ours = This file was not exported from here.
import-not-recordable = This would not have been recorded like this.
import-object = Should be an object.
import-players = 1 to { $n } players, please.
import-sum = The entries of this table do not add up to what it says at the end; its entries count.
import-time = Should be a time with its zone.
import-too-large = At most { $n } MB, please.
import-true-or-false = Should be true or false.
import-twice = This is in the file twice.
import-undo = An undo refers to an earlier event and changes nothing else.
import-uuid = Should be a UUID.
import-version = This file has version { $n }; version { $known } can be read.
import-zip = Unpack the ZIP first.

## What keeps the app from running, and what to do

trouble-full = The disk is full: { $path } cannot grow. Make room, then try again; nothing that was saved is lost.
trouble-refused = { $path } cannot be written. Give it to whoever runs the app, or name another folder with COMPANION_VAR.
trouble-file = { $path } cannot be used: { $why }. Look whether it is what it should be, or name another folder with COMPANION_VAR.
trouble-secret-key = The secret key { $path } cannot be read. Let whoever runs the app read it, or delete it: a new one is drawn, and phones only forget their recent sheets and groups.
trouble-database = The database { $path } cannot be used: { $why }. Stop other programs that hold it, then try again.
trouble-database-away = The database does not answer: { $why }. Look whether it runs, and whether DATABASE_URL is right.
trouble-database-damaged = The database { $path } is damaged. Stop the app, bring a back-up into place (manage.py restore FILE --replace), or move the file away to begin anew.
trouble-database-later = A later version of the app wrote this database ({ $name }). Update the app, then try again.
trouble-address = Cannot listen on { $host }, port { $port }: { $why }. Try again without --host and --port.
trouble-port = Port { $port } is taken by another program. Stop that one, or take another port: manage.py play --port { $free }
trouble-days = { $name } must be a number of days, such as 400, or be left out.
trouble-metrics = COMPANION_METRICS needs one more package: pip install prometheus-client
trouble-phone = { $path } holds no exported site. Make one with manage.py export { $path }, or leave COMPANION_PHONE out.
port-waiting = Port { $port } is still taken; waiting up to { $seconds } seconds …
port-other = Port { $port } is taken, so this one runs on { $free }. Scan the code again.
port-none = No port from { $first } to { $last } is free. Name one: manage.py play --port NUMBER

started = Companion is running. Same Wi-Fi, scan the code or open:
started-stop = Stop with Ctrl+C.

backup-done = Kept { $size } kB in { $path }; it was read again and is whole.
backup-there = { $path } is there already. Choose another name, or say --replace.
backup-nothing = There is nothing to keep yet: { $path } does not exist.
backup-no-tool = { $tool } was not found. Install the client programs of PostgreSQL (on Debian and Ubuntu: apt install postgresql-client).
backup-tool-failed = { $tool } stopped: { $why }
restore-done = The database holds what { $path } holds.
restore-kept = What was there before is kept in { $path }.
restore-over = There is something in the database already. Say --replace to put the copy in its place.
restore-no-copy = { $path } is no back-up of this app.
restore-other-kind = { $path } is a back-up of another kind of database (SQLite or PostgreSQL) than the one in use; look at DATABASE_URL.
phone-restore-none = This is no whole file of this app. Choose one that “Save everything as a file” gave you.
move-done = Moved { $rows } rows; both databases were read again and hold the same. Start the app with DATABASE_URL naming the new one.
move-address = That is no address of a database ({ $why }). It looks like postgres://user:password@host/name or sqlite:////folder/file.
move-migrate = The database in use is of an earlier version. Start this version once (manage.py migrate), then move.
move-over = There is something in the other database already. Move into an empty one.
move-differs = After the move { $name } was not the same in both databases; nothing was moved. Stop the app and try again.

purge-tables = Games at a table that were removed over 30 days ago: { $n }
purge-plays = Other games that were removed over 30 days ago: { $n }
purge-codes = Join codes that have run out: { $n }
purge-arrivals = Files that were looked at and not imported: { $n }
purge-tries = Wrong codes that no longer count: { $n }
purge-open-tables = Games that never ended, untouched for that long: { $n }
purge-pads = Sheets that are no table's, untouched for that long: { $n }
purge-dry = Nothing was deleted. The same without --dry-run deletes it for good.
purge-done = They are deleted for good.

doctor-python = Python { $version }
doctor-packages = Packages are as locked ({ $n })
doctor-packages-wrong = Packages differ from requirements.txt: { $names }. Delete the folder .venv and start again (manage.py play), or install requirements.txt.
doctor-folder = { $path } can be written
doctor-space = { $free } MB are free
doctor-space-low = Only { $free } MB are free where { $path } is. Make room before the next evening.
doctor-key = The secret key is there, and only its owner can read it
doctor-key-short = The secret key has only { $n } characters. Take 50 or more (COMPANION_SECRET_KEY).
doctor-key-open = Others on this machine can read { $path }. Say: chmod 600 { $path }
doctor-database = The database is sound
doctor-database-new = There is no database yet; the first start makes it
doctor-migrations = The database fits this version
doctor-migrations-pending = The database is not up to date ({ $names }). Start the app (manage.py play), or say: manage.py migrate
doctor-port = Port { $port } is free
doctor-port-ours = Port { $port }: the app is running there
doctor-port-taken = Port { $port } is taken by another program. Stop that one, or say: manage.py play --port { $free }
doctor-solver = The solver works ({ $ms } ms)
doctor-solver-wrong = The solver gives no answer: { $why }. Delete the folder .venv and start again (manage.py play).
doctor-solver-slow = The solver took { $ms } ms for a tiny problem. The machine is too busy; close other programs.
doctor-files = Scripts and styles are in place
doctor-files-new = Scripts and styles are put in place by the first start
doctor-files-wrong = Scripts or styles are not in place ({ $name }). Start the app (manage.py play), or say: manage.py collectstatic
doctor-games = All { $n } games can be read
doctor-games-wrong = A game cannot be read: { $slug }. Say: manage.py check_game { $slug }
doctor-well = Nothing is wrong.
doctor-ill =
    { $n ->
        [one] 1 thing is wrong.
       *[other] { $n } things are wrong.
    }
## What happened at a table beside the cells

note-corrected = { $who } corrected the score after the end.
note-corrected-unnamed = The score was corrected after the end.
note-finished = { $who } ended the game. All sheets are shown.
note-finished-unnamed = Everybody agreed that the game is over. All sheets are shown.
note-freed = { $who } freed the seat of { $about }.
note-freed-unnamed = The seat of { $about } is free.
note-handed = { $who } handed the table over to { $about }.
note-handed-unnamed = { $about } is the host now.
note-host = The phone of { $who } is a host now.
note-host-unnamed = One more phone is a host now.
note-removed = { $who } removed a phone. The old code and links no longer work.
note-removed-unnamed = A phone was removed. The old code and links no longer work.
note-reopened = { $who } reopened the game.
note-reopened-unnamed = The game was reopened.
note-revealed = { $who } showed their sheet.
note-revealed-unnamed = A sheet was shown.
note-left = { $who } left the table.
note-left-unnamed = A phone left the table.
note-sat = { $who } moved to the seat of { $about }.
note-sat-unnamed = { $about } sat down.
note-shared = { $who } moved to the seat of { $about }, beside the phone that was there.
note-shared-unnamed = One more phone sits with { $about }.

## How a game ended

won-alone = { $who }: { $points } points
won-because = { $what } alone brought { $points } more, which covers the margin.
won-by = { $who } wins by { $points }
won-level = { $who } wins on the tie-break
won-nothing = Nothing was entered
won-between = Still open between { $who }
places-open = Places { $places }: open between { $who } until all of { $until } is known.
places-until = Open until all of { $until } is known.
won-either-way = { $who } wins either way
won-or-shared = { $who } wins, or shares it with { $others }
won-by-least = { $who } wins, by at least { $points }
won-shared = Shared victory: { $who }
margin = by { $points }
margin-least = by at least { $points }

## What is told of finished games

told-beat = { $who } beat { $other } by { $points ->
        [one] one
       *[other] { $points }
    }
told-won = { $who } won
told-won-by = { $who } won by { $points }
told-level = { $who } won on the tie-break
told-shared = { $who } shared it
told-highest = Highest ever: { $who }
told-habit = { $who } wins at { $game }
told-only-there = every win, and only there
told-streak = { $who } won { $games } in a row
told-running = and is still winning
# $points: 0 if the win was shared or decided by a tie-break
told-last-time =
    Last time the { $people ->
        [2] two
        [3] three
        [4] four
        [5] five
        [6] six
       *[other] { $people }
    } of you played, { $who } won{ $points ->
        [0] { "" }
       *[other] { " " }by { $points }
    }

## A map of tiles

# $near: the tiles around it
free-place = Free place beside { $near }
others-tiles = Other players’ tiles
free-place-first = Free place
export-parts-missing = These parts of the browser’s Python were not found: { $missing }. Run it again with --fetch, which gets { $packages } with npm, or name a folder that holds them with --parts.
export-no-npm = There is no npm here. Get { $packages } on a machine that has it, and name the folder with --parts.
export-npm-failed = npm could not fetch them: { $reason }
export-done = { $path } is ready for any web host with HTTPS. A first visit is { $first } kB; whoever keeps the app fetches { $rest } MB once.
export-no-bytecode = Without Node.js here the Python in it stays source: its first start on a phone takes about three times as long.
export-withdrawn = { $path } now ends the app on every phone that comes by. What people entered stays in their browsers.

## Codes from phone to phone

code-none = There is no code in this. A code is a link, or its letters and digits from B to B.
code-broken = This code is not whole: letters are missing or wrong. Scan it again, or copy all of it.
code-too-long = This is longer than any code.
code-before = This code is from an earlier version of the app. Bring the phone that made it up to date, and show the code again.
code-too-full = Together with what is here this would be too much for one code, so nothing was added. Ask for a code with one sheet only, or undo a code that was added earlier.
code-no-game = This code is of a game that is not in this copy of the app. Update it, and read the code again.
code-other-version = This code is of { $game }, but from another version of the app. Bring both phones up to date, and show the code again.
differs = The phones differ: “{ $now }” counts here, another phone says { $other }. Choose under “As a code”.
differs-value = “{ $value }”
