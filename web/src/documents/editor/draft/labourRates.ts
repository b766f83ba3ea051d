import type { LabourUnit } from "../../../api/generated/LabourUnit";
import { type LabourRates, loadLabourRates, saveLabourRates } from "../../../offline/labour-rates";
import { toNumberText } from "./numberText";

/** Whose rates are known here, and which. Most people have one, and would type it again on every quote. */
let owner = "";
let rates: LabourRates = {};
let hasNewRates = false;

/** Takes up the rates of whoever opens an editor. */
export async function prepareLabourRates(account: string): Promise<void> {
  if (owner === account) return;
  owner = account;
  rates = {};
  hasNewRates = false;
  const storedRates = await loadLabourRates(account);
  // What was typed meanwhile is newer.
  if (owner === account) rates = { ...storedRates, ...rates };
}

/** Writes down what was typed since, once the document with it is stored. */
export function storeLabourRates(account: string): void {
  if (!hasNewRates || owner !== account) return;
  hasNewRates = false;
  saveLabourRates(account, rates);
}

/** What labour is priced by: of a line, or of the whole document. */
interface LabourFields {
  includeLabour: boolean;
  labourRate: string;
}

/** Labour that has just been changed: a rate that was typed is remembered, one that was not is proposed. */
export function applyLabourRate<T extends LabourFields>(
  labour: T,
  patch: Partial<LabourFields>,
  unit: LabourUnit,
): T {
  if (patch.labourRate !== undefined && toNumberText(patch.labourRate) !== "") {
    rates = { ...rates, [unit]: patch.labourRate };
    hasNewRates = true;
  }
  const isSwitchedOn = patch.includeLabour === true && toNumberText(labour.labourRate) === "";
  return isSwitchedOn ? { ...labour, labourRate: rates[unit] ?? "" } : labour;
}
