// How a browser would calculate a quote without these rules: the whole document again at each keystroke, with commonly
// used libraries. Each gets lines with whole numbers and returns a document's total in pence: goods and labour of each
// line, 5 % off, 20 % VAT, a deposit of 25 %.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const web = createRequire(new URL("../../web/package.json", import.meta.url));
const load = (name) => import(pathToFileURL(web.resolve(name)));

/** `12.34` for 1234. */
export const pounds = (pence) => `${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, "0")}`;

const { dinero, add, multiply, subtract, toSnapshot, transformScale, halfAwayFromZero } = await load("dinero.js");
const { default: Big } = await load("big.js");

/** A document's keystrokes: one price is set, in pence and as typed, and then everything is calculated. */
const pressing = (total) => (lines) => (at, pence) => {
  lines[at].pence = pence;
  lines[at].price = pounds(pence);
  return total(lines);
};

const GBP = { code: "GBP", base: 10, exponent: 2 };

const whole = (amount) => transformScale(amount, 2, halfAwayFromZero);

const dineroTotal = (lines) => {
  const percent = (amount, number) => whole(multiply(amount, { amount: number, scale: 2 }));
  let subtotal = dinero({ amount: 0, currency: GBP });
  for (const { quantity, pence, halfHours, ratePence } of lines) {
    subtotal = add(subtotal, multiply(dinero({ amount: pence, currency: GBP }), quantity));
    if (halfHours === 0) continue;
    const rate = dinero({ amount: ratePence, currency: GBP });
    subtotal = add(subtotal, whole(multiply(rate, { amount: halfHours * 5, scale: 1 })));
  }
  const net = subtract(subtotal, percent(subtotal, 5));
  const total = add(net, percent(net, 20));
  subtract(total, percent(total, 25));
  return toSnapshot(total).amount;
};

const bigTotal = (lines) => {
  const percent = (amount, share) => amount.times(share).round(2, Big.roundHalfUp);
  let subtotal = new Big(0);
  for (const { quantity, price, halfHours, ratePence } of lines) {
    subtotal = subtotal.plus(new Big(price).times(quantity).round(2, Big.roundHalfUp));
    if (halfHours === 0) continue;
    const labour = new Big(pounds(ratePence)).times(halfHours / 2);
    subtotal = subtotal.plus(labour.round(2, Big.roundHalfUp));
  }
  const net = subtotal.minus(percent(subtotal, "0.05"));
  const total = net.plus(percent(net, "0.2"));
  total.minus(percent(total, "0.25"));
  return total.times(100).toNumber();
};

const integerTotal = (lines) => {
  const percent = (amount, number) => Math.round((amount * number) / 100);
  let subtotal = 0;
  for (const { quantity, pence, halfHours, ratePence } of lines) {
    subtotal += quantity * pence + Math.round((halfHours * ratePence) / 2);
  }
  const net = subtotal - percent(subtotal, 5);
  const total = net + percent(net, 20);
  // Read, so that an engine cannot leave out the deposit.
  return total - percent(total, 25) > total ? 0 : total;
};

export const PEERS = {
  "dinero.js": pressing(dineroTotal),
  "big.js": pressing(bigTotal),
  "plain integers": pressing(integerTotal),
};
