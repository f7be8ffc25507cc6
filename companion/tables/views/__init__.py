"""Django views of a table: joining it, its scoreboard, sheets, log, phases and clocks."""
