"""Turns the solvers' results into texts: gains, ways to take a roll, forgings, steps of a turn."""

from collections.abc import Iterable
from fractions import Fraction

from scoring.model.calculator import Block, Row
from scoring.model.catalogue import Catalogue
from scoring.text.localised import EMPTY, Text, Verbatim, joined

from ..messages import say
from ..solvers.dice import NOTHING, RESOURCES, TRIPLE, Gain
from ..solvers.forge import Forging
from ..solvers.last_turn import Line
from ..solvers.last_turn_state import Step
from ..solvers.roll_results import Choice, Part, Weights


def gain(got: Gain) -> Text:
    """Returns the text of a gain.

    >>> said = gain(Gain(gold=2, moon=1, glory=5))
    >>> said.en, said.ja
    ('2 gold, 1 moon, 5 glory', 'ゴールド2、月1、5点')
    """
    parts = [say.counted(r, EMPTY, n) for r in RESOURCES if (n := getattr(got, r))]
    if got.ships == 1:
        parts.append(say("purchase", off=got.off))
    elif got.ships:
        parts.append(say("purchases", n=got.ships))
    return say.listed(parts) if parts else say("nothing")


def others(title: str, ways: Iterable[tuple[Iterable[Text], Text, Text]]) -> list[Block]:
    """Returns a list with one block of an answer, of alternative plans; an empty list without any.

    ``title``: message id of its heading. ``ways``: for each plan, the texts of its steps, of its
    worth, and of how much less that is than the best plan's.
    """
    rows = tuple(Row(joined(steps, say("then")), value, loss) for steps, value, loss in ways)
    return [Block(say(title), rows, folded=True, others=True)] if rows else []


def counting(texts: Iterable[Text]) -> Block:
    """Returns the block of an answer headed *how it counts*, with one row for each of ``texts``."""
    return Block(say("how-counted"), tuple(map(Row, texts)), folded=True)


def costs(less: Fraction) -> Text:
    """Returns the text on how many points ``less`` another plan is worth than the best one.

    >>> costs(Fraction(3, 2)).en, costs(Fraction(0)).en
    ('1.5 less', 'just as good')
    """
    if not less:
        return say("as-good")
    figure = f"{float(less):.2f}".rstrip("0").rstrip(".")
    # a difference that rounds to 0 is shown as <0.01
    return say("costs", n=Verbatim(figure if float(figure) else "<0.01"))


def weighed(weights: Weights) -> Text:
    """Returns the text on the assumed worth in glory of one gold, one sun and one moon."""

    def of(value: Fraction) -> Text:
        return Verbatim(f"{float(value):g}")

    return say("weighed", gold=of(weights.gold), sun=of(weights.sun), moon=of(weights.moon))


def exact(value: Fraction) -> Text:
    """Returns the text of a fraction to two decimals, with the exact one if that is short.

    >>> exact(Fraction(7, 3)).en, exact(Fraction(4)).en
    ('2.33 (7/3)', '4')
    """
    if value.denominator == 1:
        return Verbatim(str(value))
    short = f" ({value})" if value.denominator <= 216 else ""
    return Verbatim(f"{float(value):.2f}{short}")


def change(value: Fraction) -> Text:
    """Returns the text of a fraction to two decimals with its sign, a true minus if negative.

    >>> change(Fraction(7, 3)).en, change(Fraction(-1, 2)).en
    ('+2.33', '−0.50')
    """
    return Verbatim(f"{float(value):+.2f}".replace("-", "−"))


def percent(value: Fraction) -> Text:
    """Returns the text of a probability (0 to 1) in percent; 0 and 100 only if it is exactly that.

    >>> percent(Fraction(1, 36)).en, percent(Fraction(9999, 10000)).en, percent(Fraction(1)).en
    ('3 %', '>99 %', '100 %')
    """
    whole = round(100 * value)
    if value not in (0, 1) and whole in (0, 100):
        return Verbatim("<1 %" if whole == 0 else ">99 %")
    return Verbatim(f"{whole} %")


# ── rolls ──────────────────────────────────────────────────────────────────────────────


