## Counting pieces

count-gold = { $n } gold
count-sun =
    { $n ->
        [one] 1 sun
       *[other] { $n } suns
    }
count-moon =
    { $n ->
        [one] 1 moon
       *[other] { $n } moons
    }
count-glory = { $n } glory

## The sheet

side = Side { $n }
# printed on a feat
glory = { $n }
paid-with-moons = Paid with moons
paid-with-suns = Paid with suns
paid-with-both = Paid with both

# feats on the smallest cards
short-hammer = Hammer
short-chest = Chest
short-guardians_owl = Owl
short-celestial_ship = Celestial Ship
short-tenacious_boar = Boar
short-guardians_shield = Shield
short-magical_seagull = Seagull
short-ferryman = Ferryman
short-helmet_of_invisibility = Helmet
short-mirror_of_the_abyss = Mirror
short-mother_of_monsters = Mother

## Why a row scores

glory-track = Glory track
as-it-stands = as it stands
heroic-feats = Heroic feats
printed =
    { $n ->
        [one] 1 card × { $each } printed
       *[other] { $n } cards × { $each } printed
    }
printed-and-tracked = { printed }; the points for faces forged before are on the track already

## Doubts

doubt-over-cap = The reserve holds { $n } at most.
doubt-no-typhon = Typhon is not among the feats.
doubt-hammers =
    { $n ->
        [0] There is no hammer among the feats.
       *[other] The hammers among the feats take { $n } gold.
    }
doubt-tokens = More tokens than feats that bring them.
doubt-feats =
    { $n ->
        [0] With { $players } players { $what } is not in the game.
        [one] With { $players } players there is 1 { $what }.
       *[other] With { $players } players there are { $n } of { $what }.
    }
doubt-promo-stack = The promo stack holds one of each; with { $n } players its first { $n } cards.
doubt-not-laid-out = The table says that { $other } lies in the place of { $what }.
doubt-portal = Only one hero stands at a portal: who enters it ousts the other.
doubt-mixed = With two players two faces of each mixed pool stay in, and this would be another.
doubt-either = A game has either { $what } or { $other }.
doubt-faces =
    { $n ->
        [0] With { $players } players the face “{ $what }” is not in the game.
        [one] With { $players } players there is 1 face “{ $what }”.
       *[other] With { $players } players there are { $n } faces “{ $what }”.
    }

## Calculators: what they share

goal-balanced = Balanced
goal-glory = Glory now
goal-shards = Shards
goal-gold = Gold
weighed = Counted as: 1 gold = { $gold }, 1 sun = { $sun }, 1 moon = { $moon } glory.
how-counted = How it is counted
best = Best
next-best = Next best
left-out = Left out
# $n: how much worse than the best plan
costs = { $n } less
as-good = just as good
which-die =
    { $die ->
        [1] light die
       *[other] dark die
    }
then = { "; " }
nothing = nothing
# through one ship, $off gold cheaper
purchase = a purchase at { $off } less
purchases = { $n } purchases

# where the reserve was entered with more than it holds
over-cap-counts = { $what }: the reserve holds { $n } at most, so more was not counted.
over-hammers-count = Gold on hammers: their laps take { $n }, so more was not counted.
mixed-unnamed = Mixed faces for 4 and 12 gold are left out where it is not said which two are there.

## A roll

tap-faces = Tap the face of each die.
too-many-rolled = Three opponents roll { $n } dice at most.
best-way = Best way to take it
other-ways = Other ways
costs-short = { $n } more still missing
apply-roll = Apply this roll
roll-brings = { CAPITAL($got) }.
minor-brings = Minor blessing: { $got }.
satyrs-bring = { $satyrs }: { $got }.
roll-leaves = Afterwards: { $left }.
nothing-to-copy = { $face }: nothing to copy
copied = { $mirror } as { $face }
tripled = { $face } ×3
face-brings = { $face }: { $got }
face-loses = { $face }: { $got } lost
partly-converted = { $got } ({ $n } glory of it converted)
boar-acts =
    { $n ->
        [one] { $face }: the card's owner acts once
        [2] { $face }: the card's owner acts twice
       *[other] { $face }: the card's owner acts { $n } times
    }
