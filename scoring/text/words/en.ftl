# What the core itself says. Ids are permanent; arguments are named in a comment only where
# their name does not say it.

comma = { ", " }
comma-last = { "" } and { "" }
count-other = { $n } × { $what }

name = Name
colour = Colour
colour-red = Red
colour-blue = Blue
colour-yellow = Yellow
colour-green = Green
colour-purple = Purple
colour-orange = Orange
colour-white = White
colour-black = Black

# $n: the number of the seat
player = Player { NUMBER($n, useGrouping: 0) }
start-player = Start player
phase = Phase
done = Done
race = Done!
preset = Rulings
corrected = Corrected after the end
seat-order = Order of the seats
lots = Drawn by lot
seals = Seed of the draw
words = Number for the draws

## Statuses and confidence

status-stated = stated in the rules
status-corroborated = several sources agree
status-inferred = inferred
status-house = this table's ruling
status-unknown = not known
confidence-high = high confidence
confidence-medium = medium confidence
confidence-low = low confidence

## Ranking

rank-by-total = by total
rank-shared = shared: equal totals
rank-open = open: something is still missing
rank-waits = waits for a total that is still open
rank-by-tie-break = by the tie-break
rank-by-answers = the same with every answer
rank-nothing = nothing entered yet

## What cannot be read

needs-flag = Either there or not: true or false.
needs-number = A whole number, please.
needs-number-or-sum = A whole number, please, or a sum such as 3+6+2.
needs-text = Words, please.
# column and row of a hexagon, and by how many sides the tile is turned
needs-spot = A place, please, such as 0,1/3: column, row and turn.
needs-object = should be an object
not-negative = Less than 0 is not possible.
at-least = At least { $n }.
at-most = At most { $n }.
too-long =
    { $n ->
        [one] At most { $n } character.
       *[other] At most { $n } characters.
    }
unknown = “{ $word }” is not known.
unknown-near = “{ $word }” is not known. Did you mean “{ $near }”?
no-such-cell = No such cell.
json-repeated = “{ $key }” is there twice.
# $where: where in the text, in brackets with a space before it; may be empty
json-unreadable = This is not JSON{ $where }.
sheet-no-object = A sheet is a JSON object.
sheet-other-game = This sheet is for another game.
sheet-no-seat = No seat is given.
sheet-seats = Seats are p1 to p{ $n }.

## Doubts that every game may have

doubt-owned-twice = { $what } is in the box once, and { $other } has it too.
doubt-too-many = { $what }: the box holds { $most }, the table has { $sum }.
doubt-one-of = { $what } and { $other }: a player has only one of them.
doubt-beyond = { $what }: { $n } is recorded and counts, but no more than { $most } can be entered.

## What a finished seat must have

# $what: the field, $row: the row of it
missing = Not entered yet: { $what }.
# $what: the section
missing-rest = { $what }: enter what is there, or say that the rest is none.
rest-none = The rest: none
missing-row = Not entered yet: { $what } of { $row }.

## What goes with a rule word: rows of an entry's page

key-points = points
key-before = before
key-after = after
key-pieces = pieces
key-among = one of
key-accepts = accepts
key-of = of
key-count = how many
key-values = numbers
key-first = first
key-step = step
key-steps = in turn
key-share = divided by
key-times = times
key-least = at least

## Totals that are not settled

# $n: points
total-least = at least { $n }
total-so-far = { $n } so far
# $least, $most: points
total-between = { $least } to { $most }
# $how: why the row scores what it scores so far
rivals-open = { $how }; open until what the others have is entered
unknown-entries = Entered, but not known any more
settled-rows = Rows that are settled
