## Counting pieces and icons

count-coin =
    { $n ->
        [one] 1 coin
       *[other] { $n } coins
    }
count-barrel =
    { $n ->
        [one] 1 barrel
       *[other] { $n } barrels
    }
count-sword =
    { $n ->
        [one] 1 sword
       *[other] { $n } swords
    }
count-key =
    { $n ->
        [one] 1 key
       *[other] { $n } keys
    }
count-rope =
    { $n ->
        [one] 1 rope
       *[other] { $n } ropes
    }
count-scroll =
    { $n ->
        [one] 1 scroll
       *[other] { $n } scrolls
    }
count-monster =
    { $n ->
        [one] 1 monster
       *[other] { $n } monsters
    }
count-padlock =
    { $n ->
        [one] 1 padlock
       *[other] { $n } padlocks
    }
count-hole =
    { $n ->
        [one] 1 hole
       *[other] { $n } holes
    }
count-room =
    { $n ->
        [one] 1 room
       *[other] { $n } rooms
    }
count-circle =
    { $n ->
        [one] 1 magic circle
       *[other] { $n } magic circles
    }
count-stairs =
    { $n ->
        [one] 1 staircase
       *[other] { $n } staircases
    }
count-recycle =
    { $n ->
        [one] 1 recycle icon
       *[other] { $n } recycle icons
    }
count-scissors =
    { $n ->
        [one] 1 scissors icon
       *[other] { $n } scissors icons
    }
count-sword_fairy =
    { $n ->
        [one] 1 sword fairy
       *[other] { $n } sword fairies
    }
count-key_fairy =
    { $n ->
        [one] 1 key fairy
       *[other] { $n } key fairies
    }
count-rope_fairy =
    { $n ->
        [one] 1 rope fairy
       *[other] { $n } rope fairies
    }
count-scroll_fairy =
    { $n ->
        [one] 1 scroll fairy
       *[other] { $n } scroll fairies
    }
quoted = “{ $name }”

group-green = Green
group-yellow = Yellow
group-blue = Blue
group-red = Red
the-group = { $name } group

and = { " and " }
then = { " → " }
# between two sentences
sentence-gap = { " " }

## Why a row scores

primary-of-round = Primary, round { $n }
primary-to-come = Primary, still to come
expected = expected, a projection
of-it-to-come = { $how }; a projection, { $n } still to come
as-written = as written
objective-not-chosen = objective not chosen
# $icons: so many icons of the objective's kind
icons-met = { $icons } × { $each }
column-shared = ({ $sum }) ÷ { $parts }, rounded down
rounds-first =
    { $n ->
        [one] 1 round first to finish × { $each }
       *[other] { $n } rounds first to finish × { $each }
    }
# $all: everybody's ticks, the most first
ticks-among =
    { $n ->
        [one] 1 tick (table: { $all })
       *[other] { $n } ticks (table: { $all })
    }
coins-shared = { $coins } ÷ { $parts }, rounded down

mission = Mission
mission-won = Won together. Co-op has no points of its own.
mission-lost = Lost: { LOWER($why) }. Co-op has no points of its own.
mission-open =
    { $n ->
        [one] Under way: 1 of { $all } groups has met a goal. Co-op has no points of its own.
       *[other] Under way: { $n } of { $all } groups have met a goal. Co-op has no points of its own.
    }
own-score = The mission's own score
own-score-later = Only once it is won.
own-score-missing = Work it out as the booklet says.
own-score-entered = as entered

## Ranking

rank-level = shared: total and secondary score level
rank-by-secondary = tie broken by the secondary score
rank-mission-won = won together
rank-mission-lost = the mission is lost
rank-mission-open = the mission is under way

## Why a step of a path is illegal

fault-ended = The path has ended already.
fault-unknown-sign = “{ $sign }” is no sign of the notation.
fault-nothing-paid = Nothing is paid for here.
fault-no-book = Only a spellbook moves the line: J*.
fault-no-landing = A jump needs a circle to land on.
fault-still-inside = Leave the room first.
fault-nothing-twice = A room gives nothing twice.
fault-pit-in-room = In a room a pit is p: walk round it.
fault-few-swords = Not enough swords carried in for the monsters of this room.
fault-monsters-first = In a room the monsters come first.
fault-no-item = No { LOWER($item) } collected and unspent at this point.
fault-no-circle = A jump starts on a circle.
fault-no-free-circle = No circle is free to stand on.
fault-no-such-room = No such room is open.
fault-no-room-before = No room was entered before.
fault-pit-in-corridor = Only a room's pit can be walked round; in a corridor it is P or F.
fault-pit-in-basement = There is no pit in the basement.
fault-no-pit-seen = No pit was seen in this room.
fault-no-room-here = f is for a pit in a room.

strange-no-end = No end given; counted as stopped.
strange-three-books = A player has two spellbooks at most.

## Why a dungeon cannot be read

