/** The parts of an address, shared by contacts and business profiles. */
export interface Address {
  address_line1: string;
  address_line2: string;
  city: string;
  county: string;
  post_code: string;
  country: string;
}

/** A British postcode in its standard form: 'sw1a1aa' as 'SW1A 1AA'. Anything else is only trimmed. */
export function tidyPostcode(typed: string): string {
  const bare = typed.replace(/\s/g, "").toUpperCase();
  const [, outward, inward] = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/.exec(bare) ?? [];
  return outward && inward ? `${outward} ${inward}` : typed.trim();
}

/** A postcode for display, with a space that doesn't wrap. Not for storing or comparing. */
export const formatPostcode = (postcode: string) => postcode.trim().replace(/\s+/g, "\u00a0");

/** The countries to choose from; 'uk' is displayed as United Kingdom. */
export const COUNTRIES = [
  { value: "uk", label: "United Kingdom" },
  { value: "Ireland", label: "Ireland" },
  { value: "Isle of Man", label: "Isle of Man" },
  { value: "Jersey", label: "Jersey" },
  { value: "Guernsey", label: "Guernsey" },
];

/** The countries to choose from, with the stored one if it isn't among them. */
export function getCountryOptions(current: string) {
  if (current === "" || COUNTRIES.some(({ value }) => value === current)) return COUNTRIES;
  return [...COUNTRIES, { value: current, label: current }];
}

/**
 * An address as lines for display, without the country for UK addresses. If the parts are empty, the address
 * stored as one line is used.
 */
export function getAddressLines(
  address: Omit<Address, "country"> & { country?: string; address?: string },
): string[] {
  const country = address.country === undefined || address.country === "uk" ? "" : address.country;
  const removeEmpty = (lines: string[]) => lines.filter((line) => line.trim() !== "");
  const parts = removeEmpty([
    address.address_line1,
    address.address_line2,
    [address.city, formatPostcode(address.post_code)].filter(Boolean).join(" "),
    address.county,
  ]);
  return parts.length > 0 ? removeEmpty([...parts, country]) : removeEmpty([address.address ?? "", country]);
}
