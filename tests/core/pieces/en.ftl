sets =
    { $n ->
        [one] 1 set × { $each }
       *[other] { $n } sets × { $each }
    }
count-worker =
    { $n ->
        [one] 1 red worker
       *[other] { $n } red workers
    }
gives = { CAPITAL($what) } to { LOWER($to) }
change = { SIGNED($n) }
both = { sets } and { -box }
-box = the box
