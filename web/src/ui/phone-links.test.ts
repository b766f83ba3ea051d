import { expect, it } from "vitest";
import { buildPhoneLink } from "./phone-links";

it.each([
  ["+44 7700 900123", "tel:+447700900123"],
  ["07700 900123", "tel:07700900123"],
  ["(0113) 496 0000", "tel:01134960000"],
  ["+44 (0)113 496-0142", "tel:+441134960142"],
  [" +44.113.496.0142 ", "tel:+441134960142"],
  ["(+44) 7700 900123", "tel:+447700900123"],
  ["(0)113 496 0142", "tel:01134960142"],
  ["01134960142", "tel:01134960142"],
])("builds a link to call %s", (written, address) => {
  expect(buildPhoneLink(written)).toBe(address);
});
