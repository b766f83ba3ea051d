import { expect, it } from "vitest";
import { formatTypedAmount } from "../ui/amounts";
import { loadRules } from "./rules";

const { gbp, price } = await loadRules();

/** Every length of the whole pounds, with digits that show how they are grouped and rounded. */
const POUNDS = ["0", "1", "9", "12", "100", "999", "1000", "1005", "45678", "999999", "1000000", "123456789"];

const withSigns = (amounts: string[]) => amounts.flatMap((amount) => [amount, `-${amount}`]);
/** Without the pound sign, which is beside the field. */
const inField = (text: string) => text.replace("£", "");

it("formats pounds in a field as core does", () => {
  const pence = ["", ".0", ".5", ".00", ".01", ".05", ".10", ".50", ".95", ".99"];
  const amounts = withSigns(POUNDS.flatMap((pounds) => pence.map((decimals) => pounds + decimals)));
  expect(amounts.map(formatTypedAmount)).toEqual(amounts.map((amount) => inField(gbp(amount))));
});

it("formats a unit price in a field as core does", () => {
  const decimals = ["", ".5", ".005", ".0050", ".0001", ".125", ".9999", ".2500"];
  const prices = withSigns(POUNDS.flatMap((pounds) => decimals.map((fraction) => pounds + fraction)));
  expect(prices.map(formatTypedAmount)).toEqual(prices.map((each) => inField(price(each))));
});
