## Counting

# what a step of a valkyrie's track is worth
points =
    { $n ->
        [one] 1 point
       *[other] { $n } points
    }
count-step =
    { $n ->
        [one] 1 step
       *[other] { $n } steps
    }
count-mercenary =
    { $n ->
        [one] 1 mercenary
       *[other] { $n } mercenaries
    }
count-rank =
    { $n ->
        [one] 1 rank
       *[other] { $n } ranks
    }
more-ranks =
    { $n ->
        [one] 1 more rank
       *[other] { $n } more ranks
    }
signed = { SIGNED($n) }

## Between what is strung together

semicolon = { "; " }
and-then = { "; " }
arrow = { " → " }
space = { " " }

## Why a row scores: $n ranks, $each points

how-growing = { count-rank } → { $n } × ({ $n } + 5) ÷ 2
how-square = { count-rank } → { $n }²
how-sum-times-ranks = { count-rank } × sum { $sum }
how-sum = { count-rank }, sum { $sum }
how-per-rank = { count-rank } × { $each }
how-zero-pairs =
    { $pairs ->
        [one] 1 pair of zeros
       *[other] { $pairs } pairs of zeros
    } × { count-rank }
how-most-warriors = most warriors ({ $n })
how-most-warriors-alone = most warriors ({ $n }), if nobody else has more
how-majority = { $who }: largest coin { $coin }
how-fewer-warriors =
    { $n ->
        [one] 1 warrior
       *[other] { $n } warriors
    }, the most is { $most }
dwerg-brothers = Dwerg brothers
how-brothers =
    { $n ->
        [one] 1 brother
       *[other] { $n } brothers
    }
how-flat = flat
how-largest-coin = largest coin { $coin }
how-big-coins =
    { $n ->
        [one] 1 coin
       *[other] { $n } coins
    } of { $least } or more × { $each }
how-per-hero =
    { $n ->
        [one] 1 hero
       *[other] { $n } heroes
    } × { $each }
how-per-mercenary = { count-mercenary } × { $each }
how-coins-on-it = coins on it
how-no-class = no class chosen yet
how-no-column = column not entered
doubles-lacking = { $n } of { $most } doubles entered; enter a lost one as lost
coins-lacking = { $n } of { $most } coins entered
how-coins-so-far = { $every }, so far { $n } of { $most } coins
how-no-coins = coins not entered yet
how-cauldron-open = the sum on it is not entered
how-best-class =
    { $n ->
        [one] 1 { LOWER($kind) } rank
       *[other] { $n } { LOWER($kind) } ranks
    } × { $each }
how-no-captive = which explorer was captured?
how-captive = captive { $n } × { $times }
how-crown-jeweler = from the Crown Jeweler

## Doubts

doubt-coins = A player has { $n } coins.
doubt-one-each = One each.
doubt-hunting-master = Comes with the Hunting Master.
doubt-coin-0 = It was replaced by the Hunting Master's coin.
doubt-not-yours = You do not have this.
doubt-no-olwyn = Doubles come with Olwyn.
doubt-doubles = There are two doubles.
doubt-no-captive = Gymir has no captive.
doubt-ylud-done = She has made her last move, yet stands in another column or none.
doubt-not-waiting = This mercenary is not waiting.
doubt-no-such-card = This card is not there.
doubt-not-played = { $box } is not ticked at this table; the card counts all the same.
doubt-past-the-track = Her track ends before this step; its last one counts.
# $seats: how many play; 1 says nothing about that
doubt-dwarves =
    { $what }: { $most } { $seats ->
        [1] in the box
       *[other] in play with { $seats } players
    }; the table has { $sum }.
doubt-coin =
    { $most ->
        [one] There is 1
       *[other] There are { $most }
    } of this coin; the table has more.
doubt-gem-players = This gem is in play with { $n } or more players, not with { $seats }.
doubt-gem = Another player has this gem.

## Last placements

