## 数え方

points = { $n }点
count-step = { $n }段
count-mercenary = { $n }枚
count-rank = { $n }個
more-ranks = { $n }個
signed = { SIGNED($n) }

## つなぎ

semicolon = 。
and-then = 、
arrow = →
space = { "" }

## 得点の理由

how-growing = { count-rank } → { $n }×({ $n }+5)÷2
how-square = { count-rank } → { $n }²
how-sum-times-ranks = { count-rank } × 合計{ $sum }
how-sum = { count-rank }、合計{ $sum }
how-per-rank = { count-rank } × { $each }
how-zero-pairs = 0が{ $pairs }組 × { count-rank }
how-most-warriors = 戦士が最多（{ $n }個）
how-most-warriors-alone = 他の人がこれより多くなければ、戦士が最多（{ $n }個）
how-majority = { $who }：最高額コイン{ $coin }
how-fewer-warriors = 戦士{ $n }個、最多は{ $most }個
dwerg-brothers = ドヴェルグ五兄弟
how-brothers = 兄弟{ $n }人
how-flat = 記載の点数
how-largest-coin = 最高額コイン{ $coin }
how-big-coins = { $least }以上のコイン{ $n }枚 × { $each }
how-per-hero = 英雄{ $n }枚 × { $each }
how-per-mercenary = 傭兵{ $n }枚 × { $each }
how-coins-on-it = 載っているコイン
how-no-class = クラス未選択
how-no-column = 置いた列が未入力
doubles-lacking = 分身は{ $most }枚中{ $n }枚のみ入力（失った分身は「失った分身」に）
coins-lacking = コインは{ $most }枚中{ $n }枚のみ入力
how-coins-so-far = { $every }（{ $most }枚中{ $n }枚のみ入力）
how-no-coins = コインが未入力
how-cauldron-open = 載っているコインの合計が未入力
how-best-class = { $kind }{ $n }個 × { $each }
how-no-captive = 捕らえた探検家が未入力
how-captive = 捕らえた{ $n } × { $times }
how-crown-jeweler = 王冠の宝石師

## 疑い

doubt-coins = コインは1人{ $n }枚です。
doubt-one-each = 1人1枚です。
doubt-hunting-master = 狩猟長の勲章と一緒に得るコインです。
doubt-coin-0 = 狩猟長のコインと交換したはずです。
doubt-not-yours = 持っていないカードです。
doubt-no-olwyn = 分身はオルウィンと一緒に得ます。
doubt-doubles = 分身は2枚だけです。
doubt-no-captive = ギュミルは捕獲していないはずです。
doubt-ylud-done = 最後の移動は済んでいますが、列が未入力か、決定と違います。
doubt-not-waiting = この傭兵は待機していません。
doubt-no-such-card = そのカードはありません。
doubt-not-played = この卓では{ $box }を選んでいませんが、カードは数えます。
doubt-past-the-track = この段はありません。最後の段で数えます。
doubt-dwarves =
    { $what }は{ $seats ->
        [1] 箱に
       *[other] { $seats }人では
    }{ $most }枚ですが、卓に{ $sum }枚あります。
doubt-coin = このコインは{ $most }枚ですが、卓にはそれより多くあります。
doubt-gem-players = この宝石は{ $n }人以上で使います（{ $seats }人では使いません）。
doubt-gem = 他の人もこの宝石を持っています。

## 最後の配置

step-enlist = { $card }は{ $kind }の列へ。
step-ylud-moves = イルードは{ $kind }の列へ移す。
step-ylud-stands = イルードは{ $kind }の列。
step-discard = ブリーシンガメンで捨てる：{ $card }。
step-thor = トールでブリーシンガメンを打ち消す。
step-mjollnir = ミョルニルは{ $kind }を数える。
step-heroes-due = 列がそろい、英雄をあと{ $n }枚取れる（この得点には含まない）。
step-gain = 1枚ずつその場で最も増える所に置くより{ $n }点多い。
step-line-brings = 列がそろい、{ $hero }。
double-among = { $kind }の分身

