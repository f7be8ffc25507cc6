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

flat = 記載の点数
power = 輸送力の合計{ $shown }
power-doubled = 輸送力{ $shown }、船2bで2倍
loop = { $n }枚の輪
no-loop = 輪なし
loop-open = 輪は未入力
chain = 水でつながる船{ $n }隻
chain-open = 水辺の船は未入力
mapped = { $counted }（地図から）
so-far = 今のところ{ $counted }（地図に未配置{ $left }枚）
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
note-pays-by-ruling = { $n }点（裁定で{ $other }点）
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
step-beside = { $tile }（{ $side }）
step-lay =
    { $tile }：{ $near }の隣{ $turn ->
        [0] { "" }
       *[other] 、向き{ $turn }
    }。
step-carry = { $good } { $way }
way-on = { " > " }
step-upgrade = { $tile }を{ $price }で改良
carry-action =
    { $by }{ $n ->
        [0] { "" }
       *[other] （{ $n }回目）
    }：{ $move }
carry-elsewhere = 他の人の{ $tile }
carry-gain =
    { $n ->
        [0] 何も動かさなくても同じ得点です。
       *[other] 何も動かさない場合より、合わせて{ $n }点多くなります。
    }
carry-gain-upgrades =
    { $n ->
        [0] 改良せずに運ぶだけでも同じ点です。
       *[other] 改良せずに運ぶだけなら{ $n }点低くなります。
    }
carry-other-upgrades = 改良するタイルを変えた場合（改良なしも含む）の最善です。
carry-moves = 手順
carry-apply = 自分の得点シートに記入
carry-apply-open = 改良したタイル、残った駒、資源の置き場所を記入し、残りの輸送は使い切ります。どの冬タイルに何を使うかは、結果を出すまで決まりません。
carry-no-action = 地図のページの下の欄で、残りの輸送を入れてください。
carry-too-many = タイルに置いた資源が、得点シートの資源より多くなっています。得点シートには置いた分も含めて全部入れます。
carry-too-many-actions = 輸送{ $n }回分は計画できません。{ $most }回までです。
place-new = 新しいタイル
place-apply = この通り地図に置く
place-apply-typed = 手入力した輪・船・接するタイルの数は消え、地図の数になります。
place-gain = ターン順タイル・輪・つながる船の得点は、今より{ $n }点増えます。
place-home-first = まず家と、その周りのタイルを地図に置いてください。
place-too-many = 未配置が{ $n }枚あります。もう卓上にあるタイルを先に置き、残り{ $most }枚までにしてください。

## タイルの価値

