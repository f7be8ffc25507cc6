## What goes with the toy's rule words

key-coins = coins
key-young = young
key-old = old

## Counting pieces

count-apple =
    { $n ->
        [one] 1 apple
       *[other] { $n } apples
    }
count-pear =
    { $n ->
        [one] 1 pear
       *[other] { $n } pears
    }
count-plum =
    { $n ->
        [one] 1 plum
       *[other] { $n } plums
    }
count-coin =
    { $n ->
        [one] 1 coin
       *[other] { $n } coins
    }

## Why a row scores

# $n bundles worth $each points
bundles =
    { $n ->
        [one] 1 bundle × { $each }
       *[other] { $n } bundles × { $each }
    }
young = young
old = old
as-guest = as a guest
not-known = not known
directions =
    { $n ->
        [one] 1 direction × { $each }
       *[other] { $n } directions × { $each }
    }

## Plans

step-give = { CAPITAL($what) } into the { LOWER($basket) }

## Doubts

doubt-overspent = More in baskets than there is.

## Calculators

coins-in-all = { CAPITAL($coins) } in all.
purses = Purses
all-to-one = All to one