## 今の選択肢

at-most = 最大{ SIGNED($n) }
option = { $name }：{ $worth }
option-noted = { $name }：{ $worth }（{ $note }）
option-raise = { $coin }を{ $taken }に上げる
option-raise-nothing = { $coin }を上げても変わらない
option-trade = { $a }と{ $b }：{ $given }が{ $taken }に
option-trade-nothing = { $a }と{ $b }では変わらない
option-exchange = { $given }→{ $hero }
option-hero-raises = { $hero }、{ $coin }を上げる
option-olwyn = { $hero }、分身：{ $where }
note-before-discard = 捨て札の前
note-and-a-card = ほかにキャンプのカード1枚
note-needs-a-discard = 捨て札がある場合のみ。ほかにそのカード1枚
ranking = 今の状態でそれぞれが足す点：
note-coins-lacking = ほかにコインが1枚上がる。コイン{ $most }枚中{ $n }枚が未入力
note-treasure-empty = 宝物庫が空
note-not-there = 宝物庫に{ $n }がない
nothing-to-choose = 選べるものがありません。
evaluated = { $what }：{ $takes }、{ $worth }。
distinction-held = { $what }は{ $who }が獲得済み。
evaluated-alone = { $what }：{ $worth }。
evaluated-without = { $who }の師団が未入力なので、最多はまだ決まりません。
takes-nothing = 獲得（{ $n }対{ $most }）
takes-more = あと{ $more }（{ $n }対{ $most }）
worth-now = 今の状態で{ $n }点
worth-unknown = 価値は引くカード次第

## 宝石と順番

enter-bids = 酒場の入札を入れてください。
bids-missing = 入札が未入力：{ $who }。
tie-enter-gems = 同額です。{ $who }の宝石をそれぞれ入れてください。
placed = { $place }. { $name }
tie-open = 同額：それぞれの宝石を入れてください
tie-stays = 同額、宝石{ $n }
tie-swaps = 同額、宝石{ $before }→{ $after }
no-bid-yet = 入札が未入力
gems-afterwards = 処理後の宝石
was = 前は{ $n }
gem = 宝石{ $n }
new-gem = { $name }は{ $gem }
ties =
    { $n ->
        [0] 同額なし
       *[other] 同額{ $n }組
    }
gems-stay = { $order }。宝石はそのまま。
gems-move = { $order }。新しい宝石：{ $new }。
write-gems = 新しい宝石を記録し、入札を消す
write-stay = 宝石はそのまま、入札を消す
order = 順番
no-mercenary-waits = 待機中の傭兵はいません。
enlist-tie = 同数です。宝石を入れてください。
enlist-order = { $order }。{ $first }は最後に回ってもよい。
enlist-alone = { $name }。

## コイン

enter-pouch = 袋の2枚のコインを入れてください。
enter-coin = 上げるコインを入れてください（0は上げられません）。
enter-coins = コインを入れてください。
exchange-stays = 交換コインは手放せません。
no-exchange-coin = 交換コインがないので、交換できません。
exchange-in-pouch = 交換コインが袋の中なので、交換できません。
no-such-coin = { $n }のコインはありません。
too-many-coins = コインは1人{ $n }枚までです。
svafa-moves = スヴァーヴァ{ count-step }
best-order = 最善の順番で、{ $said }
other-orders = ほかの順番
numbers-please = 数字を空白で区切ってください。例：5 9 4 7
what-comes = 結果
other-choices = ほかの選び方
costs = 最善より{ $n }点少ない
as-good = 最善と同じ
best-change = 最善：{ $said }
nothing-comes = 宝物庫は空で、変わりません。
coin-becomes = { $given }が{ $taken }になります（{ SIGNED($gain) }点）。
coin-becomes-other = { $target }はないので、{ $given }が{ $taken }になります（{ SIGNED($gain) }点）。
coin-change = { $coins }→{ $taken }
coin-target = 目標{ $n }
coin-leaves = { $n }はゲームから除く
coin-may-leave = { $n }は開始コインならゲームから除く
coin-goes-back = { $n }は宝物庫に戻る
coin-stays = { $n }は残る
coin-over = { $n }超過
write-change = 記録：{ $change }
points-in-all = 合計{ SIGNED($n) }点。
one-after-the-other = 1枚ずつ順に
coins-left = 残りのコイン
left-of = { $n }/{ $all }枚
treasure-empty = 宝物庫は空です。
treasure-left = 残り{ $n }枚、最大は{ $most }。
treasure-without = { $said }{ $who }のコインに未入力があり、そのぶん少ないかもしれません。