step-enlist = { $card } joins the { LOWER($kind) }s.
step-ylud-moves = Ylud moves to the { LOWER($kind) }s.
step-ylud-stands = Ylud stands with the { LOWER($kind) }s.
step-discard = Brísingamens takes: { $card }.
step-thor = Thor cancels Brísingamens' loss.
step-mjollnir = Mjöllnir counts the { LOWER($kind) }s.
step-heroes-due =
    The lines are complete: { $n ->
        [one] 1 more hero is
       *[other] { $n } more heroes are
    } due, not counted here.
step-gain = That is { $n } more than putting each card where it adds most at once.
step-line-brings = A line brings { $hero }.
double-among = the double among the { LOWER($kind) }s

## What may be tried now

at-most = at most { SIGNED($n) }
option = { $name }: { $worth }
option-noted = { $name }: { $worth } ({ $note })
option-raise = Raise the { $coin } to { $taken }
option-raise-nothing = Raise the { $coin } in vain
option-trade = Trade { $a } and { $b }: the { $given } becomes the { $taken }
option-trade-nothing = Trade { $a } and { $b } in vain
option-exchange = { $given } for { $hero }
option-hero-raises = { $hero }, and the { $coin } goes up
option-olwyn = { $hero }, doubles: { $where }
note-before-discard = before the discard
note-and-a-card = and a card of the camp
note-needs-a-discard = if the discard pile has a card, and that card
ranking = What each adds as things stand:
note-coins-lacking = and a coin goes up: { $n } of { $most } coins are not entered
note-treasure-empty = the treasure is empty
note-not-there = no { $n } in the treasure
nothing-to-choose = Nothing to choose from.
evaluated = { $what }: { $takes }; { $worth }.
# $n own ranks, $most those of the best rival
distinction-held = { $what }: { $who } holds it already.
evaluated-alone = { $what }: { $worth }.
evaluated-without = No army is entered for { $who }, so who leads is open.
takes-nothing = yours, { $n } to { $most }
takes-more = { $more } needed, { $n } to { $most }
worth-now = worth { $n } as things stand
worth-unknown = worth a card nobody knows yet

## Gems and the order of play

enter-bids = Enter the bids of a tavern.
bids-missing = Bids are missing: { $who }.
tie-enter-gems = A tie: enter the gems of { $who }, each another one.
placed = { $place }. { $name }
tie-open = tie: enter different gems
tie-stays = tie, gem { $n }
tie-swaps = tie, gem { $before } → { $after }
no-bid-yet = no bid yet
gems-afterwards = Gems afterwards
was = was { $n }
gem = gem { $n }
new-gem = { $gem } for { $name }
ties =
    { $n ->
        [0] No ties
        [one] 1 tie
       *[other] { $n } ties
    }
gems-stay = { $order }. Gems stay.
gems-move = { $order }. New gems: { $new }.
write-gems = Write the new gems, clear the bids
write-stay = Gems stay, clear the bids
order = Order
no-mercenary-waits = No mercenary waits.
enlist-tie = A tie: enter the gems.
enlist-order = { $order }. { $first } may go last instead.
enlist-alone = { $name }.

## Coins

enter-pouch = Enter the two coins of your pouch.
enter-coin = Enter the coin to raise; the 0 cannot be raised.
enter-coins = Enter your coins.
exchange-stays = The exchange coin is never traded away.
no-exchange-coin = A trade needs an exchange coin, and there is none.
exchange-in-pouch = No trade: the exchange coin lies in the pouch.
no-such-coin = There is no coin { $n }.
too-many-coins = A player has no more than { $n } coins.
svafa-moves = Svafa moves { count-step }
best-order = In the best order: { $said }
other-orders = Other orders
numbers-please = Numbers with spaces between, please: 5 9 4 7.
what-comes = What comes of it
other-choices = Other choices
# $n: points fewer than the best choice
costs = costs { $n }
as-good = just as good
best-change = Best: { $said }
nothing-comes = The treasure is empty: nothing changes.
coin-becomes = The { $given } becomes the { $taken } ({ SIGNED($gain) }).
coin-becomes-other = No { $target } there, so the { $given } becomes the { $taken } ({ SIGNED($gain) }).
coin-change = { $coins } → { $taken }
coin-target = target { $n }
coin-leaves = the { $n } leaves the game
coin-may-leave = the { $n } leaves the game if it is from the start
coin-goes-back = the { $n } goes back to the treasure
coin-stays = the { $n } stays
coin-over = { $n } over
write-change = Write: { $change }
points-in-all =
    { SIGNED($n) } { $n ->
        [one] point
       *[other] points
    } in all.
