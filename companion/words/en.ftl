# Words of the app that its Python says. Templates use gettext.

already-decided = Already decided
already-decided-hint = What was settled at the table stays as it is; what is blank is worked out.
conflict = Somebody else wrote “{ $now }” here meanwhile; yours is “{ $typed }”. Enter what is right.
filled-of = { $n } of { $of }
no-answer-in-time = No answer in the time given.
no-such-seat = No such seat.
not-understood = Not understood, and counted as blank: { $why }
open-no-name = Give at least one name.
owner = { $who }: { $what }
place-not-recorded = Not recorded
players-range = 1 to { $n } players.
points = points
there-is = { $wrong } There is: { $known }.
whole-table = { $section } (whole table)
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
csv-start-player = start player
csv-table = table
csv-total = total

## What is wrong with a file that is brought in

import-at-most = At most { $n }.
import-base = Should be an event's number.
import-cut-off = More than { $n }; the rest was left out.
import-event-number = Events are numbered 1, 2, 3 …
import-key = Should be up to 40 characters.
import-list = Should be a list.
import-list-of-seats = Should be a list of seats.
import-missing = This is missing.
import-name = Should be a name.
import-no-date = This is no date.
import-no-file = Choose a file first.
import-no-game = There is no game “{ $slug }” here.
import-no-game-of-play = The game of this play is missing.
import-no-ruling = No such ruling or answer.
import-no-score = “{ $word }” is no score; the play has no total here.
import-not-bgstats = This is no play file of BG Stats.
import-not-known = This is not known.
import-not-ours = This file was not exported from here.
import-not-recordable = This would not have been recorded like this.
import-object = Should be an object.
import-other-start = A table of this game does not start like this.
import-players = 1 to { $n } players, please.
import-sum = The entries of this table do not add up to what it says at the end.
import-time = Should be a time with its zone.
import-too-large = At most { $n } MB, please.
import-true-or-false = Should be true or false.
import-twice = This is in the file twice.
import-undo = An undo names an earlier event and changes nothing else.
import-uuid = Should be a UUID.
import-version = This file has version { $n }; version { $known } can be read.
import-zip = Unpack the ZIP first.