own-boar = Own boar card: { $got }
onto-hammer = { $n } gold on the hammer
hammer-laps = Hammer laps: { $n } glory
ship-buys = Ship: one face of price up to { $most }, for { $off } less, may be bought
unfinished-laps = Gold on a hammer counts when it ends a lap; gold that ends no lap counts nothing here.
over-caps = Over the caps, lost: { $got }

## Odds

blessing-brings = A blessing brings { $gold } gold, { $sun } suns, { $moon } moons and { $glory } glory on average.
target-reached = The target is reached with { $likely }; choosing for nothing else, with { $best }.
target-over-cap = { $what }: the reserve holds { $n } at most, so this target is out of reach.
and-blank-mirrors = { $said } Mirrors count as blank until an opponent's dice are given.
one-alone = Too many possibilities for so many blessings; this is one alone. { $said }
one-blessing = One blessing, on average
what-comes-up = What comes up
reserve-after =
    { $n ->
        [one] Reserve after 1 blessing
       *[other] Reserve after { $n } blessings
    }
never = never
faces-would-add = What each face would add to a blessing
face-would-go = { $price } gold; { which-die }, over { $old }
hammers-not-counted = Gold put on a hammer, tokens and purchases through ships are not counted.
choices-by-weights = Choices (or-faces, mirrors) are made by the weights you gave: always the gain that is worth most after the caps; among equals more glory, then suns, moons, gold.

## Forging

enter-gold = Enter the gold that you can spend and the blessings to come.
step-buy = Buy { $face } for { $paid } gold; { which-die }: over { $old }
step-buy-nothing = Buy nothing
forging-worth =
    { $n ->
        [one] Worth { $worth } glory over 1 blessing, for { $spent } gold.
       *[other] Worth { $worth } glory over { $n } blessings, for { $spent } gold.
    }
keep-the-gold = Better to keep the gold.
forge-these = Forge these
how-forgings-count = Worth = blessings left × what a blessing brings more on average, by your weights, less the worth of the gold spent. Caps are ignored; every face of one forging is a different one, and none goes over a face bought in the same forging.

## The last turn

best-turn = Best turn
# $n may be a fraction
enter-turn = Enter the reserve, or what helps in this turn.
turn-brings = { $n } glory this turn, nothing rolled.
turn-brings-on-average = { $n } glory on average this turn.
too-many-rolls = Too many ways to count with rolls in time.
too-many-rolls-so = { too-many-rolls } Without rolls: { $said }
too-many-orders = With so many effects there are too many orders to look at in time.
aim-take = then, if possible, take { $feat } first
aim-forge = then forge first
aim-pass = then no action
step-none = Nothing brings glory
step-idle = Doing nothing
step-token = Triton token: { $got }
step-roll = Roll
step-pay = Pay 2 suns for one more action
step-elder = Elder: 3 gold for 4 glory
step-owl = Owl: { $got }
step-nymph = Nymph: { $n } glory
step-hind = Silver Hind: roll the { which-die }
step-take = Take { $feat }: { $n } glory
step-take-gaining = { $take } and { $got }
step-take-rolling = { $take }; with the { which-die }
step-take-putting = { $take }; { $face } on the { which-die } over { $old }
step-forge =
    { $n ->
        [one] Forge 1 face for { $gold } gold
       *[other] Forge { $n } different faces for { $gold } gold
    }
step-forge-for = Forge for { $feat }: { $faces }
put = { $face } on the { which-die }
partly-hammered = { $step } ({ $n } gold on the hammer)
how-no-rolls-count = Nothing is rolled: feats that roll count their printed glory, the Silver Hind nothing. What opponents gain or lose is not counted.
how-rolls-count = On average over every roll, each choice made after it for the most glory. What opponents gain or lose is not counted.
gap-opponents = The opponents' dice are not given, so Satyrs count their printed glory alone.
gap-mirrors = Mirrors copy what the opponents show now; faces that change during the turn (an ousted player's roll, for example) are not looked at.
gap-ships = A face bought through a ship counts as forged, but is not rolled again this turn.
gap-forging = With a hammer or a Cerberus token, forging before a feat that rolls was tried only with the dice that are best without them.