one-after-the-other = One after the other
coins-left = Coins left
left-of = { $n } of { $all }
treasure-empty = The treasure is empty.
treasure-left =
    { $n ->
        [one] 1 coin
       *[other] { $n } coins
    } left, the largest is { $most }.
treasure-without = { $said } Not all coins of { $who } are entered: some of these may be theirs.

## Lines and distinctions

enter-ranks = Enter the ranks of each column.
# $who: the players whose ranks nobody entered
ranks-lacking = { $said } (so far: nothing is entered for { $who })
no-ranks-yet = not entered
lines-complete = Complete lines
heroes-due = Heroes due
until-next-hero = Until the next hero
lacks = { LOWER($kind) } { $n }
hero-due = { $n } for { $name }
heroes-due-now = Heroes due now: { $who }.
nobody-recruits = Nobody recruits by lines.
nearest = Nobody is due. Nearest: { $name } lacks { $what }.
class-and-distinction = { $kind }: { $distinction }
wins = { $name }: { $won }
nobody-leads = Nobody leads alone.
leads-by = leads by { $n }
needs-to-lead = { $more } to lead alone
tied-needs = tied; { $more } to lead alone
write-distinctions = End of Age 1: write the distinctions

## Is a lead safe?
## $kind: the class; $name: whoever leads; $n: ranks, dwarves, or the number of a line

lead-safe = { $kind }: { $name }'s lead is safe
lead-safe-with = { $kind }: { $name }'s lead is safe with { $what } there
lead-may-fall = { $kind }: { $who } may still overturn { $name }'s lead
lead-open = { $kind }: { $name }'s lead is not shown safe
lead-tied = { $kind }: { $who } are level, so nobody leads
class-and-leader = { $kind } ({ $name })
leads-safe = Safe: { $what }
leads-open = Not yet safe: { $what }
lead-with = with { $what } there
lead-open-by = counting the most that { $what } may bring
lead-draws-level = at most level with { $name }; then both add their own largest coin
at-most-ranks = up to { $n }
ranks-or-more = { $n } or more
taverns-left = Taverns still to come
still-to-come = Still to come, at most
cards-at-tavern =
    { $tavern }: { $n ->
        [one] 1 card is
       *[other] { $n } cards are
    } entered, { $most } lie there. Until that fits, any may come.
way-dwarves =
    takes { $n ->
        [one] 1 { LOWER($kind) }
       *[other] { $n } { LOWER($kind) }s
    }
way-put = { $card } joins the { LOWER($kind) }s
way-camp = hires { $card } for the { LOWER($kind) }s
way-hero = line { $n } brings { $card }

## Valkyries

choose-valkyries = Choose your valkyries.
end-of-track = end of the track
next-step = next step: { $n }
one-step = { $name }: one step
valkyries-pay = { points } from valkyries now.
tracks = Tracks

## What to bid

# part: a row of the score, and what it becomes worth more
part = { $what } { SIGNED($n) }
part-of-other = { $name }: { $what } { SIGNED($n) }
as-entered = as entered
worth-to = { $name } { SIGNED($n) }
worth-to-by = { $name } { SIGNED($n) } ({ $how })
worth-at = Worth now: { $tavern }
enter-cards = Enter the cards that lie at the taverns.
nobody-to-bid-against = Two players or more, please.
enter-worths = Enter what the cards are worth to each player; at a table the sheets know it.
who-has-which-gem = Enter who holds which gem; at a table, on the sheets.
too-many-cards = No more than { $n } cards lie at a tavern.
too-few-coins = { $name } needs three coins to bid.
uline-bids-last = { $name } has Uline and bids once the others have revealed, so there is no plan to lay beforehand.
coin-at = { $tavern } { $coin }
exchange-coin = { $n } (Hunting Master)
coin-often = the { $coin } { $often }
every-time = every time
times-in =
    { $n ->
        [one] once
        [2] twice
       *[other] { $n } times
    } in { $of }
