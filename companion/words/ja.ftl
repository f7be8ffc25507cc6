# アプリのPythonが言う言葉。テンプレートはgettext。

app-name = ボードゲーム・コンパニオン
app-short-name = コンパニオン
app-purpose = ボードゲームの卓で使う得点シートとルール検索。最高得点は証明つき。
already-decided = 決定済み
already-decided-hint = ここに入れた決定はそのまま使い、空欄は最善の手を計算します。
conflict = ほかの人が「{ $now }」と入れました。あなたの入力は「{ $typed }」です。
filled-of = { $n } / { $of }
form-refused = 受け付けられない入力があるので、答えは出せません。
no-answer-in-time = 時間内に答えが出ませんでした。
no-such-seat = そのような席はありません。
open-no-name = 名前を1人以上入れてください。
seat-name-taken = { $name }さんはもう座っています。ご本人なら、下でその席を頼んでください。別の人なら、名前を少し変えてください。
seat-none-left = 空いている席がありません。
seat-not-empty = 外せるのは空の席だけです。先に席を空け、シートの入力を消してください。
seat-added = 席を追加
seat-gone = 席を削除
owner = { $who }：{ $what }
undone =
    取り消しました：{ $what }：{ $was } → { $now }{ $more ->
        [0] { "" }
       *[other] 、ほか{ $more }か所
    }
place-not-recorded = 記録なし
players-range = 1〜{ $n }人です。
points = 点
there-is = { $wrong } あるのは { $known } です。
unknown-cell = { $what }（今は使われていない欄）
unknown-value = 「{ $value }」（今は読めない値）
whole-table = { $section }（全員共通）
spot-beside =
    { $tile }の{ $side ->
        [above] 上
        [above-right] 右上
        [below-right] 右下
        [below] 下
        [below-left] 左下
       *[above-left] 左上
    }{ $turn ->
        [0] { "" }
       *[other] 、向き{ $turn }
    }
spot-alone =
    { $middle ->
        [true] 中央
       *[false] ほかから離れた所
    }{ $turn ->
        [0] { "" }
       *[other] 、向き{ $turn }
    }
spot-none = 未配置
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
csv-seconds = 手番の時間（秒）
csv-start-player = スタートプレイヤー
csv-table = 卓のID
csv-total = 合計点

## 読み込むファイルの問題

import-at-most = { $n }件までです。
import-base = 番号です。
import-cut-off = { $n }件を超えた分は読み込みません。
import-event-number = 番号は1から順につけてください。
import-gone = ファイルはもうここにありません。もう一度選んでください。
import-key = 40文字までの文字列です。
import-line = 1行、{ $n }文字までです。
import-list = リストにしてください。
import-list-of-seats = 席のリストです。
import-missing = ありません。
import-name = 名前です。
import-no-date = 日付として読めません。
import-no-file = 先にファイルを選んでください。
import-no-game = 「{ $slug }」というゲームはありません。
import-no-game-of-play = どのゲームか分かりません。
import-no-ruling = そのような裁定や答えはありません。
import-no-score = 「{ $word }」は得点として読めないため、合計なしで読み込みます。
import-not-bgstats = BG Stats のファイルではありません。
import-not-known = 未登録です。
import-not-ours = このアプリから書き出したファイルではありません。
import-not-recordable = この形では記録されない値です。
import-object = オブジェクトにしてください。
import-players = プレイヤーは1〜{ $n }人です。
import-sum = この卓の入力を順にたどっても、ファイルにある最後の状態と一致しません。入力の方に合わせました。
import-time = タイムゾーンつきの日時にしてください。
import-too-large = { $n }MBまでです。
import-true-or-false = true か false にしてください。
import-twice = ファイルの中に2回あります。
import-undo = 取り消しは前の番号だけを指し、ほかは変えません。
import-uuid = UUIDにしてください。
import-version = バージョン{ $n }のファイルです。読めるのはバージョン{ $known }です。
import-zip = ZIPは先に展開してください。

