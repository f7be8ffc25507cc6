# アプリのPythonが言う言葉。テンプレートはgettext。

already-decided = 決定済み
already-decided-hint = ここに入れた決定はそのまま使い、空欄は最善の手を計算します。
conflict = 先に「{ $now }」と書かれました。あなたの入力は「{ $typed }」。正しい方を入れてください。
filled-of = { $n } / { $of }
no-answer-in-time = 時間内に答えが出ませんでした。
no-such-seat = そのような席はありません。
not-understood = 記録を読み取れず、空欄として扱っています：{ $why }
open-no-name = 名前を1人以上入れてください。
owner = { $who }：{ $what }
place-not-recorded = 記録なし
players-range = 1〜{ $n }人です。
points = 点
there-is = { $wrong } あるのは { $known } です。
whole-table = { $section }（全員共通）
yes = あり

between-rows = { "・" }

## CSVの列

csv-game = ゲーム
csv-how = 内訳
csv-line = 得点項目
csv-place = 順位
csv-played = 日時（UTC）
csv-player = プレイヤー
csv-points = 得点
csv-seat = 席
csv-start-player = スタートプレイヤー
csv-table = 卓のID
csv-total = 合計点

## 取り込むファイルの問題

import-at-most = { $n }件までです。
import-base = 番号です。
import-cut-off = { $n }件を超えた分は取り込みません。
import-event-number = 番号は1から順につけてください。
import-key = 40文字までの文字列です。
import-list = リストにしてください。
import-list-of-seats = 席のリストです。
import-missing = ありません。
import-name = 名前です。
import-no-date = 日付として読めません。
import-no-file = 先にファイルを選んでください。
import-no-game = 「{ $slug }」というゲームはありません。
import-no-game-of-play = どのゲームか分かりません。
import-no-ruling = そのような裁定や答えはありません。
import-no-score = 「{ $word }」は得点として読めないため、合計なしで取り込みます。
import-not-bgstats = BG Stats のファイルではありません。
import-not-known = 未登録です。
import-not-ours = このアプリから書き出したファイルではありません。
import-not-recordable = この形では記録されない値です。
import-object = オブジェクトにしてください。
import-other-start = このゲームの卓はこの状態から始まりません。
import-players = プレイヤーは1〜{ $n }人です。
import-sum = この卓の入力を順にたどっても、最後の状態と一致しません。
import-time = タイムゾーンつきの日時にしてください。
import-too-large = { $n }MBまでです。
import-true-or-false = true か false にしてください。
import-twice = ファイルの中に2回あります。
import-undo = 取り消しは前の番号だけを指し、ほかは変えません。
import-uuid = UUIDにしてください。
import-version = バージョン{ $n }のファイルです。読めるのはバージョン{ $known }です。
import-zip = ZIPは先に展開してください。
