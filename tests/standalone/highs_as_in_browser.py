"""HiGHS as the machine has it, asked as the one in a browser is: for tests of what is between."""

from collections.abc import Mapping
from typing import Any

import highspy
import numpy as np

INF = highspy.kHighsInf


def solve(programme: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    model = highspy.Highs()  # type: ignore[no-untyped-call]
    for name, value in options.items():
        model.setOptionValue(name, value)
    linear = "costs" in programme
    cost = np.array(programme["costs" if linear else "points"], dtype=float)
    high = [INF if n is None else n for n in programme["high" if linear else "most"]]
    columns, rows = len(cost), len(programme["most_of"])
    low = np.array(programme["low"] if linear else np.zeros(columns), dtype=float)
    none, nothing = np.zeros(0, dtype=np.int32), np.zeros(0)
    model.addCols(columns, cost, low, np.array(high, dtype=float), 0, none, none, nothing)
    if not linear:
        whole = np.full(columns, highspy.HighsVarType.kInteger)
        model.changeColsIntegrality(columns, np.arange(columns, dtype=np.int32), whole)
        model.changeObjectiveSense(highspy.ObjSense.kMaximize)
    model.addRows(
        rows,
        np.array([-INF if n is None else n for n in programme["least_of"]], dtype=float),
        np.array([INF if n is None else n for n in programme["most_of"]], dtype=float),
        len(programme["columns"]),
        np.array(programme["starts"][:-1], dtype=np.int32),
        np.array(programme["columns"], dtype=np.int32),
        np.array(programme["factors"], dtype=float),
    )
    model.run()
    info = model.getInfo()
    feasible = info.primal_solution_status == 2
    return {
        "status": int(model.getModelStatus()),
        "bound": info.mip_dual_bound,
        "values": list(model.getSolution().col_value) if feasible else None,
        "duals": list(model.getSolution().row_dual) if feasible and linear else None,
    }