## 動かないときのわけと、することの案内

trouble-full = ディスクがいっぱいで、{ $path } に書き込めません。空きを作ってから、もう一度お試しください。保存済みのものは消えていません。
trouble-refused = { $path } に書き込めません。アプリを動かす人に権限を与えるか、COMPANION_VAR で別のフォルダーを指定してください。
trouble-file = { $path } を使えません（{ $why }）。正しいものか確かめるか、COMPANION_VAR で別のフォルダーを指定してください。
trouble-secret-key = 秘密鍵 { $path } を読めません。アプリを動かす人が読めるようにするか、削除してください。削除すると新しい鍵が作られ、各端末の「最近のシート」とグループの記憶だけが消えます。
trouble-database = データベース { $path } を使えません（{ $why }）。使用中のほかのプログラムを止めて、もう一度お試しください。
trouble-database-away = データベースが応答しません（{ $why }）。動いているか、DATABASE_URL が正しいかを確かめてください。
trouble-database-damaged = データベース { $path } が壊れています。アプリを止めて、バックアップを戻す（manage.py restore ファイル --replace）か、このファイルを別の場所に移して新しく始めてください。
trouble-database-later = このデータベースは、より新しい版のアプリのものです（{ $name }）。アプリを更新してから、もう一度お試しください。
trouble-address = { $host } のポート { $port } を開けません（{ $why }）。--host と --port を付けずにお試しください。
trouble-port = ポート { $port } はほかのプログラムが使っています。それを止めるか、別のポートで起動してください：manage.py play --port { $free }
trouble-days = { $name } には 400 のような日数を指定してください。使わないなら指定を外してください。
trouble-metrics = COMPANION_METRICS にはパッケージがもう一つ必要です。次を実行してください：pip install prometheus-client
trouble-phone = { $path } に書き出したサイトがありません。manage.py export { $path } で作るか、COMPANION_PHONE を外してください。
port-waiting = ポート { $port } がまだ使われています。最長 { $seconds } 秒待ちます…
port-other = ポート { $port } は使われているため、{ $free } で起動します。コードをもう一度読み取ってください。
port-none = { $first }〜{ $last } に空いているポートがありません。指定してください：manage.py play --port 番号

started = 起動しました。同じ Wi-Fi からコードを読み取るか、次を開いてください：
started-stop = 終了は Ctrl+C。

backup-done = { $path } に { $size } kB を保存し、読み直して確かめました。
backup-there = { $path } はもうあります。別の名前にするか、--replace を付けてください。
backup-nothing = 保存するものがまだありません（{ $path } がありません）。
backup-no-tool = { $tool } が見つかりません。PostgreSQL のクライアントを入れてください（Debian・Ubuntu では apt install postgresql-client）。
backup-tool-failed = { $tool } が止まりました：{ $why }
restore-done = データベースを { $path } の内容に戻しました。
restore-kept = それまでの内容は { $path } にあります。
restore-over = データベースにはすでに記録があります。置き換えるには --replace を付けてください。
restore-no-copy = { $path } はこのアプリのバックアップではありません。
restore-other-kind = { $path } は、使用中とは別の種類のデータベース（SQLite か PostgreSQL）のバックアップです。DATABASE_URL を確かめてください。
phone-restore-none = このアプリで保存したファイルではないか、途中で切れています。「すべてをファイルに保存」で保存したものを選んでください。
move-done = { $rows } 行を移し、両方を読み直して同じであることを確かめました。DATABASE_URL を新しいデータベースにして起動してください。
move-address = データベースの宛先として読めません（{ $why }）。postgres://user:password@host/name か sqlite:////folder/file の形で書いてください。
move-migrate = 使用中のデータベースは古い版のものです。先にこの版で一度起動（manage.py migrate）してから移してください。
move-over = 移す先のデータベースにはすでに記録があります。空のデータベースに移してください。
move-differs = 移したあと { $name } の内容が一致しなかったため、何も移していません。アプリを止めて、もう一度試してください。

