## Counting pieces

count-wood = { $n } wood
count-stone = { $n } stone
count-iron = { $n } iron
count-gold = { $n } gold
count-anvil =
    { $n ->
        [one] 1 anvil
       *[other] { $n } anvils
    }
count-pickaxe =
    { $n ->
        [one] 1 pickaxe
       *[other] { $n } pickaxes
    }
count-saw =
    { $n ->
        [one] 1 saw
       *[other] { $n } saws
    }
count-red =
    { $n ->
        [one] 1 red worker
       *[other] { $n } red workers
    }
count-blue =
    { $n ->
        [one] 1 blue worker
       *[other] { $n } blue workers
    }
count-yellow =
    { $n ->
        [one] 1 yellow worker
       *[other] { $n } yellow workers
    }
count-green =
    { $n ->
        [one] 1 green worker
       *[other] { $n } green workers
    }
count-purple =
    { $n ->
        [one] 1 purple worker
       *[other] { $n } purple workers
    }

## Why a row scores

village = Village
leftover = Leftover
leftover-gold = Leftover gold

before = front
after = upgraded
flipped = upgraded free by the Flipper
# $face: before, after or flipped; $n goods worth $each points, $idle that the tile does not count
stored =
    { $face }: { $n ->
        [one] 1 good
       *[other] { $n } goods
    } × { $each }{ $idle ->
        [0] { "" }
        [one] , 1 does not count here
       *[other] , { $idle } do not count here
    }

flat = flat
power = transport power { $shown }
power-doubled = transport power { $shown }, doubled by boat 2b
loop = loop of { $n } tiles
no-loop = no loop
loop-open = loop not entered
chain =
    { $n ->
        [one] 1 boat on the water from home
       *[other] { $n } boats on the water from home
    }
chain-open = boats on the water not entered
# $counted: one of the rows around here
mapped = { $counted }, on the map
so-far =
    { $counted } so far, { $left ->
        [one] with 1 tile not on the map yet
       *[other] with { $left } tiles not on the map yet
    }
touching =
    { $n ->
        [one] 1 tile touching × { $each }
       *[other] { $n } tiles touching × { $each }
    }

nothing-given = nothing given
# $pieces: counted pieces of one kind
pieces = { $pieces } × { $each }
workers =
    { $n ->
        [one] 1 worker × { $each }
       *[other] { $n } workers × { $each }
    }
goods-of-any-kind =
    { $n ->
        [one] 1 good × { $each }, any kind (boat 3b)
       *[other] { $n } goods × { $each }, any kind (boat 3b)
    }
groups =
    { $n ->
        [one] 1 group of { $size } × { $each }
       *[other] { $n } groups of { $size } × { $each }
    }
sets =
    { $n ->
        [one] 1 set × { $each }
       *[other] { $n } sets × { $each }
    }
# $wild: counted pieces that stand in for others
sets-with-wild =
    { $n ->
        [one] 1 set × { $each }, { $wild } standing in
       *[other] { $n } sets × { $each }, { $wild } standing in
    }
sets-of-any-kind =
    { $n ->
        [one] 1 set × { $each }, any goods (boat 3b)
       *[other] { $n } sets × { $each }, any goods (boat 3b)
    }
left-over = { $pieces } left over × { $each }
left-over-of-any-kind =
    { $n ->
        [one] 1 good left over × { $each }, any kind (boat 3b)
       *[other] { $n } goods left over × { $each }, any kind (boat 3b)
    }

## What is printed on tiles

note-pays = { $n }
note-pays-by-ruling = { $n } (by ruling { $other })
note-one-kind = { $n }, one kind
note-flat =
    { $n ->
        [one] 1 point
       *[other] { $n } points
    }
note-power = transport power
note-loop = tiles on the loop
note-between-steps = { ", " }
note-each = ×{ $n }

## Steps of a plan

step-flip = The Flipper turns { $tile } for free.
# $piece: its id; $name: its name
one-piece =
    { $piece ->
        [anvil] an anvil
        [pickaxe] a pickaxe
        [saw] a saw
        [red] a red worker
        [blue] a blue worker
        [yellow] a yellow worker
        [green] a green worker
       *[other] { LOWER($name) }
    }
step-purple = The purple worker becomes { $piece }.
step-purple-on = The purple worker becomes { $piece } on the { $tile }.
step-take = Take { $pieces } off the { $tile }.
step-give = Give { $pieces } to the { $tile }.
# $side: the side of the tile, such as "lower right"
step-beside = { $tile } ({ $side })
# $near: what it touches there; $turn: by how many sides it is turned clockwise
step-lay =
    { $tile }: beside { $near }{ $turn ->
        [0] { "" }
       *[other] , turned { $turn }
    }.
