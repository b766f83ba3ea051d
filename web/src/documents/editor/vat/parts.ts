import type { VatAnswers } from "../../../api/generated/VatAnswers";
import type { useRules } from "../../../rules/rules";
import { penceOf, poundsOf } from "../../../ui/pence";
import { type Draft, toWire } from "../draft/draft";

type Calculating = Pick<ReturnType<typeof useRules>, "calculate">;

/** Pounds of what of a document is construction work and of what is not; none where all of it is. */
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
  const sum = (lines: typeof counted) => lines.reduce((pence, line) => pence + penceOf(line.total), 0);
  const services = sum(counted.filter(({ id }) => !isOther(id))) + penceOf(totals.labourTotal);
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
