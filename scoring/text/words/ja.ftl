# コア自身の言葉。

comma = 、
comma-last = と
count-other = { $what }{ $n }

name = 名前
colour = 色
colour-red = 赤
colour-blue = 青
colour-yellow = 黄
colour-green = 緑
colour-purple = 紫
colour-orange = 橙
colour-white = 白
colour-black = 黒

player = プレイヤー{ NUMBER($n, useGrouping: 0) }
start-player = スタートプレイヤー
phase = 段階
done = 完了
race = できた！
preset = 裁定
corrected = 終了後に訂正
seat-order = 席の順番
lots = くじ引き
seals = くじの種
words = くじに混ぜる数

## 確かさ

status-stated = ルールに明記
status-corroborated = 複数の資料が一致
status-inferred = 推定
status-house = この卓の裁定
status-unknown = 不明
confidence-high = 確度 高
confidence-medium = 確度 中
confidence-low = 確度 低

## 順位

rank-by-total = 合計点
rank-shared = 同点のため同順位
rank-nothing = まだ何も入力されていません
rank-open = 未確定：まだ入力が残っています
rank-waits = ほかの人の合計が未確定のため待ち
rank-by-tie-break = タイブレークで決定
rank-by-answers = どの答えでも同じ順位

## 読めないもの

needs-flag = あるかないか（true か false）です。
needs-number = 整数を入れてください。
needs-number-or-sum = 整数か、3+6+2 のような足し算で入れてください。
needs-text = 文字で入れてください。
needs-spot = 「0,1/3」のように、列・行・向きを入れてください。
needs-object = オブジェクトにしてください
not-negative = 0より小さくはできません。
at-least = { $n }以上にしてください。
at-most = { $n }までです。
too-long = { $n }文字までです。
unknown = 「{ $word }」は未登録です。
unknown-near = 「{ $word }」は未登録です。「{ $near }」ですか？
no-such-cell = そのような欄はありません。
json-repeated = 「{ $key }」が2回あります。
json-unreadable = JSONとして読めません{ $where }。
sheet-no-object = シートはJSONオブジェクトです。
sheet-other-game = 別のゲームのシートです。
sheet-no-seat = 席がありません。
sheet-seats = 席は p1 から p{ $n } です。

## どのゲームにもありうる疑い

doubt-owned-twice = { $what }は1つしかありませんが、{ $other }も持っています。
doubt-too-many = { $what }は箱に{ $most }個ですが、卓に{ $sum }個あります。
doubt-one-of = { $what }と{ $other }は、どちらか1つだけです。
doubt-beyond = { $what }：記録の{ $n }をそのまま数えています（入力できるのは{ $most }まで）。

## What a finished seat must have

missing = { $what }がまだ入力されていません。
missing-rest = { $what }：残りを入力するか、「残りはなし」を押してください。
rest-none = 残りはなし
missing-row = { $row }の{ $what }がまだ入力されていません。

## 得点の決め方に添える行

key-points = 点数
key-before = 前
key-after = 後
key-pieces = 駒
key-among = この中から1種類
key-accepts = 置ける物
key-of = 対象
key-count = 個数
key-values = 数字
key-first = 最初
key-step = 増え方
key-steps = 順に
key-share = 割る数
key-times = 倍
key-least = これ以上

## 未確定の合計

total-least = { $n }以上
total-so-far = 今のところ{ $n }
total-between = { $least }〜{ $most }
rivals-open = { $how }（他の人の分の入力が済むまで未確定）
unknown-entries = 入力されたが、今は読めない項目
settled-rows = もう決まっている行