# $good, $price: counted pieces; $way: the tiles it comes over
step-carry = { $good } { $way }
way-on = { " > " }
step-upgrade = upgrade the { $tile } for { $price }
# $move: a step; $by: the tile that is used; $n: how often it is used by then, 0 if once only
carry-action =
    { $by }{ $n ->
        [0] { "" }
        [1] , first use
        [2] , second use
       *[other] , use { $n }
    }: { $move }
carry-elsewhere = Another player’s { $tile }
carry-gain =
    { $n ->
        [0] Leaving all goods where they lie is worth as much.
        [one] All this together is worth 1 point more than leaving the goods where they lie.
       *[other] All this together is worth { $n } points more than leaving the goods where they lie.
    }
carry-gain-upgrades =
    { $n ->
        [0] Carrying without upgrading anything would be worth as much.
        [one] Carrying without upgrading anything would be worth 1 point less.
       *[other] Carrying without upgrading anything would be worth { $n } points less.
    }
carry-other-upgrades = The best of all ways that end with other tiles upgraded, or with none.
carry-moves = Steps
carry-apply = Enter this on my sheet
carry-apply-open = It writes which tiles are upgraded, what is left, and where goods lie; the transports are used up. What goes to which winter tile stays open until the result.
carry-no-action = Say on the map’s page, below the map, which transports are still to come.
carry-too-many = More goods lie on tiles than your sheet has. Resources on the sheet are all you own, those on tiles among them.
carry-too-many-actions = { $n } transports are too many to plan; up to { $most } can be.
place-new = New tiles
place-apply = Put these on my map
place-apply-typed = Numbers that you typed for the loop, the boats or touching tiles go; the map counts them then.
place-gain =
    { $n ->
        [one] So turn order tiles, loop and boats pay 1 point more than now.
       *[other] So turn order tiles, loop and boats pay { $n } points more than now.
    }
place-home-first = Lay your home on the map first, and what lies around it.
place-too-many = { $n } tiles wait beside the map. Lay what lies on the table first, until { $most } are left at most.

## What a tile is worth

semicolon = { "; " }
between-sentences = { " " }
or = { " or " }
signed = { SIGNED($n) }
only-at-a-table = This reads the sheets of a table.
enter-offer = Tick the tiles that are on offer.
enter-dealt = Tick the winter tiles that were dealt to you.
all-yours = These are yours already.
with-and-without = { $more } with it, { $less } without
of-it-on-map = { $n } of it for where it is laid on your map
worth-to = { $name } { SIGNED($n) }
worth-to-more = { $name } { SIGNED($n) }, more than to you
worth-to-unknown = { $name } ?
unsaid-touches = Enter how many tiles it would touch.
unsaid-loop = Enter how many tiles your longest loop has.
unsaid-chain = Enter how many boats lie on the water from your home.
# $workers: counted workers of the colours that may bid
bid-up-to = up to { $workers }
all-of-them = all { $workers }
# $workers: one more than the tile is worth; $n: what would be left
one-too-many = { $workers } would leave { $n }
no-worker-for-it = no worker of that colour
bids-and-worth = What each adds
boats-and-worth = Boats
dealt-and-worth = What each would add
two-together = Two together
both = { $one } and { $two }
less-together = { $n } less than both alone
more-together = { $n } more than both alone
fight-for = { $tile }: { SIGNED($n) } to your best total, { $bids }.
fight-for-estimate = An estimate, since it is not winter yet. { $tile }: { SIGNED($n) } to your best total, { $bids }.
nothing-known-worth-it = Of what is known, nothing on offer adds to your total; for the rest something has to be entered.
nothing-worth-it = As things stand, nothing on offer adds to your total.
offer-this = { $tile } adds most to your village as it stands: { SIGNED($n) }. An estimate: winter is still to come.
offer-but = { $tile } adds most to your village as it stands: { SIGNED($n) }; but it is worth as much to { $who }. An estimate: winter is still to come.
# $most: what it adds to the others named
offer-helps-more = { $tile } adds most to your village as it stands: { SIGNED($n) }; but it helps { $who } more: { SIGNED($most) }. An estimate: winter is still to come.
offer-leads = { $tile } helps you more than anybody else: { SIGNED($n) } against { SIGNED($most) }.
none-of-use = None of these adds anything to your village as it stands.
basis = Why these totals differ from the sheet’s
basis-blank = What is blank on your sheet counts as none.
basis-laid = Tiles that wait beside your map count as laid where they pay most.
# $what: tiles and boats whose number is not known
basis-open = Not entered, so without a point in these totals: { $what }.
basis-decided = What you have recorded for the end is decided anew.
not-known = What this does not know
not-known-pieces = Goods, skills and workers that are still to come or to be used up.
not-known-others = The others: only your sheet is here, so what a tile adds to their totals is unknown.
not-known-bids = What others will bid. A bid up to the number here is not worse than staying away; how low a bid wins, nobody knows.
not-known-hidden = Workers and skills behind the others’ screens: what takes those has a question mark, and the rest counts without them.
not-known-of = What lies behind the screens of { $who }.
not-known-map = Where those without a map would lay a turn order tile: they are counted as many touching tiles as you.
not-known-laid = Every way to lay tiles, while several still wait beside a map: what was found in time counts.
not-known-offer = What others offer in winter, and who wins it.

