import type { Rules } from "../../../rules/rules";
import { parseFigure, type ReadFigure } from "./figure";

/** What can be changed on the quote of the home page. */
export interface QuoteChoices {
  metres: string;
  hours: string;
  rate: string;
  withFilter: boolean;
  withVat: boolean;
}

/** What it comes to, in words. */
export interface QuoteSums {
  boiler: string;
  pipe: string;
  labour: string;
  filter: string;
  subtotal: string;
  vat: string;
  total: string;
  deposit: string;
}

export const FIRST_CHOICES: QuoteChoices = {
  metres: "6.5",
  hours: "8",
  rate: "48",
  withFilter: true,
  withVat: true,
};

/** What the rules say of the first choices; a test asks them. */
export const FIRST_SUMS: QuoteSums = {
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

export type QuoteBox = keyof typeof BOXES;

/** The first box that holds no number: nothing is worked out then. */
export const findInvalidBox = (choices: QuoteChoices, read: ReadFigure): QuoteBox | undefined =>
  read === null
    ? undefined
    : (Object.keys(BOXES) as QuoteBox[]).find((box) => parseFigure(choices[box], read) === null);

/** The quote as the app itself would send it to the rules; null where a box holds no number. */
export function calculateQuoteSums(rules: Rules, choices: QuoteChoices): QuoteSums | null {
  const { metres, hours, rate, withFilter, withVat } = choices;
  const read = rules.readFigure;
  if (findInvalidBox(choices, read)) return null;
  const totals = rules.calculate({
    items: [
      { id: "boiler", quantity: "1", price: "1240" },
      { id: "pipe", quantity: parseFigure(metres, read) ?? "", price: "7.85" },
      { id: "filter", quantity: "1", price: "94.50", optional: true, selected: withFilter },
    ],
    includeLabour: true,
    labourHours: parseFigure(hours, read) ?? "",
    labourRate: parseFigure(rate, read) ?? "",
    labourUnitType: "hours",
    tax: withVat ? "20" : "0",
    includeDeposit: true,
    deposit: "25",
    depositType: "percentage",
  });
  const formatLineTotal = (id: string) =>
    rules.gbp(totals.items.find((item) => item.id === id)?.total ?? "0");
  return {
    boiler: formatLineTotal("boiler"),
    pipe: formatLineTotal("pipe"),
    labour: rules.gbp(totals.labourTotal),
    filter: formatLineTotal("filter"),
    subtotal: rules.gbp(totals.subtotalAmount),
    vat: rules.gbp(totals.vatAmount),
    total: rules.gbp(totals.totalAmount),
    deposit: rules.gbp(totals.depositAmount),
  };
}