semicolon = 。
between-sentences = { "" }
or = か
signed = { SIGNED($n) }
only-at-a-table = 卓の得点シートから計算します。
enter-offer = 競りに出ているタイルを選んでください。
enter-dealt = 配られた冬タイルを選んでください。
all-yours = もう自分のタイルです。
with-and-without = あれば{ $more }点、なければ{ $less }点
of-it-on-map = うち{ $n }点は地図での置き場所
worth-to = { $name } { SIGNED($n) }
worth-to-more = { $name } { SIGNED($n) }（あなたより多い）
worth-to-unknown = { $name } ？
unsaid-touches = 接するタイルの枚数を入れてください。
unsaid-loop = 最長の輪のタイル数を入れてください。
unsaid-chain = 家から水辺でつながる船の数を入れてください。
bid-up-to = { $workers }まで
all-of-them = { $workers }全部
one-too-many = { $workers }だと{ $n }点になる
no-worker-for-it = その色のキープルがない
bids-and-worth = 増える点
boats-and-worth = 船
dealt-and-worth = 増える点
two-together = 2枚を合わせると
both = { $one }と{ $two }
less-together = 別々の合計より{ $n }点少ない
more-together = 別々の合計より{ $n }点多い
fight-for = { $tile }：最高得点が{ SIGNED($n) }点、{ $bids }。
fight-for-estimate = まだ冬ではないので見積もりです。{ $tile }：最高得点が{ SIGNED($n) }点、{ $bids }。
nothing-known-worth-it = 分かる範囲では得点を増やすタイルはありません。残りは入力が必要です。
nothing-worth-it = 今のところ、得点を増やすタイルはありません。
offer-this = 今の村でいちばん点が増えるのは{ $tile }：{ SIGNED($n) }点。冬はこれからなので見積もりです。
offer-but = 今の村でいちばん点が増えるのは{ $tile }：{ SIGNED($n) }点。ただし{ $who }も同じだけ増えます。冬はこれからなので見積もりです。
offer-helps-more = 今の村でいちばん点が増えるのは{ $tile }：{ SIGNED($n) }点。ただし{ $who }のほうがもっと増えます（{ SIGNED($most) }点）。冬はこれからなので見積もりです。
offer-leads = { $tile }なら、ほかの誰よりあなたの点が増えます（{ SIGNED($n) }点、ほかは最高{ SIGNED($most) }点）。
none-of-use = 今の村では、どれも得点になりません。
basis = シートの合計と違う理由
basis-blank = 自分のシートの空欄は「なし」として計算しています。
basis-laid = 地図に未配置のタイルは、最も点になる場所に置いたものとしています。
basis-open = 未入力のため、この合計に入っていません：{ $what }。
basis-decided = 最終得点用に記録した割り当ては、決め直しています。
not-known = 分からないこと
not-known-pieces = これから得る、または使ってしまう資源・技術・キープル。
not-known-others = ほかの人：あなたのシートだけなので、タイルがほかの人の得点に何点足すかは分かりません。
not-known-bids = ほかの人の入札。この数までなら降りるより損になりませんが、いくつで落札できるかは分かりません。
not-known-hidden = ほかの人のついたての裏のキープルと技術。それを使うタイルは「？」とし、ほかはそれなしで計算しています。
not-known-of = { $who }のついたての裏。
not-known-map = 地図のない人がターン順タイルを置く場所。接する枚数はあなたと同じとして計算しています。
not-known-laid = 地図に未配置のタイルが多いときの、置き方すべて。時間内に見つかった点で計算しています。
not-known-offer = 冬にほかの人が何を出し、だれが落札するか。

## 疑い

doubt-homes = 家は1人1枚です。
doubt-no-home = どの村にも家が1枚ありますが、入力されていません。
doubt-one-boat = { $boat }：冬に取る船は1人1枚です。
doubt-players = { $least }人以上の時だけ使います。ここは{ $n }人です。
doubt-other-seat = { $what }は箱に1つだけですが、{ $other }も持っています。
doubt-other-side = { $other }がこのタイルの裏面を持っています。
doubt-season = { $n }人なら最大{ $most }枚ですが、合わせて{ $sum }枚あります。
doubt-in-box = { $what }は箱に{ $most }個ですが、置き場の分を含めて{ $sum }個あります。
doubt-purple = 紫のキープルは1個だけです。
doubt-purple-tile = 冬に落札した紫のキープルは、駒の描かれた{ $tile }と一緒に来るはずです。
doubt-purple-tile-any = 冬に落札した紫のキープルは、ターン順タイルと一緒に来るはずです。
doubt-purple-here = { $tile }には紫の駒が描かれているので、持ち主は紫のキープルも落札しています。
doubt-loop = 輪は最小{ $least }枚です。これは0点になります。
doubt-loop-boat = シー・バスティオン号の持ち主だけが数えます。
doubt-loop-village = 入力されたタイルのうち、輪に入れるのは最大{ $most }枚です。
doubt-chain = 基本セットでは最大{ $most }枚。{ $most }枚として数えます。
doubt-chain-boat = シー・ブリーズ号の持ち主だけが数えます。
doubt-chain-boats = この人の船は{ $most }枚しか入力されていません。
doubt-storage = 資源がありますが、このタイルは村にありません。
doubt-misfit = この資源はこのタイルでは得点になりません。
doubt-sides = 同じタイルの表裏です。
doubt-map-edges = { $tile }と{ $other }の辺が合っていません。
doubt-map-apart = { $tile }が村に接していません。
doubt-map-no-home = 家が地図にありません。
doubt-map-covered = { $tile }の場所には、もう{ $other }があります。
doubt-map-not-yours = { $tile }は地図にありますが、自分のタイルに入っていません。
doubt-map-count = { $what }：地図では{ $mapped }、入力は{ $n }です。入力した数で計算します。
take-the-maps = 地図の数にする