purge-tables = 削除から30日を過ぎた卓のゲーム：{ $n }
purge-plays = 削除から30日を過ぎたそのほかのゲーム：{ $n }
purge-codes = 期限の切れた参加コード：{ $n }
purge-arrivals = 内容を見ただけで読み込まなかったファイル：{ $n }
purge-tries = もう数えない誤ったコード：{ $n }
purge-open-tables = その日数より前から触られていない、終わっていないゲーム：{ $n }
purge-pads = その日数より前から触られていない、卓のないシート：{ $n }
purge-dry = まだ何も削除していません。--dry-run を付けずに実行すると、完全に削除されます。
purge-done = 完全に削除しました。

doctor-python = Python { $version }
doctor-packages = パッケージは指定どおりです（{ $n }個）
doctor-packages-wrong = パッケージが requirements.txt と違います：{ $names }。.venv フォルダーを削除して起動し直す（manage.py play）か、requirements.txt を入れ直してください。
doctor-folder = { $path } に書き込めます
doctor-space = 空きは { $free } MB です
doctor-space-low = { $path } の空きが { $free } MB しかありません。次に遊ぶ前に空きを作ってください。
doctor-key = 秘密鍵があり、持ち主だけが読めます
doctor-key-short = 秘密鍵が { $n } 文字しかありません。50文字以上にしてください（COMPANION_SECRET_KEY）。
doctor-key-open = { $path } をほかの利用者も読めます。次を実行してください：chmod 600 { $path }
doctor-database = データベースに異常はありません
doctor-database-new = データベースはまだありません。最初の起動で作られます
doctor-migrations = データベースはこの版に合っています
doctor-migrations-pending = データベースが古いままです（{ $names }）。アプリを起動する（manage.py play）か、manage.py migrate を実行してください。
doctor-port = ポート { $port } は空いています
doctor-port-ours = ポート { $port } でアプリが動いています
doctor-port-taken = ポート { $port } はほかのプログラムが使っています。それを止めるか、次で起動してください：manage.py play --port { $free }
doctor-solver = ソルバーは動いています（{ $ms } ms）
doctor-solver-wrong = ソルバーが答えません（{ $why }）。.venv フォルダーを削除して起動し直してください（manage.py play）。
doctor-solver-slow = ごく小さな問題にソルバーが { $ms } ms かかりました。マシンが混み合っています。ほかのプログラムを閉じてください。
doctor-files = スクリプトとスタイルはそろっています
doctor-files-new = スクリプトとスタイルは最初の起動でそろいます
doctor-files-wrong = スクリプトかスタイルが足りません（{ $name }）。アプリを起動する（manage.py play）か、manage.py collectstatic を実行してください。
doctor-games = { $n }個のゲームをすべて読めます
doctor-games-wrong = 読めないゲームがあります：{ $slug }。次を実行してください：manage.py check_game { $slug }
doctor-well = 異常はありません。
doctor-ill = 問題が{ $n }件あります。
## 卓の出来事（入力のほか）

note-corrected = { $who }が終了後に得点を訂正しました。
note-corrected-unnamed = 終了後に得点が訂正されました。
note-finished = { $who }がゲームを終えました。すべて公開されています。
note-finished-unnamed = 全員の合意でゲームを終えました。すべて公開されています。
note-freed = { $who }が{ $about }の席を空けました。
note-freed-unnamed = { $about }の席が空きました。
note-handed = { $who }がホストを{ $about }に引き継ぎました。
note-handed-unnamed = { $about }がホストになりました。
note-host = { $who }の端末もホストになりました。
note-host-unnamed = ホストの端末が1台増えました。
note-left = { $who }が卓を離れました。
note-left-unnamed = 端末が1台、卓を離れました。
note-removed = { $who }が端末を1台外しました。これまでのコードとリンクは使えません。
note-removed-unnamed = 端末が1台外されました。これまでのコードとリンクは使えません。
note-reopened = { $who }がゲームを再開しました。
note-reopened-unnamed = ゲームを再開しました。
note-revealed = { $who }がついたてを外しました。
note-revealed-unnamed = ついたてが1つ外れました。
note-sat = { $who }が{ $about }の席に移りました。
note-sat-unnamed = { $about }が席に着きました。
note-shared = { $who }が{ $about }の席に移り、2台で使っています。
note-shared-unnamed = { $about }の席に端末がもう1台加わりました。