## 列と勲章

enter-ranks = 各列の階級章の数を入れてください。
ranks-lacking = { $said }（{ $who }は未入力。現時点の値）
no-ranks-yet = 未入力
lines-complete = そろった列
heroes-due = 今取る英雄
until-next-hero = 次の英雄まで
lacks = { $kind }{ $n }
hero-due = { $name }は{ $n }枚
heroes-due-now = 今英雄を取る：{ $who }。
nobody-recruits = 列で英雄を取る人はいません。
nearest = 今取る人はいません。最も近いのは{ $name }（あと{ $what }）。
class-and-distinction = { $kind }：{ $distinction }
wins = { $name }：{ $won }
nobody-leads = 単独最多はいません。
leads-by = { $n }個リード
needs-to-lead = あと{ $more }で単独最多
tied-needs = 同数。あと{ $more }で単独最多
write-distinctions = 世代1の終わり：勲章を記録

## 首位は確定？

lead-safe = { $kind }：{ $name }の首位は確定
lead-safe-with = { $kind }：{ $what }を置けば{ $name }の首位は確定
lead-may-fall = { $kind }：{ $who }がまだ{ $name }の首位を崩せる
lead-open = { $kind }：{ $name }の首位は確定とは言えない
lead-tied = { $kind }：{ $who }が同数で首位なし
class-and-leader = { $kind }（{ $name }）
leads-safe = 確定：{ $what }
leads-open = 未確定：{ $what }
lead-with = { $what }をここに置いて
lead-open-by = { $what }が最大限に働いた場合
lead-draws-level = 多くても{ $name }と同数。並べば、どちらも自分の最高額コインの値を得る
at-most-ranks = 最大{ $n }
ranks-or-more = { $n }以上
taverns-left = 残りの酒場
still-to-come = まだ来るもの（多くて）
cards-at-tavern = { $tavern }：{ $most }枚並ぶところ、入力は{ $n }枚。合うまでは何が来てもよいものとして計算しています。
way-dwarves = { $kind }を{ $n }枚取る
way-put = { $card }を{ $kind }に置く
way-camp = キャンプの{ $card }を{ $kind }に置く
way-hero = { $n }列目がそろい{ $card }が来る

## ヴァルキュリア

choose-valkyries = 持っているヴァルキュリアを選んでください。
end-of-track = 最後の段
next-step = 次の段：{ $n }点
one-step = { $name }を1段
valkyries-pay = ヴァルキュリアは今{ $n }点。
tracks = トラック

## 何を置くか

