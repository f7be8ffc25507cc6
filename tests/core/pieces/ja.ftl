sets = { $n }組 × { $each }
count-worker = 赤いキープル{ $n }人
gives = { $what }を{ $to }へ
change = { SIGNED($n) }
both = { sets }と{ -box }
-box = 箱