## Doubts

doubt-homes = A player has one home.
doubt-no-home = Every village has a home; none is entered here.
doubt-one-boat = { $boat }: in winter a player takes one boat.
doubt-players = Only in the game with { $least } or more players; there are { $n } here.
doubt-other-seat = { $what } is in the box once, and { $other } has it too.
doubt-other-side = { $other } has the other side of this tile.
doubt-season = With { $n } players at most { $most } such tiles come up; here are { $sum }.
doubt-in-box = { $what }: the box has { $most }, with those on storage tiles there are { $sum }.
doubt-purple = There is one purple worker.
doubt-purple-tile = Won in winter, it comes with the turn order tile that shows it: { $tile }.
doubt-purple-tile-any = Won in winter, it comes with a turn order tile.
doubt-purple-here = { $tile } shows the purple worker, so whoever owns it has won the worker too.
doubt-loop = The shortest loop has { $least } tiles; this scores 0.
doubt-loop-boat = This counts for the owner of Sea Bastion only.
doubt-loop-village = At most { $most } of the tiles entered can lie on a loop.
doubt-chain = The base game allows { $most } boats; counted as { $most }.
doubt-chain-boat = This counts for the owner of Sea Breese only.
doubt-chain-boats =
    { $most ->
        [0] No boat is entered for this player.
        [one] Only 1 boat is entered for this player.
       *[other] Only { $most } boats are entered for this player.
    }
doubt-storage = Goods lie here, but the tile is not in your village.
doubt-misfit = This good does not count on this tile.
doubt-sides = Two sides of one tile.
doubt-map-edges = { $tile } and { $other }: their edges do not match.
doubt-map-apart = { $tile } does not touch the village.
doubt-map-no-home = The home is not on the map.
doubt-map-covered = { $tile } lies where { $other } lies already.
doubt-map-not-yours = { $tile } is on the map, but not among your tiles.
doubt-map-count = { $what }: the map shows { $mapped }, entered is { $n }. What is entered counts.
take-the-maps = Take the map’s number

## Recorded decisions that cannot be

doubt-not-yours = You do not have this tile.
doubt-flip-boat = Only the Flipper turns a tile for free.
doubt-flip-turned = This tile is upgraded already.
doubt-purple-no = The purple worker may not be converted here.
doubt-purple-on-no = At this table the purple worker may not lie on a storage tile.
doubt-purple-on-misfit = This piece does not count on that tile.
doubt-release-no = At this table goods stay on their storage tiles.
doubt-not-taken = This tile does not take that piece.
doubt-released = More than lies there.
doubt-overspent = More used than there are.

## Sides of a tile, clockwise from the bottom

edge-0 = bottom
edge-1 = lower left
edge-2 = upper left
edge-3 = top
edge-4 = upper right
edge-5 = lower right

## The map

and = { " and " }
lies-turned = turned { $n }
lies-road = road to { $to }
lies-water = water to { $to }
lies-misfit = does not match { $to }
map-loop = Loop
# $strict: where no tile may be passed twice
map-loops = { $n } ({ $strict } without passing a tile twice)
map-chain = Boats in chain
map-chained = { $n } → { $points }
map-touching = Touching
map-plus = { " + " }
map-transport = Transport
map-workers = Workers
map-pays = { $n } → { $points }
map-left =
    { $n ->
        [one] So far: 1 tile is not on the map yet.
       *[other] So far: { $n } tiles are not on the map yet.
    }

## May I bid, may I use? At one tile of the auction
## $colour: a colour in one word, or any; $n, $most, $least: numbers of workers

side-inside = On the tile
side-mine = My side
side-other = Side { $n }

two-colours-in-a-bid = A bid has one colour: one side or beaten bid has two. Correct it there.
two-bids-alike = Two bids of { $n } cannot lie at one tile: an equal bid is not allowed. Correct one of them.
no-bids-in-a-village = A tile in a village has no bids: clear the sides, or choose whose tile it is.
nobody-uses-it = Nobody may stand on such a tile: clear what is on it, or choose whose tile it is.
too-many-inside = { $n } on the tile are too many: it holds { $most } a season.
which-stands = Two colours are there. Below, choose the one that stands.

