import { expect, test } from "vitest";
import { createEmptySite } from "../../../entities/contacts/contact";
import { findSiteIndex, formatSiteAddress, getSiteName } from "./JobAddressField";

const flat = {
  ...createEmptySite(),
  name: "The rental",
  address_line1: " 3 Low Lane ",
  post_code: "LS1 4AP",
};
const barn = { ...createEmptySite(), address_line1: "The Barn", city: "Otley", post_code: "LS21 1AA" };

test("an address has a line for each part, and leaves out the business's own name for it", () => {
  expect(formatSiteAddress(flat)).toBe("3 Low Lane\nLS1 4AP");
  expect(formatSiteAddress(barn)).toBe("The Barn\nOtley\nLS21 1AA");
});

test("a place without a name is called by the beginning of its address", () => {
  expect(getSiteName(flat)).toBe("The rental");
  expect(getSiteName(barn)).toBe("The Barn, Otley");
});

test("an address that was typed over is not one of the customer's", () => {
  expect(findSiteIndex([flat, barn], "The Barn\nOtley\nLS21 1AA")).toBe(1);
  expect(findSiteIndex([flat, barn], "The Barn, Otley")).toBe(-1);
  expect(findSiteIndex([], "The Barn")).toBe(-1);
});
