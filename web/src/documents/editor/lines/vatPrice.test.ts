import { beforeAll, expect, it } from "vitest";
import { type Advice, loadAdvice } from "../../../rules/advice";
import { priceKeptWithVat, priceWithoutVat, shownWithVat, withVatTyped } from "./vatPrice";

let core: Advice;
beforeAll(async () => {
  core = await loadAdvice();
});

const ONE = { quantity: "1", price: "" };
const typedOf = (text: string, price: string) => ({ text, price, problem: null });

it("makes the price without VAT of one that is typed with it", () => {
  expect(priceWithoutVat("120", "20", ONE, core)).toBe("100.00");
  expect(priceWithoutVat("1050", "5", ONE, core)).toBe("1000.00");
  expect(priceWithoutVat("1", "20", { ...ONE, quantity: "12" }, core)).toBe("0.8333");
  for (const text of ["", ".", "ten", "-1"]) expect(priceWithoutVat(text, "20", ONE, core)).toBeNull();
});

it("says what it comes to where pence cannot hit it, and only there", () => {
  const line = { ...ONE, price: "8.32" };
  const shown = shownWithVat(typedOf("9.99", "8.32"), "20", line, core);
  expect(shown).toEqual({ text: "9.99", price: "8.32", comesTo: "9.98" });
  const exact = shownWithVat(typedOf("120", "100.00"), "20", { ...ONE, price: "100" }, core);
  expect(exact).toEqual({ text: "120", price: "100.00", comesTo: "" });
});

it("forgets what was typed once the line says something else", () => {
  const typed = typedOf("1", "0.83");
  const nothing = { text: "", price: "", comesTo: "" };
  expect(shownWithVat(null, "20", ONE, core)).toEqual(nothing);
  expect(shownWithVat(typed, "20", { ...ONE, price: "0.90" }, core)).toEqual(nothing);
  expect(shownWithVat(typed, "20", { quantity: "12", price: "0.83" }, core)).toEqual(nothing);
  expect(shownWithVat(typed, "5", { ...ONE, price: "0.83" }, core)).toEqual(nothing);
  // Half typed, it stays as it is.
  expect(shownWithVat(typedOf(".", ""), "20", ONE, core)).toEqual({ ...nothing, text: "." });
});

it("says it again once the line has the price that it makes, as after an undo", () => {
  const typed = typedOf("120", "114.29");
  expect(shownWithVat(typed, "20", { ...ONE, price: "100" }, core).text).toBe("120");
});

it("names a price that is none, and leaves the line's alone", () => {
  const line = { ...ONE, price: "100.00" };
  const told = (text: string) => {
    const { patch, typed } = withVatTyped(line, text, "20", core);
    expect([patch, typed.price, shownWithVat(typed, "20", line, core).text]).toEqual([null, "100.00", text]);
    return typed.problem;
  };
  const range = "Price with VAT must be between 0 and 10,000,000.";
  expect(told("-1")).toBe(range);
  expect(told("99999999999")).toBe(range);
  expect(told("?1.2.3")).toBe("Price with VAT must be a number.");
  expect(told("1.23456")).toBe("Price with VAT can have at most 4 decimals.");
  for (const half of ["", "-", "."]) expect(told(half)).toBeNull();
});

it("is not wrong where the rate or the quantity is", () => {
  const typed = "120";
  expect(withVatTyped({ ...ONE, price: "5" }, typed, "150", core)).toEqual({
    patch: null,
    typed: typedOf("120", "5"),
  });
  expect(withVatTyped({ quantity: "-1", price: "5" }, typed, "20", core).typed.problem).toBeNull();
});

it("stays what it is at another rate, and of another quantity", () => {
  const at = (rate: string, price: string, quantity = "1") => ({ rate, line: { price, quantity } });
  const typed = typedOf("120", "100.00");
  expect(priceKeptWithVat(typed, at("20", "100"), at("5", "100"), core)).toBe("114.29");
  expect(priceKeptWithVat(typed, at("20", "100"), at("0", "100"), core)).toBe("120.00");
  const one = typedOf("1", "0.83");
  expect(priceKeptWithVat(one, at("20", "0.83"), at("20", "0.83", "12"), core)).toBe("0.8333");
  // A rate that is half typed waits for the rest.
  expect(priceKeptWithVat(typed, at("20", "100"), at("", "100"), core)).toBeNull();
  expect(priceKeptWithVat(typed, at("", "100"), at("5", "100"), core)).toBe("114.29");
  // A price that was written since, by itself or with the rate, counts.
  expect(priceKeptWithVat(typed, at("20", "50"), at("5", "50"), core)).toBeNull();
  expect(priceKeptWithVat(typed, at("20", "100"), at("5", "60"), core)).toBeNull();
});