part = { $what } { SIGNED($n) }
part-of-other = { $name }の{ $what } { SIGNED($n) }
as-entered = 入力した値
worth-to = { $name } { SIGNED($n) }
worth-to-by = { $name } { SIGNED($n) }（{ $how }）
worth-at = 今の価値：{ $tavern }
enter-cards = 酒場に並んだカードを入れてください。
nobody-to-bid-against = 2人以上で使ってください。
enter-worths = カードが各自に何点の価値か入れてください。卓では得点表から計算します。
who-has-which-gem = だれがどの宝石を持っているか入れてください。卓では各自のシートに。
too-many-cards = 1つの酒場に並ぶカードは{ $n }枚までです。
too-few-coins = { $name }のコインが3枚に足りません。
uline-bids-last = { $name }はウリーネの力で、ほかの人が公開してから置きます。先に決めておく置き方はありません。
coin-at = { $tavern }に{ $coin }
exchange-coin = { $n }（狩猟長）
coin-often = { $coin }を{ $often }
every-time = 毎回
times-in = { $of }回に{ $n }回
about-in-a-hundred = 100回に約{ $n }回
about = 約{ $n }
in-the-pouch = 袋に{ $coins }
bid-surely = { $bids }。{ $rival }が何を置いても、このラウンドの差は{ $worth }以上です。
bid-by-lot = 下の{ $n }通りからくじで選ぶと、{ $rival }が何を置いても、このラウンドの差は平均{ $worth }以上です。
your-bids = 置き方
at-each-tavern = 酒場ごとに見ると
bids-of = { $name }の最善の置き方
without-lots = くじを使わないなら
no-less-than = { $n }以上
costs-points = { $n }点少ない
against-habit = { $rival }のくせに対して
habit-else = くじなら{ $drawn }。{ $rival }が違う置き方をすると{ $least }まで下がり得る
no-such-habit = { $rival }のコインでは、いつもそう置くことはできません。
best-reply = { $bids }：ほかの人がどの置き方も同じくらいするなら、平均{ $worth }点。同額で宝石がどう動いても、平均{ $bound }点を超える置き方はありません。それを見たほかの人の出方までは考えていません。
next-best-bids = 次に良い置き方
from-to = ほかの人しだいで{ SIGNED($least) }〜{ SIGNED($most) }
if-gems-move = 同額で宝石が動くと平均{ $low }〜{ $high }
left-out = 計算に入れていないこと
not-all-entered = 入力済みの分だけで：{ $said }未入力：{ $what }。
coins-not-entered = コイン{ $most }枚中{ $n }枚
cards-lacking = { $tavern }のカード（{ $most }枚中{ $n }枚）
coins-of-the-start = { $name }のコイン（開始時のコインとして計算）
coins-of-lacking = { $name }のコイン（{ $most }枚中{ $n }枚）
no-cards-there = { $tavern }のカードは未入力なので、0点としています。
worths-add-up = カードの価値は1枚ずつの値の合計。組み合わせは見ていません。
offering-at-once = 王家の施しはその場でコインを上げ、後の酒場に伏せたコインも変わります。ここでは元の額のまま計算しています。
hero-once = 列がそろって来る英雄は、その列を完成させるどのカードにも足していますが、来るのは1枚です。
only-this-round = このラウンドだけ。キャンプと、上がったコインに入れた点のほかの今後は見ていません。
empty-army = { $name }の得点表に師団がないので、何も持っていないときの価値です。

## 証明：最終計算の各条件が表すルール

one-class = { $a }を数えるクラスは1つだけ。
as-recorded = 入力どおり、{ $a }は{ $b }で数える。
enlists = { $a }は2つのクラスのどちらか一方に置く。
there-to-be-lost = { $b }の列から{ $a }を捨てられるのは、そこにあるときだけ。
brisingamens-takes-one = ブリーシンガメンで捨てるカードはちょうど1枚。
discard-as-recorded = ブリーシンガメンで捨てるカードは入力どおり。
ratatosk-needs-two-zeros = ラタトスクは0の階級章2個につき1回加点。
ratatosk-takes-every-pair = ラタトスクは0の組をすべて数える。
sum-only-with-ranks = { $a }の数字の合計を{ $b }倍するのは、階級章が{ $b }個のときだけ。
sum-of-values = 掛けるのは、{ $a }の列の数字の合計。
one-count = { $a }の列の階級章の数は1つに決まる。
count-of-ranks = その数は、{ $a }の列にあるカードの階級章の合計。
leads-only-with-most-warriors = 戦士の最多ボーナスには、一番多い相手と同じ数以上の階級章が要る。
leads-with-most-warriors = 一番多い相手と同じ数以上あれば、最多ボーナスがつく。
pays-chosen-class = { $a }が{ $b }の階級章で加点するのは、そのクラスを選んだときだけ。
pays-ranks = { $a }で数える{ $b }の階級章は、ある分まで。
pays-all-ranks = そのクラスを選んだら、{ $a }は{ $b }の階級章をすべて数える。
