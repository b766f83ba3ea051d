import type { Rules } from "../../../rules/rules";
import { figureOf, type Read } from "./figure";

/** What can be changed on the quote of the home page. */
export interface Choices {
  metres: string;
  hours: string;
  rate: string;
  withFilter: boolean;
  withVat: boolean;
}

/** What it comes to, in words. */
export interface Sums {
  boiler: string;
  pipe: string;
  labour: string;
  filter: string;
  subtotal: string;
  vat: string;
  total: string;
  deposit: string;
}

export const FIRST_CHOICES: Choices = {
  metres: "6.5",
  hours: "8",
  rate: "48",
  withFilter: true,
  withVat: true,
};

/** What the rules say of the first choices; a test asks them. */
export const FIRST_SUMS: Sums = {
  boiler: "£1,240.00",
  pipe: "£51.03",
  labour: "£384.00",
  filter: "£94.50",
  subtotal: "£1,769.53",
  vat: "£353.91",
  total: "£2,123.44",
  deposit: "£530.86",
};

/** The boxes, by what they are called. */
export const BOXES = { metres: "Metres of pipe", hours: "Hours", rate: "Rate for an hour" } as const;

export type Box = keyof typeof BOXES;

/** The first box that holds no number: nothing is worked out then. */
export const notANumber = (choices: Choices, read: Read): Box | undefined =>
  read === null
    ? undefined
    : (Object.keys(BOXES) as Box[]).find((box) => figureOf(choices[box], read) === null);

/** The quote as the app itself would send it to the rules; null where a box holds no number. */
export function sumsOf(rules: Rules, choices: Choices): Sums | null {
  const { metres, hours, rate, withFilter, withVat } = choices;
  const read = rules.readFigure;
  if (notANumber(choices, read)) return null;
  const totals = rules.calculate({
    items: [
      { id: "boiler", quantity: "1", price: "1240" },
      { id: "pipe", quantity: figureOf(metres, read) ?? "", price: "7.85" },
      { id: "filter", quantity: "1", price: "94.50", optional: true, selected: withFilter },
    ],
    includeLabour: true,
    labourHours: figureOf(hours, read) ?? "",
    labourRate: figureOf(rate, read) ?? "",
    labourUnitType: "hours",
    tax: withVat ? "20" : "0",
    includeDeposit: true,
    deposit: "25",
    depositType: "percentage",
  });
  const line = (id: string) => rules.gbp(totals.items.find((item) => item.id === id)?.total ?? "0");
  return {
    boiler: line("boiler"),
    pipe: line("pipe"),
    labour: rules.gbp(totals.labourTotal),
    filter: line("filter"),
    subtotal: rules.gbp(totals.subtotalAmount),
    vat: rules.gbp(totals.vatAmount),
    total: rules.gbp(totals.totalAmount),
    deposit: rules.gbp(totals.depositAmount),
  };
}