## 実行できない決定

doubt-not-yours = このタイルを持っていません。
doubt-flip-boat = 無償で改良できるのはフリッパー号だけです。
doubt-flip-turned = このタイルは改良済みです。
doubt-purple-no = ここでは紫のキープルを変えられません。
doubt-purple-on-no = この卓では紫のキープルを置き場に置けません。
doubt-purple-on-misfit = この駒はそのタイルでは得点になりません。
doubt-release-no = この卓では置き場の資源を取り出せません。
doubt-not-taken = このタイルにその駒は使えません。
doubt-released = 置いてある数より多いです。
doubt-overspent = 持っている数より多く使っています。

## タイルの辺。下から時計回り

edge-0 = 下
edge-1 = 左下
edge-2 = 左上
edge-3 = 上
edge-4 = 右上
edge-5 = 右下

## 地図

and = と
lies-turned = 向き{ $n }
lies-road = 道で{ $to }へ
lies-water = 水で{ $to }へ
lies-misfit = { $to }と辺が合わない
map-loop = 輪
map-loops = { $n }（同じタイルを通らなければ{ $strict }）
map-chain = つながる船
map-chained = { $n } → { $points }点
map-touching = 隣接
map-plus = { " + " }
map-transport = 輸送力
map-workers = キープル
map-pays = { $n } → { $points }点
map-left = 未配置{ $n }枚のため、今のところの数です。

## 入札できる？使える？

side-inside = タイルの上
side-mine = 自分の辺
side-other = { $n }番目の辺

two-colours-in-a-bid = 1つの入札は1色です。2色ある辺か、負けた入札を直してください。
two-bids-alike = 同数の入札はできないので、{ $n }個の入札が2つあることはありません。どちらかを直してください。
no-bids-in-a-village = 村にあるタイルに入札はありません。辺を空にするか、だれのタイルかを選び直してください。
nobody-uses-it = このタイルは使えません。上のキープルを空にするか、だれのタイルかを選び直してください。
too-many-inside = 上に{ $n }個は多すぎます。1季節に{ $most }個までです。
which-stands = 2色あります。下で、立っている色を選んでください。

one-colour = どれか1色
any-mix = 色は自由に
of-colour = { $colour }{ $n }個
from-to = { $n }〜{ $most }
up-to = 0〜{ $n }
may-bid = 入札：{ $what }。
may-use = 使用：{ $what }。
no-bid-there = 入札：競りに出ていません。
bid-takes = 入札：{ $colour }{ $n }個以上。
bid-lacks = 入札できません：{ $colour }{ $n }個以上が必要。
no-use-there = 使用：このタイルは使えません。
no-use-closed = 使用：この季節はもう使えません。
use-takes = 使用：{ $colour }{ $n }個以上。
use-lacks = 使用できません：{ $colour }{ $n }個以上が必要。

bids = 入札
uses = 使用
none = なし
from-hand = ついたての裏から{ $n }個
more-from-hand = ついたての裏から{ $n }個を追加
along-with-hand = { $groups }と、ついたての裏から{ $n }個
along-alone = { $groups }だけ
between-ways = 、または{ "" }
group-here = ここで負けた{ $workers }
group-elsewhere = ほかで負けた{ $workers }

equal-bid = 同数の入札
no = 不可
tie-is-no-bid = { $n }個では同数。合計{ $least }個以上が必要。
others-then = ほかの人は次に
after-a-bid = { $n }個で入札した後
only-village-tiles = ルールブックでは村タイルの入札に対してのみ。ここでも認めるオンライン版があるので、卓で決めてください。

