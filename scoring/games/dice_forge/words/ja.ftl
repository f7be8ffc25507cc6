## 駒の数

count-gold = ゴールド{ $n }
count-sun = 太陽{ $n }
count-moon = 月{ $n }
count-glory = { $n }点

## シート

side = 面{ $n }
glory = { $n }点
paid-with-moons = 月で払う
paid-with-suns = 太陽で払う
paid-with-both = 太陽と月で払う

# いちばん小さいカードでの偉業の呼び名
short-hammer = ハンマー
short-chest = 宝箱
short-guardians_owl = 梟
short-celestial_ship = 星の船
short-tenacious_boar = 猪
short-guardians_shield = 守護神の盾
short-magical_seagull = カモメ
short-ferryman = 渡し守
short-helmet_of_invisibility = 隠れ兜
short-mirror_of_the_abyss = 奈落の鏡
short-mother_of_monsters = 怪物の母

## 得点の理由

glory-track = 得点トラック
as-it-stands = トラックの表示
heroic-feats = 偉業カード
printed = { $n }枚 × 記載{ $each }点
printed-and-tracked = { printed }。それまでに鍛造した面の点はトラックで加算済み

## 疑い

doubt-over-cap = 備蓄の上限は{ $n }です。
doubt-no-typhon = テューポーンを持っていません。
doubt-hammers =
    { $n ->
        [0] ハンマーを持っていません。
       *[other] 持っているハンマーには{ $n }までです。
    }
doubt-tokens = もたらす偉業より多いトークンです。
doubt-feats =
    { $n ->
        [0] { $players }人のとき、{ $what }は使いません。
       *[other] { $players }人のとき、{ $what }は{ $n }枚です。
    }
doubt-promo-stack = プロモの山は各1枚です。{ $n }人なら上から{ $n }枚だけ使います。
doubt-not-laid-out = { $what }の場所には{ $other }を並べたことになっています。
doubt-portal = 1つのポータルに立てる英雄は1人です。入れば先客を押し退けます。
doubt-mixed = 2人のとき、混ざったプールに残す面は2枚ずつです。これは3種類目か、除いた面です。
doubt-either = 1ゲームで使うのは、{ $what }か{ $other }のどちらかです。
doubt-faces =
    { $n ->
        [0] { $players }人のとき、「{ $what }」の面は使いません。
       *[other] { $players }人のとき、「{ $what }」の面は{ $n }枚です。
    }

## 計算機に共通のもの

goal-balanced = バランス
goal-glory = 点だけ
goal-shards = 欠片
goal-gold = ゴールド
weighed = 重み：ゴールド1＝{ $gold }点、太陽1＝{ $sun }点、月1＝{ $moon }点。
how-counted = 計算の前提
best = 最善
next-best = 次点
left-out = 計算に入れていないもの
costs = 最善より{ $n }少ない
as-good = 最善と同じ
which-die =
    { $die ->
        [1] 明るいダイス
       *[other] 暗いダイス
    }
then = { " ／ " }
nothing = なし
purchase = { $off }引きの購入1回
purchases = 購入{ $n }回

over-cap-counts = { $what }：備蓄の上限は{ $n }なので、超えた分は数えない。
over-hammers-count = ハンマーのゴールド：周回に置けるのは{ $n }までなので、超えた分は数えない。
mixed-unnamed = 4ゴールドと12ゴールドの混ざった面は、どの2枚があるか入力されるまで除いて計算する。

## 出目

tap-faces = それぞれのダイスの出た面を押してください。
too-many-rolled = 相手3人が振るダイスは多くても{ $n }個です。
best-way = 最善の取り方
other-ways = ほかの取り方
costs-short = 不足が{ $n }多い
apply-roll = この出目を適用
roll-brings = { $got }。
minor-brings = 小祝福：{ $got }。
satyrs-bring = { $satyrs }：{ $got }。
roll-leaves = 残り：{ $left }。
nothing-to-copy = { $face }：写せる面がない
copied = { $mirror }→{ $face }
tripled = { $face }×3
face-brings = { $face }：{ $got }
face-loses = { $face }：{ $got }を失う
partly-converted = { $got }（うち{ $n }点は変換）
boar-acts = { $face }：カード所有者の発動{ $n }回
own-boar = 自分の猪カード：{ $got }
onto-hammer = ハンマーにゴールド{ $n }
hammer-laps = ハンマー完走：{ $n }点
ship-buys = 星の船：価格{ $most }までの面を1つ、{ $off }引きで買ってよい
unfinished-laps = ハンマーに置いたゴールドは、周が終わるときに点になる。周が終わらない分はここでは0点として数える。
over-caps = 上限を超えて失う：{ $got }