## 勝敗

won-alone = { $who }：{ $points }点
won-because = { $what }だけで{ $points }点差。これが勝負を決めました。
won-by = { $who }が{ $points }点差で勝利
won-level = 同点、タイブレークで{ $who }の勝利
won-nothing = まだ何も入力されていません
won-between = 勝者は未確定：{ $who }
places-open = { $places }位は未確定：{ $who }（{ $until }の入力待ち）
places-until = { $until }の入力待ちです
won-either-way = どちらにしても{ $who }の勝ち
won-or-shared = { $who }の勝利（{ $others }と同点優勝の可能性あり）
won-by-least = { $who }の勝利（{ $points }点差以上）
won-shared = { $who }がそろって勝利
margin = { $points }点差
margin-least = { $points }点差以上

## 終わったゲームの話

told-beat = { $who }が{ $other }に{ $points }点差で勝ち
told-won = { $who }の勝ち
told-won-by = { $who }が{ $points }点差で勝ち
told-level = 同点、タイブレークで{ $who }の勝ち
told-shared = { $who }がそろって優勝
told-highest = 最高記録：{ $who }
told-habit = { $game }なら{ $who }
told-only-there = 勝ったのはすべてこのゲーム
told-streak = { $who }が{ $games }連勝
told-running = いまも連勝中
told-last-time =
    前回この{ $people }人では{ $who }の{ $points ->
        [0] 優勝
       *[other] 勝ち（{ $points }点差）
    }

## タイルの地図

free-place = { $near }の隣の空き
others-tiles = 他の人のタイル
free-place-first = 空き
export-parts-missing = ブラウザで動くPythonの部品が見つかりません：{ $missing }。--fetchを付けてもう一度実行する（npmで{ $packages }を取ってきます）か、それらの入ったフォルダを--partsで指定してください。
export-no-npm = npmがありません。npmのあるマシンで{ $packages }を取得し、そのフォルダを--partsで指定してください。
export-npm-failed = npmで取得できませんでした：{ $reason }
export-done = { $path }ができました。HTTPSのウェブサーバーならどこにでも置けます。初めて開くときは{ $first } kB、端末に入れる人は一度だけ{ $rest } MBを受け取ります。
export-no-bytecode = Node.jsがないので、Pythonをソースのまま入れました。端末での初回の起動に3倍ほど時間がかかります。
export-withdrawn = { $path }は、開いた端末からアプリを外すものになりました。入力した内容は各自のブラウザに残ります。

## スマホからスマホへのコード

code-none = この中にコードがありません。コードはリンクか、Bで始まりBで終わる英数字です。
code-broken = コードが欠けています。文字が足りないか、違っています。もう一度読み取るか、全部をコピーしてください。
code-too-long = 長すぎます。これはコードではありません。
code-before = 前の版のアプリが作ったコードです。作ったスマホのアプリを更新してから、もう一度見せてもらってください。
code-too-full = ここにある分と合わせると1つのコードに入りきらないので、取り込みませんでした。シート1枚だけのコードを見せてもらうか、前に取り込んだコードを取り消してください。
code-no-game = このアプリに入っていないゲームのコードです。アプリを更新してから、もう一度読み取ってください。
code-other-version = { $game }のコードですが、アプリの版が違います。両方のスマホを更新してから、もう一度見せてもらってください。
differs = スマホどうしで違います。ここでは「{ $now }」、別のスマホでは{ $other }。「コードで渡す」で選んでください。
differs-value = 「{ $value }」
