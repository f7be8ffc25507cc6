## 駒の数

count-wood = 木{ $n }個
count-stone = 石{ $n }個
count-iron = 鉄{ $n }個
count-gold = 金{ $n }個
count-anvil = 鉄床{ $n }個
count-pickaxe = つるはし{ $n }個
count-saw = のこぎり{ $n }個
count-red = 赤キープル{ $n }個
count-blue = 青キープル{ $n }個
count-yellow = 黄キープル{ $n }個
count-green = 緑キープル{ $n }個
count-purple = 紫キープル{ $n }個

## 得点の理由

village = 村
leftover = 余り
leftover-gold = 余った金

before = 改良前
after = 改良後
flipped = フリッパー号で無償改良
stored =
    { $face }：{ $n }個 × { $each }{ $idle ->
        [0] { "" }
       *[other] 、対象外{ $idle }個
    }

flat = 固定
power = 輸送力の合計{ $shown }
power-doubled = 輸送力の合計{ $shown }、船2bで2倍
loop = { $n }枚の輪
no-loop = 輪なし
chain = 家から水でつながる船{ $n }隻
touching = 隣接{ $n }枚 × { $each }

nothing-given = 割り当てなし
pieces = { $pieces } × { $each }
workers = キープル{ $n }個 × { $each }
goods-of-any-kind = 資源{ $n }個 × { $each }、種類不問（船3b）
groups = { $size }個組{ $n }つ × { $each }
sets = { $n }組 × { $each }
sets-with-wild = { $n }組 × { $each }、{ $wild }で代用
sets-of-any-kind = { $n }組 × { $each }、種類不問（船3b）
left-over = 余った{ $pieces } × { $each }
left-over-of-any-kind = 余った資源{ $n }個 × { $each }、種類不問（船3b）

## タイルに書かれていること

note-pays = { $n }点
note-one-kind = { $n }点・1種類
note-flat = { $n }点
note-power = 輸送力
note-loop = 輪のタイル数
note-between-steps = ・
note-each = ×{ $n }

## 計画の手順

step-flip = フリッパー号で{ $tile }を無償改良する。
one-piece = { $name }
step-purple = 紫のキープルは{ $piece }にする。
step-purple-on = 紫のキープルは{ $piece }として{ $tile }に置く。
step-take = { $tile }から{ $pieces }を取る。
step-give = { $tile }に{ $pieces }を割り当てる。

## 疑い

doubt-homes = 家は1人1枚です。
doubt-purple = 紫のキープルは1個だけです。
doubt-loop = 輪は最小{ $least }枚です。これは0点になります。
doubt-chain = 基本セットでは最大{ $most }枚。{ $most }枚として数えます。
doubt-storage = 資源がありますが、このタイルは村にありません。
doubt-sides = 同じタイルの表裏です。
doubt-released = 置いてある数より多いです。
doubt-overspent = 持っている数より多く使っています。

## タイルの辺。下から時計回り

edge-0 = 下
edge-1 = 左下
edge-2 = 左上
edge-3 = 上
edge-4 = 右上
edge-5 = 右下
