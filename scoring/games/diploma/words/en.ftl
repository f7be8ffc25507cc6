## Counting pieces

count-stone_a =
    { $n ->
        [one] 1 A stone
       *[other] { $n } A stones
    }
count-stone_b =
    { $n ->
        [one] 1 B stone
       *[other] { $n } B stones
    }
count-stone_c =
    { $n ->
        [one] 1 C stone
       *[other] { $n } C stones
    }
count-stone_d =
    { $n ->
        [one] 1 D stone
       *[other] { $n } D stones
    }

## Why a row scores

sets-each =
    { $n ->
        [one] 1 set × { $each }
       *[other] { $n } sets × { $each }
    }
circles-each =
    { $n ->
        [one] 1 circle × { $each }
       *[other] { $n } circles × { $each }
    }
entered = as entered
our-own = our own row, as entered
own-row = A row of our own ({ $n })
another-title = Another title
# $how: one of the messages around this one
title-pays = { $title }: { $how }
acts-during-play = acts during play
spots =
    { $n ->
        [one] 1 completed mana spot
       *[other] { $n } completed mana spots
    }
tiles =
    { $n ->
        [one] 1 tile of { $stone }'s colour
       *[other] { $n } tiles of { $stone }'s colour
    }
which-stone = the stone on it is not entered
unplaced = { $n } in hand × −{ $each }
unplaced-unknown = { $n } in hand; the penalty is not known
leftover-no =
    { $n ->
        [one] 1 set does not score here
       *[other] { $n } sets do not score here
    }
leftover-unknown =
    { $n ->
        [one] 1 set; not known whether it scores
       *[other] { $n } sets; not known whether they score
    }
rank-level = level: the tie-break is not known

## Doubts

doubt-mana = The limit is { $most }; the rest is lost.
doubt-second-slot = Only Proof of Genius gives a second slot.
doubt-title-stone = Which stone lies on it?
doubt-round = It is round { $n }.
doubt-no-tool = No tool lies here.
doubt-unpayable = More than there are.
doubt-no-circle = A bonus, but no circle is completed.
doubt-named-title = The title in the Even slot is a named one; these points count beside it.
doubt-nameless = What are these points for?

## Spend my stones

not-enough-stones = There are not enough stones to pay.
step-pay = Pay { $stones }.
step-place = Place { $title } with { $stone }.
step-score =
    { $n ->
        [one] Score 1 set: { $points } points.
       *[other] Score { $n } sets: { $points } points.
    }
free-to-spend = Free to spend: { $stones }.
missing-for-a-set = Missing for one more set: { $stones }.
penalty-unknown = The penalty is not known: if it is more than { $n }, place { $title } instead.
title-unknown = What the other title scores is not known and not counted.

## Which magic now?

enter-magic = Enter the magic that is set.
no-magic-now = Nobody can use magic now.
nothing = Nothing
mana = { $n } mana
who = { $who }: { $what }
then = { " → " }
in-brackets = ({ $what })
not-after-rabbit-start = not after Rabbit Start
no-mana = no mana
uses-magic = { $who } uses { $magic }

## Which slot?

choose-dice = Choose the judgement die and your die.
die-against = { $die } against { $judge }: { $slot }.
between-sentences = { " " }
what-they-yield = What they yield (amounts are not public)
with-one-magic = With one use of my magic
judgement-shows = Judgement die shows { $n }
no-penalty = no penalty
barrier-shields = your spent barrier shields you
penalty = penalty
see-your-board = see your board
tool-must-work =
    { $n ->
        [one] must be carried out; 1 use left before this one
       *[other] must be carried out; { $n } uses left before this one
    }
yields-nothing = nothing
tool-blocks = the spent tool blocks it
normal-yield = normal yield
odds = Odds of a die, both fair
if-colour = if the colour is that of its stone
magic-on-die = { $magic }: { $now } → { $then }
magic-on-judgement = { $magic }: judgement die { $now } → { $then }
tool-worked = The tool in { $slot } has worked

## Mana

not-enough-mana = Not enough: { $n } mana.
mana-of = { $n } of { $most } mana.
mana-of-lost =
    { $lost ->
        [one] { $n } of { $most } mana. 1 is lost.
       *[other] { $n } of { $most } mana. { $lost } are lost.
    }
uses-of-magic = Uses of magic
or-tools-out = Or tools thrown out
in-placement = in your placement phase
room-for-more = Room for more
write-mana = Write { $n } mana

## Uses of my tools

which-tools = Which tool lies in which slot?
tools-at-work = { $n } at work, { $spent } spent.
slots = Slots
tool-in-slot = { $slot }: { $tool }
uses-left =
    { $n ->
        [one] 1 use left
       *[other] { $n } uses left
    }
last-use = the next use turns it face down
face-down = face down
blocks-its-slot = blocks its slot
out-of-36 = { $n } in 36 for each die
throw-out = Throw out the tool in { $slot }, { $mana } mana

## Barriers

enter-rounds = Enter the round now, and in which round a barrier was laid.
felt-by = Felt in round { $n } by { $who }.
felt-by-nobody = Nobody feels a barrier in round { $n }.
felt-in = felt in rounds { $rounds }
between-rounds = { ", " }
laid-later = laid later than now?
barrier-left = { $n } left
barrier-spent = spent: shields
write-counters = Write the counters
counters = Counters

## A scoring phase

phase-points =
    { $n ->
        [one] 1 point.
       *[other] { $n } points.
    }
phase-partial =
    { $n ->
        [one] Partial: 1 point, without what is not entered.
       *[other] Partial: { $n } points, without what is not entered.
    }
this-phase = This scoring phase
open-value = ?
not-entered = not entered
write-phase = Write it and take the stones

## Circles until the end

circles = Circles
circles-left =
    { $n ->
        [one] 1 circle more, by anybody, and the game ends. A second condition is not public.
       *[other] { $n } circles more, by anybody, and the game ends. A second condition is not public.
    }
# $n: players
circles-enough =
    { $n ->
        [one] 1 circle for 1 player: the game ends. Whether the round is finished is not public.
       *[other] { $n } circles for { $n } players: the game ends. Whether the round is finished is not public.
    }
on-to-the-end = On to the end

## Next round

next-round = Round { $n }. Who is round player?
next-round-by = Round { $n }: { $who } is round player.
barriers = Barriers
begin-round = Begin round { $n }
