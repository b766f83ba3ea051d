import { queryOptions } from "@tanstack/react-query";
import type { QuoteVersion } from "../../api/generated/QuoteVersion";
import { get } from "../../api/requests";
import { documentKeys } from "../../documents/queries";
import { formatDateTime } from "../../ui/formats";

/** Under the quote's own key, so that it is invalidated with the quote. */
const buildVersionKey = (id: string) => [...documentKeys.one("quote", id), "versions"] as const;

export const quoteVersionQueries = {
  all: (id: string) =>
    queryOptions({
      queryKey: buildVersionKey(id),
      queryFn: ({ signal }) => get("/api/quotes/{id}/versions", { params: { id }, signal }),
    }),
  one: (id: string, number: number) =>
    queryOptions({
      queryKey: [...buildVersionKey(id), number],
      queryFn: ({ signal }) =>
        get("/api/quotes/{id}/versions/{number}", { params: { id, number: String(number) }, signal }),
    }),
  changes: (id: string, since: number, number: number) =>
    queryOptions({
      queryKey: [...buildVersionKey(id), number, since],
      queryFn: ({ signal }) =>
        get("/api/quotes/{id}/versions/{number}/changes", {
          params: { id, number: String(number) },
          query: { since },
          signal,
        }),
    }),
};

/**
 * The two versions to compare: those in the address if they exist, otherwise the newest and the one before.
 */
export function chooseVersions(
  versions: readonly QuoteVersion[],
  requested: { since: string; number: string },
): [since: number, number: number] | null {
  const numbers = versions.map(({ number }) => number);
  const [newest, previous] = numbers;
  if (newest === undefined || previous === undefined) return null;
  const find = (text: string) => numbers.find((number) => String(number) === text);
  const number = find(requested.number) ?? newest;
  const earlier = numbers.find((one) => one < number) ?? previous;
  return [find(requested.since) ?? earlier, number];
}

/** A version's name: `Version 3 · 21 Nov 2026, 10:42 · accepted`. */
export function formatVersionName({ number, issuedAt, accepted, byCustomer }: QuoteVersion): string {
  const more = accepted ? (byCustomer ? " · as your customer picked it" : " · accepted") : "";
  return `Version ${number} · ${formatDateTime(issuedAt)}${more}`;
}