unclear-twice = “{ $statement }”: this place is described twice.
unclear-pit-in-basement = “{ $statement }”: there is no pit in the basement.
unclear-two-circles = “{ $statement }”: a place holds one circle at most.
unclear-neither = “{ $statement }” is neither a passage nor a place.
unclear-no-stairs = “{ $statement }” joins two levels and needs stairs U.
unclear-idle-stairs = “{ $statement }” has stairs within one level.
unclear-misplaced = “{ $statement }”: { $sign } cannot stand here.
unclear-unknown-signs = “{ $statement }” has signs that the notation does not know.

## Doubts

doubt-first-twice = Somebody else was first too: until you agree on one, nobody has the bonus.
doubt-no-hourglass = This primary has no hourglass.
doubt-fault = Sign { $n }: { $why } It counts up to there.
doubt-no-escape = The path does not escape.
doubt-other-icons =
    { $n ->
        [0] The typed path meets none. The number entered here counts.
       *[other] The typed path meets { $n }. The number entered here counts.
    }
doubt-nothing-to-come = The last round is over: this does not count any more.
doubt-box = { $what }: the box holds { $most }, the groups have { $n }.
doubt-rounds-left =
    { $n ->
        [0] No round is left.
        [one] Only 1 round is left.
       *[other] Only { $n } rounds are left.
    }
doubt-struck = More struck out than circled.
doubt-group-fairies = A group has one fairy of a kind at a time.
doubt-group-books = A group has two spellbooks at most.
doubt-won-and-lost = A defeat is recorded too.
doubt-won-too-early =
    { $n ->
        [one] 1 group has not met its goal.
       *[other] { $n } groups have not met their goals.
    }

## What a place still takes

together = In co-op everybody wins or loses together.
row-still-open = A row is still open, so this is not known.
not-for-sure = Not possible for sure within what can still come.
nothing-more = Nothing more is needed.
at-least = At least { $what }.
or-at-least = Or at least { $what }.
more-primary =
    { $n ->
        [one] 1 primary point
       *[other] { $n } primary points
    }
more-secondary =
    { $n ->
        [one] 1 secondary point
       *[other] { $n } secondary points
    }
more-time_bonus =
    { $n ->
        [one] 1 time bonus
       *[other] { $n } time bonuses
    }
more-escape =
    { $n ->
        [one] 1 escape
       *[other] { $n } escapes
    }
more-coins =
    { $n ->
        [one] 1 coin
       *[other] { $n } coins
    }
next-secondary =
    { $n ->
        [one] Next point from the secondary column: 1 more point.
       *[other] Next point from the secondary column: { $n } more points.
    }
next-coins =
    { $n ->
        [one] Next point from coins: 1 more coin.
       *[other] Next point from coins: { $n } more coins.
    }

## The best path

route-needs = Needs the dungeon and the primary of a round to come.
walk = Walk { $path }
walk-and-escape = Walk { $path } (escapes).
walk-and-stop = Walk { $path } (a dead end).
describe-the-dungeon = Describe the dungeon: >-A kL; A-R s; R: Mo; R-> c
the-path = The path
worth-on-average = Worth on average
worth-on-average-how = primary, one twelfth of each secondary, coins, and 1 for the tick
keep-description = Keep the description
how-to-write-it = How to write it
statement-passage = a passage and its icons from A to B
statement-outside = from an outer opening
statement-room = a room, monsters and icons
statement-crossing = a crossing that holds something
statement-pit = a pit above basement place 1
statement-stairs = stairs to the basement

## A path

type-the-path = Type the path: csk(Mcb)LqoTorP>
path-illegal = Illegal at sign { $n } “{ $sign }”: { $why } What lies before it counts ({ $coins }).
path-escaped = Legal, escaped, { $coins }.
path-stopped = Legal, a dead end, { $coins }.
all-objectives = All twelve objectives
times = { $n } × { $each }
pays-as = { $part }: { $how }
what-the-path-met = The path
unspent = { $n } unspent
tick = tick
doubt = Doubt
write-round = Write round { $round }
write-round-and-coins = Write round { $round }, take { $coins }
signs = Signs
paid-otherwise = Paid otherwise
paid-otherwise-how = after a sign: paid with a fairy, with a spellbook

## A round

choose-the-primary = Choose the primary of the round.
of-a-part = { $part }: { $what }
points-of-the-round = Points of the round
blue = blue { $points }
pink = pink { $points } before halving
green = green { $points }
no-hourglass = no hourglass this round
several-first = several were first, so nobody has the green bonus yet
with-a-tick = a tick
not-known = ?

## Who buys first

youngest-begins = Round 1: the youngest begins, then clockwise.
enter-coins = Enter the coins of { $who }.
enter-last-round = Enter the points that { $who } earned last round.
level-who-was-first = { $who } are level. Who began the last market? The next one clockwise begins.
all-have-passed = All have passed: build the hands.
buying-order = { $who } begins: { $order }.
is-first-player = { $who } is first player
clear-passes = Clear the passes
points-last-round =
    { $n ->
        [one] 1 point last round
       *[other] { $n } points last round
    }
has-passed = passed
clockwise = Clockwise

## A purse

