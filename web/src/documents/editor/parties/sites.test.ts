import { expect, test } from "vitest";
import { emptySite } from "../../../entities/contacts/contact";
import { addressOf, nameOf, siteOf } from "./sites";

const flat = { ...emptySite(), name: "The rental", address_line1: " 3 Low Lane ", post_code: "LS1 4AP" };
const barn = { ...emptySite(), address_line1: "The Barn", city: "Otley", post_code: "LS21 1AA" };

test("an address is its parts, a line each, and never what the business calls it", () => {
  expect(addressOf(flat)).toBe("3 Low Lane\nLS1 4AP");
  expect(addressOf(barn)).toBe("The Barn\nOtley\nLS21 1AA");
});

test("a place without a name is called by the beginning of its address", () => {
  expect(nameOf(flat)).toBe("The rental");
  expect(nameOf(barn)).toBe("The Barn, Otley");
});

test("an address that was typed over is none of the customer's", () => {
  expect(siteOf([flat, barn], "The Barn\nOtley\nLS21 1AA")).toBe(1);
  expect(siteOf([flat, barn], "The Barn, Otley")).toBe(-1);
  expect(siteOf([], "The Barn")).toBe(-1);
});
