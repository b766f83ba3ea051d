import type { LabourUnit } from "../../../api/generated/LabourUnit";
import { type LabourRates, loadLabourRates, saveLabourRates } from "../../../offline/labour-rates";
import { toNumberText } from "./numberText";

/**
 * The account whose rates are loaded, and the rates. Most people have only one and would have to type it
 * again on every quote.
 */
let owner = "";
let rates: LabourRates = {};
let hasNewRates = false;

/** Loads the rates of the user who opens an editor. */
export async function prepareLabourRates(account: string): Promise<void> {
  if (owner === account) return;
  owner = account;
  rates = {};
  hasNewRates = false;
  const storedRates = await loadLabourRates(account);
  // What was typed meanwhile is newer.
  if (owner === account) rates = { ...storedRates, ...rates };
}

/** Stores newly typed rates, once the document with them is stored. */
export function storeLabourRates(account: string): void {
  if (!hasNewRates || owner !== account) return;
  hasNewRates = false;
  saveLabourRates(account, rates);
}

/** The labour fields of a line or of the whole document. */
interface LabourFields {
  includeLabour: boolean;
  labourRate: string;
}

/**
 * Handles a change of labour: remembers a rate that was typed, and suggests the remembered one if none was.
 */
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