one-colour = of one colour
any-mix = of any colours
of-colour = { $n } { $colour }
from-to = { $n }–{ $most }
up-to = up to { $n }
may-bid = Bid with { $what }.
may-use = Use it with { $what }.
no-bid-there = No bid: it is not on offer.
bid-takes = A bid takes { $n } or more { $colour }.
bid-lacks = No bid: it takes { $n } or more { $colour }.
no-use-there = No use: nobody may stand on such a tile.
no-use-closed = No use: it is closed for this season.
use-takes = A use takes { $n } or more { $colour }.
use-lacks = No use: it takes { $n } or more { $colour }.

bids = Bids
uses = Uses
none = None
from-hand = { $n } from behind the screen
more-from-hand = add { $n } from behind the screen
along-with-hand = { $groups }, with { $n } from behind the screen
along-alone = { $groups } alone
between-ways = ; or { "" }
group-here = the { $workers } beaten here
group-elsewhere = the { $workers } beaten elsewhere

equal-bid = An equal bid
no = no
tie-is-no-bid = { $n } would tie: a bid must be higher, { $least } or more in all.
others-then = Others then need
after-a-bid = after a bid of { $n }
only-village-tiles = The rulebook lets it answer bids for village tiles. An online edition allows it here as well: agree at the table.

three-inside = Three stand on it
three-at-once-or-not = Placed at once, they close it. As 1, then 2, one more use with 3 is possible, as shown here. Say which below.
used-with = With { $n }
used-with-or-more = With { $n } or more
next-use = next: { $n } or more
closed = closed
closing-sum = The next would need { $n }: { $inside } + { $n } = { $sum }, and 6 is the most.

colour-of-the-tile = Colour of the tile
now = Now
open = open
first-colour = Nobody is there: the first worker sets it.
first-colour-4b = Nobody is there: even with boat 4b you lay one colour, and it is the tile’s.
all-follow = It was laid first: bids and uses follow it.
alone = Only your bid is left beside it: workers that lay flat stand up, and their colour is the tile’s.
after-bid-in = After your bid in { $colour }
lies-flat = Your workers lie flat. Once all bids they answered have moved away and nobody stands on it, it is { $colour }.
moved-here = If they were beaten elsewhere
disputed = disputed
moved-in = One source, the Japanese wiki, then calls the tile { $colour }; we found that nowhere else.
after-mixed-use = After your use
mixed-lies-flat = Whatever has another colour lies flat. It counts towards the six, and others follow what stands.

workers-and-passing = Workers, and passing
my-bid = My bid here
own-leads = It leads: it stays, and you may only add to it.
own-beaten = It is beaten: raise it by { $n } or more, or move all of it to another bid or use. It does not go back behind the screen.
may-go-bid = bid here
may-go-use = use this
may-not-go = not here
moves-whole = All of it moves or none. Your own bid, workers behind the screen and other beaten bids may join. It stays out until the season ends.
bids-in-the-end = Bids, at the season’s end
bids-end = The winning bid goes into the bag, beaten ones come home.
used-in-the-end = Workers on it, at the season’s end
used-end-offer = They go to whoever wins the tile; into the bag if nobody bids.
used-end-mine = They come home to me, whoever placed them.
used-end-other = They go to the village’s owner.
passing = Passing
always = always
passing-how = If the turn comes back you may play again. The season ends when all pass in a row.

## Proofs: the sentence of the rules that each constraint of the final programme stands for
## $a, $b: the tile, tiles or piece; $n: the number in the constraint

recorded-release = As entered: { $n } { $b } come off the { $a }.
recorded-purple-worker = The purple worker is used as entered.
one-purple-worker = The purple worker becomes one piece at most.
flip-one-tile = The Flipper turns one tile at most.
recorded-flip = As entered: the Flipper turns the { $a }.
only-what-lies-there = The higher rate counts only goods that lie on the { $a }.
only-if-turned = The higher rate counts only if the { $a } is turned.
all-that-lies-there = Once the { $a } is turned, the higher rate counts for all goods on it.
recorded-use = As entered: { $n } { $b } go to the { $a }.
takes-only-chosen = The { $a } takes { LOWER($b) } only if that is the kind chosen for it.
one-kind = The { $a } takes one kind only.
full-bundles = The { $a } takes full sets or groups only.
one-per-set = A set on the { $a } has one { LOWER($b) } at most.
set-needs = Each set on the { $a } needs one { LOWER($b) }.
enough-given = The { $a } counts no more groups than it was given pieces for.
gap-in-sets = A set on the { $a } without { LOWER($b) } has a gap.
wild-fills-gaps = On the { $a } each gap takes one piece that stands in.
one-place-for-each = Each { LOWER($a) } is given to one place at most: { $n } here.