def choice(catalogue: Catalogue, resolved: Choice, losing: bool = False) -> tuple[Text, ...]:
    """Returns the texts that explain a resolved roll: its faces, then hammer, purchases and losses.

    ``losing``: true for a roll that takes resources away (by the feat Minotaur).
    """
    steps = [_part(catalogue, part, losing) for part in resolved.result.parts]
    for boar, times in resolved.result.triggers:
        steps.append(say("boar-acts", face=catalogue.name(boar), n=times))
    if resolved.result.owner != NOTHING:
        steps.append(say("own-boar", got=gain(resolved.result.owner)))
    if resolved.to_hammer:
        steps.append(say("onto-hammer", n=resolved.to_hammer))
    if resolved.laps:
        steps.append(say("hammer-laps", n=resolved.laps))
    for budget, off in zip(resolved.ship_budgets, resolved.result.ships, strict=True):
        steps.append(say("ship-buys", most=budget, off=off))
    if resolved.lost != NOTHING:
        steps.append(say("over-caps", got=gain(resolved.lost)))
    return tuple(steps)


def _part(catalogue: Catalogue, part: Part, losing: bool) -> Text:
    face = catalogue.name(part.face.id)
    if part.used is None:
        return say("nothing-to-copy", face=face)
    if part.used is not part.face:
        face = say("copied", mirror=face, face=catalogue.name(part.used.id))
    if part.used.mode == "triple":
        return face
    if part.factor == TRIPLE:
        face = say("tripled", face=face)
    got = gain(part.gain)
    if part.turned:
        got = say("partly-converted", got=got, n=part.turned)
    return say("face-loses" if losing else "face-brings", face=face, got=got)


# ── forging ────────────────────────────────────────────────────────────────────────────


def forging(catalogue: Catalogue, plan: Forging) -> tuple[Text, ...]:
    """Returns a text for each face that a plan of forging buys, or one that it buys nothing."""
    return tuple(
        say(
            "step-buy",
            face=catalogue.name(b.face.id),
            paid=b.face.price,
            die=b.die + 1,
            old=catalogue.name(b.replaced.id),
        )
        for b in plan.bought
    ) or (say("step-buy-nothing"),)


# ── the last turn ──────────────────────────────────────────────────────────────────────


ROLLED = ("roll", "hind")
ACTIONS = ("take", "forge", "forge_for")


def turn(catalogue: Catalogue, line: Line, *, runner_up: bool = False) -> tuple[Text, ...]:
    """Returns the texts of a last turn's steps; after a roll, also of the action that follows it.

    ``line``: the way to play it. ``runner_up``: true for an alternative to the best turn; changes
    only the text of a turn without steps.
    """
    steps = [_step(catalogue, step) for step in line.steps]
    if line.steps and line.steps[-1].does in ROLLED:
        acted = any(step.does in ACTIONS for step in line.steps)
        if not acted and line.aim:
            steps.append(_aim(catalogue, line.aim))
    return tuple(steps) or (say("step-idle" if runner_up else "step-none"),)


def _aim(catalogue: Catalogue, action: str) -> Text:
    if action in ("pass", "forge"):
        return say(f"aim-{action}")
    return say("aim-take", feat=catalogue.name(action))


def _step(catalogue: Catalogue, step: Step) -> Text:
    text = _done(catalogue, step)
    return say("partly-hammered", step=text, n=step.to_hammer) if step.to_hammer else text


def _done(catalogue: Catalogue, step: Step) -> Text:
    match step.does:
        case "token" | "owl":
            return say(f"step-{step.does}", got=gain(step.got))
        case "nymph":
            return say("step-nymph", n=step.glory)
        case "hind":
            return say("step-hind", die=step.die)
        case "roll" | "pay" | "elder":
            return say(f"step-{step.does}")
        case "forge":
            return say("step-forge", n=step.faces, gold=step.gold)
        case "forge_for":
            put = say.listed(
                say("put", face=catalogue.name(p.face.id), die=p.die) for p in step.put
            )
            return say("step-forge-for", feat=catalogue.name(step.feat), faces=put)
        case "take":
            return _taken(catalogue, step)


def _taken(catalogue: Catalogue, step: Step) -> Text:
    text = say("step-take", feat=catalogue.name(step.feat), n=step.glory)
    if step.got != NOTHING:
        return say("step-take-gaining", take=text, got=gain(step.got))
    if step.die:
        return say("step-take-rolling", take=text, die=step.die)
    if step.over is not None:
        (put,) = step.put
        face, old = catalogue.name(put.face.id), catalogue.name(step.over.id)
        return say("step-take-putting", take=text, face=face, die=put.die, old=old)
    return text
