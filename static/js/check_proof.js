// Checks the certificate of a best plan on this phone, in whole numbers without limit of size (BigInt).
// Shares nothing with the Python that made it: docs/proofs.md has the format and the arithmetic.

class Refused extends Error {}

const whole = number => {
  if (!Number.isSafeInteger(number)) throw new Refused(`${number} is not a whole number`);
  return BigInt(number);
};
const list = (value, length = value?.length) => {
  if (!Array.isArray(value) || value.length !== length) throw new Refused("a list is missing");
  return value;
};
// A sum: pairs of an index below `width` and a factor.
const terms = (pairs, width) => list(pairs).map(pair => {
  const [at, factor] = list(pair, 2);
  if (!Number.isInteger(at) || at < 0 || at >= width) throw new Refused("a sum names what does not exist");
  return [at, whole(factor)];
});
const valued = (sum, plan) => sum.reduce((total, [at, factor]) => total + factor * plan[at], 0n);

const KEPT = { "<=": (a, b) => a <= b, ">=": (a, b) => a >= b, "=": (a, b) => a === b };
const SIGNED = { "<=": n => n >= 0n, ">=": n => n <= 0n, "=": () => true };

const read = programme => {
  const most = list(programme.variables).map(each => whole(each.most));
  if (most.some(n => n < 0n)) throw new Refused("a bound is below 0");
  const rows = list(programme.constraints).map(({ of, sign, right, ...row }) => {
    if (!Object.hasOwn(KEPT, sign)) throw new Refused("a constraint has no sign");
    return { of, sign, right: whole(right), sum: terms(row.terms, most.length) };
  });
  const lines = list(programme.rows).map(row => ({
    of: row.of, constant: whole(row.constant), sum: terms(row.terms, most.length),
  }));
  return { most, rows, lines };
};

// The plan keeps every bound and constraint, and its lines add up to the points.
const checkPlan = ({ most, rows, lines }, numbers, points) => {
  const plan = list(numbers, most.length).map(whole);
  if (plan.some((n, at) => n < 0n || n > most[at])) throw new Refused("the plan leaves a bound");
  const broken = rows.find(({ sign, sum, right }) => !KEPT[sign](valued(sum, plan), right));
  if (broken) throw new Refused(`the plan breaks ${broken.of}`);
  const reached = lines.reduce((total, { constant, sum }) => total + constant + valued(sum, plan), 0n);
  if (reached !== points) throw new Refused(`the plan has ${reached} points, not ${points}`);
};

// `over` times the points that no plan of this case can exceed.
const ceiling = (leaf, { rows }, worth, constant, low, high) => {
  const over = whole(leaf.over);
  if (over < 1n) throw new Refused("multipliers are parts of a number below 1");
  const left = worth.map(n => n * over);
  let most = constant * over;
  terms(leaf.multipliers, rows.length).forEach(([at, multiplier]) => {
    if (!SIGNED[rows[at].sign](multiplier)) throw new Refused("a multiplier has the wrong sign");
    most += multiplier * rows[at].right;
    rows[at].sum.forEach(([variable, factor]) => { left[variable] -= multiplier * factor; });
  });
  return left.reduce((total, n, at) => total + n * (n > 0n ? high[at] : low[at]), most);
};

// The cases cover every plan, and none of them allows more than the points. Returns their number.
const checkTree = (programme, tree, points) => {
  const worth = programme.most.map(() => 0n);
  let constant = 0n;
  programme.lines.forEach(line => {
    constant += line.constant;
    line.sum.forEach(([at, factor]) => { worth[at] += factor; });
  });
  const cases = [[tree, programme.most.map(() => 0n), programme.most]];
  let leaves = 0;
  while (cases.length) {
    const [each, low, high] = cases.pop();
    if (Object.hasOwn(each, "split")) {
      const { split, at } = each;
      const number = whole(at);
      if (!(low[split] <= number && number < high[split])) throw new Refused("a split leaves its variable's range");
      cases.push([each.below, low, high.with(split, number)], [each.above, low.with(split, number + 1n), high]);
    } else {
      const most = ceiling(each, programme, worth, constant, low, high);
      if (most >= (points + 1n) * whole(each.over)) throw new Refused("a case may have more points");
      leaves += 1;
    }
  }
  return leaves;
};

// Returns the points that the certificate proves to be the most that is possible, and its number of
// cases. Throws if it proves nothing.
export const check = certificate => {
  if (certificate?.format !== 1) throw new Refused("format is not 1");
  const points = whole(certificate.points);
  const programmes = list(certificate.programmes).map(each => [each, read(each)]);
  const plans = programmes.filter(([each]) => each.plan !== null);
  if (!plans.length) throw new Refused("no plan reaches the points");
  plans.forEach(([each, programme]) => checkPlan(programme, each.plan, points));
  const leaves = programmes.map(([each, programme]) => checkTree(programme, each.tree, points));
  return { points: Number(points), leaves: leaves.reduce((total, n) => total + n, 0) };
};

// -- On the page: a button with the certificate's address and the total, or a field for a file -----

const say = (where, text, values = {}) => {
  where.hidden = false;
  where.textContent = text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
};
const answer = async (where, text, total) => {
  try {
    const began = performance.now();
    const { points, leaves } = check(JSON.parse(await text));
    if (total && Number(total) !== points) throw new Refused(`it proves ${points}, the page says ${total}`);
    say(where, where.dataset.yes, { points, leaves, ms: Math.ceil(performance.now() - began) });
  } catch {
    say(where, where.dataset.no);
  }
};
const shown = found => document.getElementById(found.getAttribute("aria-controls"));
export const press = button => {
  const file = fetch(button.dataset.proof).then(found => {
    if (!found.ok) throw new Error(found.status);
    return found.text();
  });
  answer(shown(button), file, button.dataset.total);
};
globalThis.document?.addEventListener("click", e => {
  const button = e.target.closest?.("[data-proof]");
  if (button) press(button);
});
globalThis.document?.addEventListener("change", e => {
  const { target } = e;
  if (target.matches("[data-proof-file]") && target.files[0]) answer(shown(target), target.files[0].text());
});
