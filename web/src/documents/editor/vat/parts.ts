import type { VatAnswers } from "../../../api/generated/VatAnswers";
import type { useRules } from "../../../rules/rules";
import { penceOf, poundsOf } from "../../../ui/pence";
import { type Draft, type LineDraft, toWire } from "../draft/draft";
import { rateOf } from "../draft/vatRates";

type Calculating = Pick<ReturnType<typeof useRules>, "calculate" | "priceTurned">;

/** Pounds, without VAT, of what of a document is construction work and of what is not; none where all of it is. */
export function partsOf(
  rules: Calculating,
  draft: Draft,
  { notConstruction = [] }: VatAnswers,
): { services: string; other: string } | undefined {
  if (notConstruction.length === 0) return undefined;
  const totals = calculated(rules, draft);
  if (!totals) return undefined;
  const isOther = (id: string) => notConstruction.includes(id);
  const counted = totals.items.filter((line) => line.counted);
  const vats = new Map(draft.items.map(({ id, vat }) => [id, vat]));
  // Where prices include VAT a part of the sums with it is another part of them without.
  const net = (total: string, vat: LineDraft["vat"]) => {
    const rate = draft.pricesIncludeVat ? rateOf(vat, draft) : "";
    return penceOf((rate && rules.priceTurned(total, rate, true, 2)) || total);
  };
  const sum = (lines: typeof counted) =>
    lines.reduce((pence, { id, total }) => pence + net(total, vats.get(id) ?? null), 0);
  const services = sum(counted.filter(({ id }) => !isOther(id))) + net(totals.labourTotal, null);
  return { services: poundsOf(services), other: poundsOf(sum(counted.filter(({ id }) => isOther(id)))) };
}

/** Its totals; none of what cannot be calculated with. */
function calculated(rules: Calculating, draft: Draft) {
  try {
    return rules.calculate(toWire("invoice", draft));
  } catch {
    return null;
  }
}
