import { type Item, type ItemInput, searchItems } from "../../../entities/items/item";
import type { Rules } from "../../../rules/rules";
import type { ComboOption } from "../../../ui/Combobox";
import type { LineDraft } from "../draft/draft";
import { amountText, numberText, plainDecimal } from "../draft/numberText";
import { priceWithoutVat, priceWithVat, rateWithoutVat, rateWithVat } from "../draft/pricesWithVat";
import { rateInPrice } from "../draft/vatRates";

const SHOWN = 8;

/** What the document charges, where its prices include VAT: see `vatInPrices`. Items of the library are without VAT. */
type InPrices = string | null;

/** The rows under a line's name box. What is there word for word already is not suggested. */
export function itemOptions(
  items: Item[],
  typed: string,
  inPrices: InPrices,
  rules: Pick<Rules, "price" | "priceTurned">,
): ComboOption[] {
  return searchItems(items, typed)
    .filter((item) => item.name !== typed)
    .slice(0, SHOWN)
    .map((item) => ({
      id: item.id,
      label: item.name,
      hint: item.description || undefined,
      trailing: rules.price(priceWithVat(item.price, rateInPrice(item.vat, inPrices), rules)),
    }));
}

/**
 * The one item of the name that was typed, in whatever case. A line that has its price keeps it: Enter must not
 * undo what was typed there.
 */
export function itemNamed(items: Item[], { name, price }: Pick<LineDraft, "name" | "price">): Item | null {
  const wanted = name.trim().toLowerCase();
  if (wanted === "" || numberText(price) !== "") return null;
  const [item, another] = items.filter((known) => known.name.trim().toLowerCase() === wanted);
  return item && !another ? item : null;
}

/** What a line takes over from an item of the library. */
export function lineFromItem(
  item: Item,
  inPrices: InPrices,
  rules: Pick<Rules, "priceTurned">,
): Partial<Omit<LineDraft, "id">> {
  const rate = rateInPrice(item.vat, inPrices);
  return {
    name: item.name,
    description: [item.unit && `Per ${item.unit}`, item.description].filter(Boolean).join("\n"),
    price: priceWithVat(amountText(item.price), rate, rules),
    quantity: plainDecimal(item.quantity || "1"),
    includeLabour: item.includeLabour,
    labourHours: plainDecimal(item.labourHours),
    labourRate: rateWithVat(amountText(item.labourRate), rate, rules),
    labourUnitType: item.includeLabour ? item.labourUnitType : null,
    vat: item.vat && { treatment: item.vat.treatment, rate: plainDecimal(item.vat.rate) },
    costType: item.costType,
    cost: amountText(item.cost) || null,
  };
}

/** A line as a thing for the library. */
export function itemFromLine(
  line: LineDraft,
  inPrices: InPrices,
  rules: Pick<Rules, "priceTurned">,
): ItemInput {
  const rate = rateInPrice(line.vat, inPrices);
  return {
    name: line.name.trim(),
    description: line.description.trim(),
    price: numberText(priceWithoutVat(line.price, rate, rules)),
    quantity: numberText(line.quantity) || "1",
    includeLabour: line.includeLabour,
    labourHours: numberText(line.labourHours),
    labourRate: numberText(rateWithoutVat(line.labourRate, rate, rules)),
    labourUnitType: line.labourUnitType ?? "hours",
    vat: line.vat,
    costType: line.costType,
    cost: numberText(line.cost ?? ""),
    unit: "",
    code: "",
    category: "",
    favourite: false,
  };
}
