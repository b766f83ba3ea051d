import { beforeAll, expect, it } from "vitest";
import { type Advice, loadAdvice } from "../../../rules/advice";
import { priceWithoutVat, shownWithVat } from "./vatPrice";

let core: Advice;
beforeAll(async () => {
  core = await loadAdvice();
});

const ONE = { quantity: "1", price: "" };

it("makes the price without VAT of one that is typed with it", () => {
  expect(priceWithoutVat("£120", "20", ONE, core)).toBe("100.00");
  expect(priceWithoutVat("1,050", "5", ONE, core)).toBe("1000.00");
  expect(priceWithoutVat("1", "20", { ...ONE, quantity: "12" }, core)).toBe("0.8333");
  for (const text of ["", ".", "ten", "-1"]) expect(priceWithoutVat(text, "20", ONE, core)).toBeNull();
});

it("says what it comes to where pence cannot hit it, and only there", () => {
  const line = { ...ONE, price: "8.32" };
  const shown = shownWithVat({ text: "9.99", price: "8.32" }, "20", line, core);
  expect(shown).toEqual({ text: "9.99", price: "8.32", comesTo: "9.98" });
  const exact = shownWithVat({ text: "120", price: "100.00" }, "20", { ...ONE, price: "100" }, core);
  expect(exact).toEqual({ text: "120", price: "100.00", comesTo: "" });
});

it("forgets what was typed once the line says something else", () => {
  const typed = { text: "1", price: "0.83" };
  const nothing = { text: "", price: "", comesTo: "" };
  expect(shownWithVat(null, "20", ONE, core)).toEqual(nothing);
  expect(shownWithVat(typed, "20", { ...ONE, price: "0.90" }, core)).toEqual(nothing);
  expect(shownWithVat(typed, "20", { quantity: "12", price: "0.83" }, core)).toEqual(nothing);
  expect(shownWithVat(typed, "5", { ...ONE, price: "0.83" }, core)).toEqual(nothing);
  // Half typed, it stays as it is.
  expect(shownWithVat({ text: ".", price: "" }, "20", ONE, core)).toEqual({ ...nothing, text: "." });
});
