import { type Draft, type LineDraft, writtenLines } from "./draft";
import { numberText } from "./numberText";

/** A field and roughly what it brings to the sum: enough to see which is the largest, and never shown. */
interface Share {
  field: string;
  amount: number;
}

const rough = (text: string) => Number(numberText(text)) || 0;

/**
 * The field that brought the sum of the lines out of its bounds: of those that changed since the sum last stood, the
 * one that weighs most; of all of them where none did. null where there is nothing to mark.
 */
export function culprit(draft: Draft, good: Draft | null): string | null {
  const was = new Map(good?.items.map((line) => [line.id, line]));
  const shares = writtenLines(draft).flatMap((line) => sharesOf(line, was.get(line.id)));
  if (draft.includeLabour) shares.push(...ofLabour(draft, good));
  const sum = shares.reduce((total, { amount }) => total + amount, 0);
  const changed = shares.filter((share) => share.isNew);
  const weight = (share: Share) => (sum < 0 ? -share.amount : share.amount);
  const [heaviest] = (changed.length > 0 ? changed : shares).sort((a, b) => weight(b) - weight(a));
  return heaviest?.field ?? null;
}

function sharesOf(line: LineDraft, was: LineDraft | undefined): (Share & { isNew: boolean })[] {
  const isOnlyHowMany = was !== undefined && was.price === line.price && was.quantity !== line.quantity;
  const goods = {
    field: `${line.id}.${isOnlyHowMany ? "quantity" : "price"}`,
    amount: rough(line.quantity) * rough(line.price),
    isNew: was === undefined || was.price !== line.price || was.quantity !== line.quantity,
  };
  if (!line.includeLabour) return [goods];
  const labour = {
    field: `${line.id}.labourRate`,
    amount: rough(line.labourHours) * rough(line.labourRate),
    isNew:
      was === undefined ||
      !was.includeLabour ||
      was.labourHours !== line.labourHours ||
      was.labourRate !== line.labourRate,
  };
  return [goods, labour];
}

function ofLabour(draft: Draft, good: Draft | null): (Share & { isNew: boolean })[] {
  const isNew =
    good !== null &&
    (!good.includeLabour || good.labourHours !== draft.labourHours || good.labourRate !== draft.labourRate);
  return [{ field: "labourRate", amount: rough(draft.labourHours) * rough(draft.labourRate), isNew }];
}
