## 駒とアイコンの数

count-coin = コイン{ $n }枚
count-barrel = 樽{ $n }個
count-sword = 剣{ $n }本
count-key = 鍵{ $n }本
count-rope = ロープ{ $n }本
count-scroll = 巻物{ $n }本
count-monster = モンスター{ $n }体
count-padlock = 南京錠{ $n }個
count-hole = 穴{ $n }か所
count-room = 部屋{ $n }つ
count-circle = 魔法陣{ $n }つ
count-stairs = 階段{ $n }か所
count-recycle = リサイクル{ $n }個
count-scissors = はさみ{ $n }個
count-sword_fairy = 剣の妖精{ $n }体
count-key_fairy = 鍵の妖精{ $n }体
count-rope_fairy = ロープの妖精{ $n }体
count-scroll_fairy = 巻物の妖精{ $n }体
quoted = 「{ $name }」

group-green = 緑
group-yellow = 黄
group-blue = 青
group-red = 赤
the-group = { $name }グループ

and = と
then = →
sentence-gap = { "" }

## 得点の理由

primary-of-round = プライマリ { $n }ラウンド目
primary-to-come = プライマリ これから
expected = 見込み（予想）
of-it-to-come = { $how }（予想。うち{ $n }はこれから）
as-written = 記入のまま
objective-not-chosen = 目標が未選択
icons-met = { $icons } × { $each }
column-shared = （{ $sum }）÷ { $parts }、端数切り捨て
rounds-first = 最初に完了{ $n }回 × { $each }
ticks-among = { $n }回（卓全体：{ $all }）
coins-shared = { $coins } ÷ { $parts }、端数切り捨て

mission = ミッション
mission-won = 全員で勝利。協力モード共通の得点はない。
mission-lost = 敗北：{ $why }。協力モード共通の得点はない。
mission-open = 進行中：{ $all }グループ中{ $n }グループが達成。協力モード共通の得点はない。
own-score = ミッション独自の点
own-score-later = 勝利してから計算する。
own-score-missing = 冊子のとおりに計算して入力する。
own-score-entered = 入力した点

## 順位

rank-level = 合計もセカンダリも同じため同順位
rank-by-secondary = 同点のためセカンダリで決定
rank-mission-won = 全員で勝利
rank-mission-lost = ミッション失敗
rank-mission-open = ミッション進行中

## 経路の違反

fault-ended = 経路はもう終わっています。
fault-unknown-sign = 「{ $sign }」は記法にありません。
fault-nothing-paid = ここでは何も払いません。
fault-no-book = 線を飛ばせるのは呪文書だけです（J*）。
fault-no-landing = 転移には着地する魔法陣が必要です。
fault-still-inside = 先に部屋を出てください。
fault-nothing-twice = 再訪した部屋では何も得られません。
fault-pit-in-room = 部屋の落とし穴は p です（避けて通れます）。
fault-few-swords = この部屋のモンスターに対して、持ち込んだ剣が足りません。
fault-monsters-first = 部屋ではモンスターを先に書いてください。
fault-no-item = ここまでに集めて残っている{ $item }がありません。
fault-no-circle = 転移は魔法陣の上から始めます。
fault-no-free-circle = 使える魔法陣が残っていません。
fault-no-such-room = 対応する部屋がありません。
fault-no-room-before = まだどの部屋にも入っていません。
fault-pit-in-corridor = 避けて通れるのは部屋の落とし穴だけです。廊下では P か F です。
fault-pit-in-basement = 地下に落とし穴はありません。
fault-no-pit-seen = この部屋に落とし穴がありません。
fault-no-room-here = f は部屋の落とし穴に使います。

strange-no-end = 終わりの印がないので、停止として数えます。
strange-three-books = 持てる呪文書は2冊までです。

## ダンジョンの書き方の誤り

unclear-twice = 「{ $statement }」：同じ場所が2回書かれています。
unclear-pit-in-basement = 「{ $statement }」：地下に落とし穴はありません。
unclear-two-circles = 「{ $statement }」：魔法陣は1か所に1つまでです。
unclear-neither = 「{ $statement }」は通路でも場所でもありません。
unclear-no-stairs = 「{ $statement }」は階をまたぐので、階段 U が必要です。
unclear-idle-stairs = 「{ $statement }」：同じ階の中に階段があります。
unclear-misplaced = 「{ $statement }」：ここに { $sign } は置けません。
unclear-unknown-signs = 「{ $statement }」に記法にない文字があります。

## 疑い

doubt-first-twice = 最初の完了者がほかにもいます。1人に決まるまで、ボーナスは誰のものにもなりません。
doubt-no-hourglass = このプライマリに砂時計がありません。
doubt-fault = { $n }文字目：{ $why }その手前まで数えます。
doubt-no-escape = 経路は脱出していません。
doubt-other-icons =
    { $n ->
        [0] 記法の経路では1つも出会っていません。ここに入れた数で数えます。
       *[other] 記法の経路では{ $n }個です。ここに入れた数で数えます。
    }
