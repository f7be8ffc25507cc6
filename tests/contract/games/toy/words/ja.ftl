## 得点の決め方に添える行

key-coins = コイン
key-young = 若木
key-old = 老木

## 駒の数

count-apple = りんご{ $n }個
count-pear = なし{ $n }個
count-plum = すもも{ $n }個
count-coin = コイン{ $n }枚

## 得点の理由

bundles = { $n }組 × { $each }
young = 若木
old = 老木
as-guest = 客として
not-known = 不明
directions = { $n }方角 × { $each }

## 計画

step-give = { $what }を{ $basket }へ

## 疑い

doubt-overspent = 持っている数より多く入れています。

## 計算機

coins-in-all = 全部で{ $coins }。
purses = さいふ
all-to-one = 1人にまとめる