how-many-coins = How many coins do you have?
purchase = Purchase
not-allowed = Not allowed. See: { $why }. It costs { $price }, and you have { $coins }.
bought = { $price }, { $left } left; it costs no final point.
bought-for-points =
    { $n ->
        [one] { $price }, { $left } left; it costs 1 point at the end.
       *[other] { $price }, { $left } left; it costs { $n } points at the end.
    }
free-in-all = Free to spend without losing a final point: { $coins }.
so-many = × { $n }
held-in-all = held by all
more-than-the-box = The box holds only { $n }.
spellbooks = Spellbooks
more-than-two-books = More than two at once?
third-book-replaces = A third replaces one of two.
card-for = Dungeon card for { $n }
spellbook-saves = Saved by spellbooks
minus = −{ $n }
free-to-spend = Free to spend
three-coins-a-point = three coins are a point at the end
best-buy = Best buy
unreadable = Cannot be read
write-offers = Write a price from 3 to 6, then signs of path notation: 3 kL; 5 MMc.
buy = buy
together-gain = Together
gained-for = { $coins }, about { $points } points gained
how-cards-count = How a card is counted
how-cards-count-how = Primary in full, each objective one twelfth as secondary (halved), three coins a point; for this round alone.
write-coins-left =
    { $n ->
        [one] Write: 1 coin left
       *[other] Write: { $n } coins left
    }

## Recycle and scissors

no-more-optimisers = After round 6 optimisers do nothing.
sign-not-known = A sign is not known.
enter-cards = Enter the icons of the cards you played.
cards = Cards
behind-it = Behind it
recycle-cards = Recycle { $cards }.
cut-cards = Cut { $cards }.
on-average-later = { $worth } on average later
how-often = How often a card comes up
from-to = { $before } → { $after }
# $n: cards now, $m: cards after one is cut
how-often-how =
    { $rounds ->
        [one] five of { $n } cards; after a cut five of { $m }. 1 round left.
       *[other] five of { $n } cards; after a cut five of { $m }. { $rounds } rounds left.
    }
how-compared = How cards are compared
how-compared-how = Recycle by the next primary, scissors by all objectives alike; each icon as if it will be met.

## A mission begins

choose-a-mission = Choose a mission.
mission-not-public = What missions 2 to 14 ask is not public: set up by the booklet, then enter groups and goals.
begin = Begin
mission-begins = { $groups } groups, { $coins } market coins, { $dealt } cards each, { $left } in the deck.
goals-one-each = Goals, one group each (any group may take any)
set-up = Set-up
player-deck = Player deck
tableau = Tableau

## Goals

set-groups = Set each group that plays.
goals-met = { $level }: enough for { $who }.
goals-unmet = { $level }: no group has enough yet.
goal-met-by = { $group }: goal met
nothing-asked = Nothing asked
of-all = { $n } of { $all }
enough = enough
short = { $n } short
too-many = { $n } too many

## Remedies

enter-obstacles = Enter what lies on the path.
nothing-works = { $level }: nothing works. Collect more, or take another path.
spend = { $level }: spend { $what }.
what-to-spend = Spend, books and fairies first
strike-out = strike out
write-spending = Write it: { $group }

## Won or lost

ways-to-lose = Ways to lose
lost = Lost: { LOWER($why) }.
lost-once-playing = Lost as soon as { $who } must play, for the hand is empty.
all-home = Every group has met its goal. Won, unless the booklet asks for more.
record-victory = Record the victory
record-defeat = Record: { $what }
not-lost =
    { $n ->
        [one] Not lost. 1 group still to reach a goal: { $who }.
       *[other] Not lost. { $n } groups still to reach a goal: { $who }.
    }
no = no
yes-lost = lost
soon = soon
no-slot-empty = no slot is empty
hand-empty = the hand of whose turn it is is empty
once-playing = as soon as { $who } must play
slots-not-entered = slots not entered
see-booklet = see the booklet
turn-is-over = { $who } has played: on to { $other }
still-playable = Cards that can still be played
deck-and-hands = deck and hands
deck-hands-slots =
    { $slots ->
        [one] { $cards } in deck and hands, 1 slot
       *[other] { $cards } in deck and hands, { $slots } slots
    }

## What a path is typed with

sign-coin = coin
sign-barrel = barrel
sign-sword = sword
sign-key = key
sign-rope = rope
sign-scroll = scroll
sign-stairs = stairs
sign-scissors = scissors
sign-recycle = recycle
sign-circle = circle
sign-monster = beaten
sign-padlock = opened
sign-crossed = crossed
sign-fallen = fallen
sign-lava = lava
sign-seen = seen
sign-stepped = step in
sign-again = again
sign-jump = jump
sign-in = room (
sign-out = ) out
sign-in-again = again [
sign-out-again = ] out
sign-moved = moved J
sign-by-fairy = fairy '
sign-by-book = book *
sign-escaped = escape >
sign-stopped = stop #
sign-next-card = next card ;
sign-space = space

## Blank cells

cell-blank = not entered yet
