import type { Site } from "../../../api/generated/Site";

/** A customer's job address as a document says it: its parts, a line each. What the business calls it stays its own. */
export function formatSiteAddress(site: Site): string {
  const { address_line1, address_line2, city, county, post_code } = site;
  return [address_line1, address_line2, city, county, post_code]
    .map((part) => part.trim())
    .filter(Boolean)
    .join("\n");
}

/** What a list of job addresses calls one. */
export function getSiteName(site: Site): string {
  return site.name.trim() || formatSiteAddress(site).split("\n").slice(0, 2).join(", ");
}

/** The one of these that the address is; -1 where it is none of them. */
export function findSiteIndex(sites: readonly Site[], address: string): number {
  return sites.findIndex((site) => formatSiteAddress(site) === address);
}
