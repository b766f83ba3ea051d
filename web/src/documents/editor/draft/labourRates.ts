import type { LabourUnit } from "../../../api/generated/LabourUnit";
import { type LabourRates, readRates, writeRates } from "../../../offline/labour-rates";
import { numberText } from "./numberText";

/** Whose rates are known here, and which. Most people have one, and would type it again on every quote. */
let owner = "";
let rates: LabourRates = {};
let isNew = false;

/** Takes up the rates of whoever opens an editor. */
export async function recallRates(account: string): Promise<void> {
  if (owner === account) return;
  owner = account;
  rates = {};
  isNew = false;
  const kept = await readRates(account);
  // What was typed meanwhile is newer.
  if (owner === account) rates = { ...kept, ...rates };
}

/** Writes down what was typed since, once the document with it is stored. */
export function keepRates(account: string): void {
  if (!isNew || owner !== account) return;
  isNew = false;
  writeRates(account, rates);
}

/** What labour is priced by: of a line, or of the whole document. */
interface Labour {
  includeLabour: boolean;
  labourRate: string;
}

/** Labour that has just been changed: a rate that was typed is remembered, one that was not is proposed. */
export function withRate<T extends Labour>(labour: T, patch: Partial<Labour>, unit: LabourUnit): T {
  if (patch.labourRate !== undefined && numberText(patch.labourRate) !== "") {
    rates = { ...rates, [unit]: patch.labourRate };
    isNew = true;
  }
  const isBegun = patch.includeLabour === true && numberText(labour.labourRate) === "";
  return isBegun ? { ...labour, labourRate: rates[unit] ?? "" } : labour;
}