## 確率

blessing-brings = 祝福1回の平均：ゴールド{ $gold }、太陽{ $sun }、月{ $moon }、{ $glory }点。
target-reached = 目標に届く確率は{ $likely }。目標だけを考えて選べば{ $best }。
target-over-cap = { $what }：備蓄の上限は{ $n }なので、この目標には届かない。
and-blank-mirrors = { $said }相手のダイスを入れるまで、鏡は空の面として計算する。
one-alone = 祝福の回数分の組み合わせが多すぎるため、1回分だけ示します。{ $said }
one-blessing = 祝福1回の平均
what-comes-up = 出る結果
reserve-after = 祝福{ $n }回後の備蓄
never = 出ない
faces-would-add = 各面が祝福1回に足す価値
face-would-go = ゴールド{ $price }、{ which-die }の{ $old }と交換
hammers-not-counted = ハンマーに置くゴールド、トークン、星の船での購入は計算に入らない。
choices-by-weights = 選択（選ぶ面・鏡）は入力した重みで決める：上限を考えて最も価値の高いものを取り、同じなら点・太陽・月・ゴールドの順に多い方を取る。

## 鍛造

enter-gold = 使えるゴールドと、残りの祝福の回数を入れてください。
step-buy = { $face }を{ $paid }ゴールドで買い、{ which-die }の{ $old }と替える
step-buy-nothing = 何も買わない
forging-worth = 祝福{ $n }回で{ $worth }点ぶん。ゴールド{ $spent }を使う。
keep-the-gold = 買わずに取っておく方がよい。
forge-these = この面を鍛造
how-forgings-count = 価値＝残りの祝福回数×1回あたりの平均増加（入力した重み）−使ったゴールドの価値。上限は考えない。1回の鍛造で買う面はすべて別種で、同じ鍛造で付けた面の上には付けない。

## 最後の手番

best-turn = 最善の手番
enter-turn = 備蓄か、この手番で使える効果を入れてください。
turn-brings = この手番で{ $n }点（ダイスなし）。
turn-brings-on-average = この手番で平均{ $n }点。
too-many-rolls = ダイスを含めると数が多く、時間内に計算できません。
too-many-rolls-so = { too-many-rolls }ダイスなしなら：{ $said }
too-many-orders = 使える効果が多すぎて、すべての順番を時間内に調べられません。
aim-take = その後、取れれば先に{ $feat }
aim-forge = その後、先に鍛造
aim-pass = その後、アクションなし
step-none = 得点になる手はない
step-idle = 何もしない
step-token = トリトントークン：{ $got }
step-roll = ダイスを振る
step-pay = 太陽2を払って追加アクション
step-elder = 賢者：ゴールド3で4点
step-owl = 梟：{ $got }
step-nymph = ニュンペー：{ $n }点
step-hind = 雌鹿：{ which-die }を振る
step-take = { $feat }を取る：{ $n }点
step-take-gaining = { $take }と{ $got }
step-take-rolling = { $take }。{ which-die }で
step-take-putting = { $take }。{ $face }を{ which-die }の{ $old }と替える
step-forge = 異なる面{ $n }枚を計{ $gold }ゴールドで鍛造
step-forge-for = { $feat }に備えて鍛造：{ $faces }
put = { $face }を{ which-die }に
partly-hammered = { $step }（うちゴールド{ $n }はハンマー）
how-no-rolls-count = ダイスは振らないものとし、振る偉業はカードの点だけ、銀月の雌鹿は0として数える。相手の得失は考えない。
how-rolls-count = すべての出目の平均。選択は出目を見てから、点が最も多くなるように行う。相手の得失は考えない。
gap-opponents = 相手のダイスが未入力のため、サテュロスはカードの点だけを数えた。
gap-mirrors = 鏡は今の相手の上面だけを写すものとし、手番中に変わる面（押し退けられた人の祝福など）は考えない。
gap-ships = 星の船で買った面は鍛造数に数えるが、この手番でその面が出ることは考えない。
gap-forging = ハンマーやケルベロスがある場合、ダイスを振る偉業の前の鍛造は、それらがないときに最善の形だけを試した。