about-in-a-hundred =
    about { $n ->
        [one] once
       *[other] { $n } times
    } in 100
about = about { $n }
in-the-pouch = pouch { $coins }
bid-surely = { $bids }. Whatever { $rival } bids, that is { $worth } or better against { $rival } this round.
bid-by-lot = Draw lots among the { $n } ways below: { $worth } on average against { $rival } this round, whatever { $rival } bids.
your-bids = Your bids
at-each-tavern = At each tavern
bids-of = { $name }'s best bids
without-lots = Without lots
no-less-than = at least { $n }
costs-points = costs { $n }
against-habit = Against { $rival }'s habit
habit-else = { $drawn } with the lots; if { $rival } bids otherwise, it may be { $least }
no-such-habit = { $rival } has no such coins to bid always.
best-reply = { $bids }: { $worth } points on average if the others lay any coin anywhere. No bids bring more than { $bound } against that, however ties move the gems; what the others would then do better is not looked at.
next-best-bids = Next best
from-to = { SIGNED($least) } to { SIGNED($most) } as the others bid
if-gems-move = { $low } to { $high } on average if ties move the gems
left-out = What this leaves out
# $said: the answer as far as it goes; $what: a list of what nobody entered
not-all-entered = By what is entered alone: { $said } Not entered: { $what }.
coins-not-entered = { $n } of { $most } coins
cards-lacking = { $n } of { $most } cards at the { $tavern }
coins-of-the-start = coins of { $name } (taken as those of the start)
coins-of-lacking = { $n } of { $most } coins of { $name }
no-cards-there = { $tavern }: no card is entered, so nothing is to be had there.
worths-add-up = What cards are worth is added up, as if each came alone.
offering-at-once = A royal offering raises its coin at once, even one that lies at a later tavern; here it bids as it was.
hero-once = The hero whom a line brings is counted with each card that completes it, yet comes once.
only-this-round = Only this round: no camp, and no later bids but what you enter for a better coin.
empty-army = { $name }'s sheet shows no army, so the cards are worth what they are to an empty one.

## Proofs: the sentence of the rules that each constraint of the final programme stands for
## $a, $b: the card or class; $n: the number in the constraint

one-class = { $a } counts in exactly one class.
as-recorded = As entered: { $a } counts for the { LOWER($b) } column.
enlists = { $a } enlists in one of its two classes.
there-to-be-lost = { $a } can be lost from the { LOWER($b) } column only if it stands there.
brisingamens-takes-one = Brísingamens costs exactly one card.
discard-as-recorded = As entered: the card that Brísingamens costs.
ratatosk-needs-two-zeros = Ratatosk pays for each pair of zeros.
ratatosk-takes-every-pair = Ratatosk counts every pair of zeros.
sum-only-with-ranks = The values of the { LOWER($a) } column are multiplied by { $b } only if it has { $b } ranks.
sum-of-values = What is multiplied is the sum of the values in the { LOWER($a) } column.
one-count = The { LOWER($a) } column has one number of ranks.
count-of-ranks = That number is the ranks of all cards in the { LOWER($a) } column.
leads-only-with-most-warriors = The bonus for the most warriors needs as many ranks as the strongest rival has.
leads-with-most-warriors = With as many ranks as the strongest rival the bonus is had.
pays-chosen-class = { $a } pays for { LOWER($b) } ranks only if that class is chosen.
pays-ranks = { $a } pays for no more { LOWER($b) } ranks than there are.
pays-all-ranks = { $a } pays for all { LOWER($b) } ranks if that class is chosen.