doubt-nothing-to-come = 最後のラウンドは終わっているので、もう数えません。
doubt-box = { $what }は箱に{ $most }個ですが、グループ全体で{ $n }個あります。
doubt-rounds-left =
    { $n ->
        [0] もうラウンドは残っていません。
       *[other] 残りは{ $n }ラウンドです。
    }
doubt-struck = 丸を付けた数より多く消しています。
doubt-group-fairies = グループが持てる妖精は各種1つまでです。
doubt-group-books = グループが持てる呪文書は2冊までです。
doubt-won-and-lost = 敗北も記録されています。
doubt-won-too-early = まだ達成していないグループが{ $n }つあります。

## あと何が必要か

together = 協力モードでは全員が一緒に勝つか負ける。
row-still-open = 未確定の行があるため不明です。
not-for-sure = これから取れる範囲では確実には届きません。
nothing-more = これ以上は何も要りません。
at-least = 少なくとも{ $what }。
or-at-least = または、少なくとも{ $what }。
more-primary = プライマリ{ $n }点
more-secondary = セカンダリ{ $n }点
more-time_bonus = 時間ボーナス{ $n }回
more-escape = 脱出{ $n }回
more-coins = コイン{ $n }枚
next-secondary = セカンダリはあと{ $n }点で1点増えます。
next-coins = コインはあと{ $n }枚で1点増えます。

## 最善の経路

route-needs = ダンジョンの記述と、これからのラウンドのプライマリが必要です。
walk = 経路は { $path }
walk-and-escape = 経路は { $path }（脱出）。
walk-and-stop = 経路は { $path }（行き止まり）。
describe-the-dungeon = ダンジョンを記述してください。例：>-A kL; A-R s; R: Mo; R-> c
the-path = 経路
worth-on-average = 平均的な価値
worth-on-average-how = プライマリ、各セカンダリの1/12、コイン、脱出の印1点
keep-description = 記述を記録
how-to-write-it = 書き方
statement-passage = AからBへの通路とアイコン（順に）
statement-outside = 外の出入口から
statement-room = 部屋（モンスターと中身）
statement-crossing = 何かがある十字路
statement-pit = 地下の場所1の上にある落とし穴
statement-stairs = 地下への階段

## 経路

type-the-path = 経路を入れてください。例：csk(Mcb)LqoTorP>
path-illegal = { $n }文字目「{ $sign }」で違反：{ $why }その手前まで数えます（{ $coins }）。
path-escaped = 合法、脱出、{ $coins }。
path-stopped = 合法、行き止まり、{ $coins }。
all-objectives = 12種の目標
times = { $n } × { $each }
pays-as = { $part }：{ $how }
what-the-path-met = 経路の中身
unspent = 未使用{ $n }
tick = 印
doubt = 確認
write-round = { $round }ラウンド目に記録
write-round-and-coins = { $round }ラウンド目に記録し、{ $coins }を受け取る
signs = 記号
paid-otherwise = 別の支払い
paid-otherwise-how = 記号の後：妖精で、呪文書で支払う

## ラウンド

choose-the-primary = このラウンドのプライマリを選んでください。
of-a-part = { $part }：{ $what }
points-of-the-round = このラウンドの得点
blue = 青{ $points }
pink = ピンク{ $points }（半減前）
green = 緑{ $points }
no-hourglass = 砂時計のない回です
several-first = 最初の人が複数いるので、緑はまだ誰のものでもない
with-a-tick = 脱出の印
not-known = ？

## 誰から買うか

youngest-begins = 1ラウンド目は最年少から時計回り。
enter-coins = { $who }のコインを入れてください。
enter-last-round = { $who }の前ラウンドの得点を入れてください。
level-who-was-first = { $who }が同点。前回の最初の人を選ぶと、その次の人から始める。
all-have-passed = 全員がパス。手札を作ります。
buying-order = { $who }から：{ $order }。
is-first-player = { $who }を最初の人にする
clear-passes = パスを消す
points-last-round = 前ラウンド{ $n }点
has-passed = パス済み
clockwise = 時計回り

## 買い物

