# What the code says. The same ids stand in every language.

per-piece = { $n } × { $each }
