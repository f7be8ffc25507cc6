## 駒の数

count-stone_a = 魔石A { $n }個
count-stone_b = 魔石B { $n }個
count-stone_c = 魔石C { $n }個
count-stone_d = 魔石D { $n }個

## 得点の理由

sets-each = { $n }組 × { $each }
circles-each = { $n }個 × { $each }
entered = 入力した点
our-own = 自分たちの行（入力した点）
own-row = 自分たちの行{ $n }
another-title = その他の称号
title-pays = { $title }：{ $how }
acts-during-play = プレイ中に働く
spots = 完成したマナスポット{ $n }か所
tiles = { $stone }と同色のタイル{ $n }枚
which-stone = 載せた魔石が未入力
unplaced = 手札に{ $n }枚 × −{ $each }
unplaced-unknown = 手札に{ $n }枚。減点は不明
leftover-no = { $n }組は得点にならない
leftover-unknown = { $n }組。得点になるか不明
rank-level = 同点。同点時の決め方は不明

## 疑い

doubt-mana = 上限は{ $most }。超えた分は失います。
doubt-second-slot = 第2の枠は天才の証明がある人だけです。
doubt-title-stone = どの魔石が載っていますか？
doubt-round = 今は{ $n }ラウンド目です。
doubt-no-tool = ここに道具がありません。
doubt-unpayable = 持っている数より多いです。
doubt-no-circle = 完成した魔法陣がないのにボーナスがあります。
doubt-named-title = Even枠の称号は名前の知られた札です。この点も別に数えます。
doubt-nameless = 何の点ですか？

## 魔石の使い道

not-enough-stones = 支払う魔石が足りません。
step-pay = { $stones }を支払う。
step-place = { $title }を{ $stone }で設置。
step-score = { $n }組を得点に：{ $points }点。
free-to-spend = 組を崩さず使える：{ $stones }。
missing-for-a-set = もう1組に足りない：{ $stones }。
penalty-unknown = 減点が不明です。{ $n }点より大きいなら、代わりに{ $title }を設置。
title-unknown = その他の称号の得点は不明で、数えていません。

## 今使える魔法は？

enter-magic = 設置されている魔法を入れてください。
no-magic-now = 今使える魔法はありません。
nothing = なし
mana = マナ{ $n }
who = { $who }：{ $what }
then = →
in-brackets = （{ $what }）
not-after-rabbit-start = ラビットスタートの後は不可
no-mana = マナがない
uses-magic = { $who }が{ $magic }を使う

## どの枠？

choose-dice = 判定ダイスと自分のダイスを選んでください。
die-against = { $judge }に対して{ $die }：{ $slot }。
between-sentences = { "" }
what-they-yield = 産出（量は非公開）
with-one-magic = 魔法を1回使うと
judgement-shows = 判定ダイスは{ $n }
no-penalty = 罰なし
barrier-shields = 効果切れの障壁が罰を防ぐ
penalty = 罰
see-your-board = ボードを見る
tool-must-work = 必ず実行。今回を含めて残り{ $n }回
yields-nothing = なし
tool-blocks = 使い切った道具がふさいでいる
normal-yield = 通常の産出
odds = 1個のダイスの確率
if-colour = 石と同色なら
magic-on-die = { $magic }：{ $now }→{ $then }
magic-on-judgement = { $magic }：判定ダイス{ $now }→{ $then }
tool-worked = { $slot }の道具を使った

## マナ

not-enough-mana = マナが足りません（{ $n }）。
mana-of = マナ{ $n }/{ $most }。
mana-of-lost = マナ{ $n }/{ $most }。{ $lost }は失います。
uses-of-magic = 使える魔法
or-tools-out = 道具の廃棄
in-placement = 自分の配置フェーズに
room-for-more = あと持てる数
write-mana = マナ{ $n }を記録

## 道具の残り回数

which-tools = どの枠にどの道具がありますか？
tools-at-work = 使える道具{ $n }、使い切り{ $spent }。
slots = 枠
tool-in-slot = { $slot }：{ $tool }
uses-left = 残り{ $n }回
last-use = 次に使うと裏返る
face-down = 裏向き
blocks-its-slot = 枠をふさぐ
out-of-36 = ダイス1個で{ $n }/36
throw-out = マナ{ $mana }で{ $slot }の道具を廃棄

## 障壁の残り

enter-rounds = 今のラウンドと、障壁が置かれたラウンドを入れてください。
felt-by = { $n }ラウンド目に効くのは{ $who }。
felt-by-nobody = { $n }ラウンド目に効く障壁はない。
felt-in = 効くのは{ $rounds }ラウンド目
between-rounds = ・
laid-later = 今より後のラウンドです
barrier-left = 残り{ $n }
barrier-spent = 効果切れ（罰を防ぐ）
write-counters = カウントを記録
counters = カウント

## 得点計算フェーズ

phase-points = { $n }点。
phase-partial = 未確定：{ $n }点（入力していない分を除く）。
this-phase = 今回の得点
open-value = ？
not-entered = 未入力
write-phase = 記録して魔石を払う

## 終了までの魔法陣

circles = 魔法陣
circles-left = 全員合わせてあと{ $n }個完成すると終了。もう1つの終了条件は非公開。
circles-enough = { $n }人で{ $n }個以上完成：ゲーム終了。ラウンドを最後まで行うかは非公開。
on-to-the-end = 終了へ進む

## 次のラウンド

next-round = { $n }ラウンド目。ラウンドプレイヤーは誰？
next-round-by = { $n }ラウンド目：ラウンドプレイヤーは{ $who }。
barriers = 障壁
begin-round = { $n }ラウンド目を始める