how-many-coins = コインは何枚ですか？
purchase = 購入
not-allowed = 買えません（値段は{ $price }コイン、手元は{ $coins }）。参照：{ $why }。
bought = { $price }払い、残り{ $left }枚。最終得点は減りません。
bought-for-points = { $price }払い、残り{ $left }枚。最終得点は{ $n }点減ります。
free-in-all = 最終得点を減らさずに使えるのは{ $coins }。
so-many = × { $n }
held-in-all = 卓全体の持ち数
more-than-the-box = 箱には{ $n }個しかない。
spellbooks = 呪文書
more-than-two-books = 3冊目以降は？
third-book-replaces = 3冊目は1冊と入れ替える。
card-for = { $n }コインのカード
spellbook-saves = 呪文書の効果
minus = −{ $n }
free-to-spend = 点を減らさず使える額
three-coins-a-point = 終了時にコイン3枚で1点
best-buy = お得な買い方
unreadable = 読めません
write-offers = 3〜6の値段の後に経路の記号を。例：3 kL; 5 MMc
buy = 買う
together-gain = 合計
gained-for = { $coins }で、約{ $points }点の得
how-cards-count = カードの価値の数え方
how-cards-count-how = プライマリは満点、セカンダリは各1/12の確率で半分、コイン3枚で1点。このラウンドの分だけ。
write-coins-left = 記録：残りコイン{ $n }枚

## リサイクルとはさみ

no-more-optimisers = 6ラウンド目の後は効果がありません。
sign-not-known = 読めない記号があります。
enter-cards = 使ったカードのアイコンを入れてください。
cards = カード
behind-it = 前提
recycle-cards = リサイクルは{ $cards }。
cut-cards = はさみは{ $cards }。
on-average-later = 後のラウンドでは平均{ $worth }
how-often = カードが手札に来る割合
from-to = { $before }→{ $after }
how-often-how = { $n }枚中5枚。1枚外すと{ $m }枚中5枚。残り{ $rounds }ラウンド。
how-compared = 比べ方
how-compared-how = リサイクルは次のプライマリ、はさみは全目標の平均で比べる。どのアイコンも通るものとして数える。

## ミッションを始める

choose-a-mission = ミッションを選んでください。
mission-not-public = ミッション2〜14の内容は公開されていない。冊子で準備し、グループと要求を入力。
begin = 始める
mission-begins = { $groups }グループ、市場{ $coins }コイン、手札{ $dealt }枚ずつ、山札{ $left }枚。
goals-one-each = 要求：1グループ1つ（どのグループがどれでもよい）
set-up = 準備
player-deck = プレイヤーデッキ
tableau = 盤面

## 要求

set-groups = 参加するグループの状況を選んでください。
goals-met = { $level }：足りているのは{ $who }。
goals-unmet = { $level }：まだどのグループも足りない。
goal-met-by = { $group }：達成
nothing-asked = 要求が未入力
of-all = { $n }/{ $all }
enough = 足りている
short = あと{ $n }
too-many = { $n }多い

## 使うもの

enter-obstacles = 経路にある障害を入れてください。
nothing-works = { $level }：どう使っても足りない。もっと集めるか、別の経路へ。
spend = { $level }：{ $what }を使う。
what-to-spend = 使うもの（呪文書と妖精を優先）
strike-out = 消す
write-spending = { $group }に記録

## 勝敗

ways-to-lose = 敗北条件
lost = 敗北：{ $why }。
lost-once-playing = { $who }は手札がないので、置く番が来たら敗北。
all-home = 全グループが達成。冊子にほかの条件がなければ勝利。
record-victory = 勝利を記録
record-defeat = 記録：{ $what }
not-lost = 敗北ではない。あと{ $n }グループ：{ $who }。
no = いいえ
yes-lost = 敗北
soon = まもなく
no-slot-empty = 空きマスがない
hand-empty = 手番の人に手札がない
once-playing = { $who }が置く番になったら
slots-not-entered = 空きマスが未入力
see-booklet = 冊子を参照
turn-is-over = { $who }の手番終了、次は{ $other }
still-playable = まだ置けるカード
deck-and-hands = 山札と手札
deck-hands-slots = 山札と手札{ $cards }枚、空きマス{ $slots }

## What a path is typed with

sign-coin = コイン
sign-barrel = 樽
sign-sword = 剣
sign-key = 鍵
sign-rope = ロープ
sign-scroll = 巻物
sign-stairs = 階段
sign-scissors = はさみ
sign-recycle = 再利用
sign-circle = 魔法陣
sign-monster = 退治
sign-padlock = 解錠
sign-crossed = 渡る
sign-fallen = 落ちる
sign-lava = 溶岩
sign-seen = 見える穴
sign-stepped = 穴に踏込
sign-again = 再び乗る
sign-jump = ジャンプ
sign-in = 部屋 (
sign-out = ) 出る
sign-in-again = 再び [
sign-out-again = ] 出る
sign-moved = 移動 J
sign-by-fairy = 妖精 '
sign-by-book = 呪文書 *
sign-escaped = 脱出 >
sign-stopped = 終了 #
sign-next-card = 次の札 ;
sign-space = 空白

## Blank cells

cell-blank = まだ入力なし
