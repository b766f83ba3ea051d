import { type DocumentDraft, getNonBlankLines, type LineDraft } from "./draft";
import { toNumberText } from "./numberText";

/** A field and roughly what it brings to the sum: enough to see which is the largest, and never shown. */
interface TotalContribution {
  field: string;
  amount: number;
}

const parseRoughly = (text: string) => Number(toNumberText(text)) || 0;

/**
 * The field that brought the sum of the lines out of its bounds: of those that changed since the sum last stood, the
 * one that weighs most; of all of them where none did. null where there is nothing to mark.
 */
export function findFieldOverLimit(draft: DocumentDraft, lastValid: DocumentDraft | null): string | null {
  const previousLines = new Map(lastValid?.items.map((line) => [line.id, line]));
  const contributions = getNonBlankLines(draft).flatMap((line) =>
    getLineContributions(line, previousLines.get(line.id)),
  );
  if (draft.includeLabour) contributions.push(...getLabourContribution(draft, lastValid));
  const sum = contributions.reduce((total, { amount }) => total + amount, 0);
  const changed = contributions.filter((share) => share.isNew);
  const weight = (share: TotalContribution) => (sum < 0 ? -share.amount : share.amount);
  const [heaviest] = (changed.length > 0 ? changed : contributions).sort((a, b) => weight(b) - weight(a));
  return heaviest?.field ?? null;
}

function getLineContributions(
  line: LineDraft,
  previous: LineDraft | undefined,
): (TotalContribution & { isNew: boolean })[] {
  const isOnlyQuantityChanged =
    previous !== undefined && previous.price === line.price && previous.quantity !== line.quantity;
  const goods = {
    field: `${line.id}.${isOnlyQuantityChanged ? "quantity" : "price"}`,
    amount: parseRoughly(line.quantity) * parseRoughly(line.price),
    isNew: previous === undefined || previous.price !== line.price || previous.quantity !== line.quantity,
  };
  if (!line.includeLabour) return [goods];
  const labour = {
    field: `${line.id}.labourRate`,
    amount: parseRoughly(line.labourHours) * parseRoughly(line.labourRate),
    isNew:
      previous === undefined ||
      !previous.includeLabour ||
      previous.labourHours !== line.labourHours ||
      previous.labourRate !== line.labourRate,
  };
  return [goods, labour];
}

function getLabourContribution(
  draft: DocumentDraft,
  lastValid: DocumentDraft | null,
): (TotalContribution & { isNew: boolean })[] {
  const isNew =
    lastValid !== null &&
    (!lastValid.includeLabour ||
      lastValid.labourHours !== draft.labourHours ||
      lastValid.labourRate !== draft.labourRate);
  return [
    { field: "labourRate", amount: parseRoughly(draft.labourHours) * parseRoughly(draft.labourRate), isNew },
  ];
}
