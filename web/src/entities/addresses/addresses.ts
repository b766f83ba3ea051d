/** The parts of an address, as contacts and business profiles both have them. */
export interface Address {
  address_line1: string;
  address_line2: string;
  city: string;
  county: string;
  post_code: string;
  country: string;
}

/**
 * A British postcode as the post writes it: 'sw1a1aa' as 'SW1A 1AA'. Anything else stays as it was typed, but for
 * spaces at its ends.
 */
export function tidyPostcode(typed: string): string {
  const bare = typed.replace(/\s/g, "").toUpperCase();
  const [, outward, inward] = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/.exec(bare) ?? [];
  return outward && inward ? `${outward} ${inward}` : typed.trim();
}

/** A postcode for reading, which does not go on in the next line. Not for what is written or compared. */
export const formatPostcode = (postcode: string) => postcode.trim().replace(/\s+/g, "\u00a0");

/** What may be chosen as a country; 'uk' reads as United Kingdom. */
export const COUNTRIES = [
  { value: "uk", label: "United Kingdom" },
  { value: "Ireland", label: "Ireland" },
  { value: "Isle of Man", label: "Isle of Man" },
  { value: "Jersey", label: "Jersey" },
  { value: "Guernsey", label: "Guernsey" },
];

/** The choices, with one that is kept already though it is not among them. */
export function getCountryOptions(current: string) {
  if (current === "" || COUNTRIES.some(({ value }) => value === current)) return COUNTRIES;
  return [...COUNTRIES, { value: current, label: current }];
}

/**
 * An address as lines for reading; home addresses leave the country out. One that is known in one line only is that line,
 * where the parts are empty.
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
