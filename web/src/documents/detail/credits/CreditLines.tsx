import type { ApiError } from "../../../api/errors";
import type { CreditableLine } from "../../../api/generated/CreditableLine";
import type { CreditInput } from "../../../api/generated/CreditInput";
import type { LabourUnit } from "../../../api/generated/LabourUnit";
import { Checkbox } from "../../../ui/Checkbox";
import { NumberField } from "../../../ui/NumberField";
import { isUnread } from "../../../ui/typed-numbers";
import { toNumberText } from "../../editor/draft/numberText";

/** The quantity typed for each chosen line, by its id; null of one without a quantity. */
export type ChosenLines = Record<string, string | null>;

/** The document's own labour among the lines: no line has this id, since theirs are never empty. */
const LABOUR_ID = "";

/** The lines of an invoice, each with how many of it to credit. */
export function CreditLines({
  lines,
  labour,
  unit,
  chosen,
  onChange,
  fieldErrors,
}: {
  lines: CreditableLine[];
  labour: string;
  unit: LabourUnit;
  chosen: ChosenLines;
  onChange: (chosen: ChosenLines) => void;
  fieldErrors: ApiError["errors"];
}) {
  const labourLines: CreditableLine[] =
    Number(labour) > 0 ? [{ id: LABOUR_ID, name: "Labour", quantity: labour }] : [];
  const allLines = [...lines, ...labourLines];
  const order = Object.keys(chosen).filter((id) => id !== LABOUR_ID);
  const errorFor = (id: string) => {
    const path = id === LABOUR_ID ? "labour" : `lines[${order.indexOf(id)}].quantity`;
    return fieldErrors.find((error) => error.path === path)?.msg;
  };
  const toggle = ({ id, quantity }: CreditableLine, on: boolean) => {
    const { [id]: _, ...others } = chosen;
    onChange(on ? { ...others, [id]: quantity } : others);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium text-ink">Which lines</legend>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {allLines.map((line) => {
          const typed = chosen[line.id];
          return (
            <li key={line.id} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2">
              <Checkbox
                className="min-w-0 flex-1 basis-48"
                label={line.name || "A line without a name"}
                help={describeCreditable(line, unit)}
                checked={line.id in chosen}
                onCheckedChange={(on) => toggle(line, on)}
              />
              {typed !== undefined && typed !== null && (
                <NumberField
                  className="w-full sm:w-36"
                  hideLabel
                  label={`How many of ${line.name}`}
                  value={typed}
                  onValueChange={(quantity) => onChange({ ...chosen, [line.id]: quantity })}
                  suffix={line.id === LABOUR_ID ? unit : undefined}
                  error={errorFor(line.id)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

/** How much of a line can be credited, in words. */
function describeCreditable({ id, quantity }: CreditableLine, unit: LabourUnit): string | undefined {
  if (quantity === null) return undefined;
  return id === LABOUR_ID ? `${quantity} ${unit} can be credited` : `${quantity} can be credited`;
}

/** What is asked for; null where no line is chosen yet, or a quantity is none. */
export function toLinesInput(chosen: ChosenLines): CreditInput | null {
  const { [LABOUR_ID]: labour, ...lines } = chosen;
  const isReadable = Object.values(chosen).every((quantity) => quantity === null || !isUnread(quantity));
  if (Object.keys(chosen).length === 0 || !isReadable) return null;
  return {
    of: "lines",
    lines: Object.entries(lines).map(([id, quantity]) => ({
      id,
      quantity: quantity === null ? undefined : toNumberText(quantity),
    })),
    labour: labour ? toNumberText(labour) : undefined,
  };
}