three-inside = 上に3個
three-at-once-or-not = 一度に3個なら打ち止め。1個・2個と置いたのなら、下のとおり3個でもう1回使えます。どちらかは下で選べます。
used-with = { $n }個で使う
used-with-or-more = { $n }個以上で使う
next-use = 次は{ $n }個以上
closed = 打ち止め
closing-sum = 次は{ $n }個が必要で、{ $inside }＋{ $n }＝{ $sum }。6個を超える。

colour-of-the-tile = タイルの色
now = 今
open = 未定
first-colour = 誰も置いていないので、最初のキープルの色になる。
first-colour-4b = 誰も置いていないので、4bがあっても1色で置き、それがタイルの色になる。
all-follow = 先に置かれた色。入札も使用もこの色で行う。
alone = 横に残るのは自分の入札だけ。寝かせたキープルは起こし、その色がタイルの色になる。
after-bid-in = { $colour }で入札した後
lies-flat = 自分のキープルは寝かせて置く。先の入札がすべてよそへ移り、上に誰もいなければ{ $colour }になる。
moved-here = ほかで負けたキープルなら
disputed = 資料が割れる
moved-in = 日本語wikiだけは、その時タイルは{ $colour }になるという。ほかの資料では確認できない。
after-mixed-use = 使用した後
mixed-lies-flat = ほかの色のキープルは寝かせて置く。6個には数え、ほかの人は立っている色に従う。

workers-and-passing = キープルの行き先とパス
my-bid = ここの自分の入札
own-leads = 一番なので動かせない。上乗せだけできる。
own-beaten = 負けている。{ $n }個以上を上乗せするか、全部まとめて別の入札や使用へ動かせる。ついたての裏には戻せない。
may-go-bid = ここに入札
may-go-use = これを使用
may-not-go = ここには不可
moves-whole = 全部まとめて動かす。ここの自分の入札・ついたての裏・ほかの負けた入札と合わせてよい。季節が終わるまで戻せない。
bids-in-the-end = 季節の終わりの入札
bids-end = 落札した分は袋へ、負けた分は手元に戻る。
used-in-the-end = 季節の終わりの上のキープル
used-end-offer = 落札した人のもの。入札がなければ袋へ。
used-end-mine = 誰が置いたものも自分の手元に来る。
used-end-other = その村の持ち主のもの。
passing = パス
always = いつでも可
passing-how = 手番が回ってくればまた置ける。全員が続けてパスすると季節が終わる。

## 証明：最終計算の各条件が表すルール

recorded-release = 入力どおり、{ $a }から{ $b }を{ $n }個取る。
recorded-purple-worker = 紫のキープルは入力どおりに使う。
one-purple-worker = 紫のキープルを別のコマに変えられるのは1回だけ。
flip-one-tile = フリッパーで裏返すタイルは1枚まで。
recorded-flip = 入力どおり、フリッパーで{ $a }を裏返す。
only-what-lies-there = 高いほうの点になるのは、{ $a }に載っている資源だけ。
only-if-turned = 高いほうの点になるのは、{ $a }を裏返したときだけ。
all-that-lies-there = { $a }を裏返したら、載っている資源はすべて高いほうの点になる。
recorded-use = 入力どおり、{ $a }に{ $b }を{ $n }個割り当てる。
takes-only-chosen = { $a }に{ $b }を割り当てられるのは、その種類を選んだときだけ。
one-kind = { $a }に割り当てられるのは1種類だけ。
full-bundles = { $a }に割り当てるのは、そろった組だけ。
one-per-set = { $a }の1組に入る{ $b }は1個まで。
set-needs = { $a }の1組には{ $b }が1個必要。
enough-given = { $a }で数える組は、割り当てた分まで。
gap-in-sets = { $a }の組に{ $b }がなければ、そこは空き。
wild-fills-gaps = { $a }の空き1つにつき、代わりに使えるものが1個要る。
one-place-for-each = { $a }1個を割り当てられるのは1か所だけ（ここでは{ $n }個）。
