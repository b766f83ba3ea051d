import { queryOptions } from "@tanstack/react-query";
import type { QuoteVersion } from "../../api/generated/QuoteVersion";
import { get } from "../../api/reads";
import { documentKeys } from "../../documents/queries";
import { moment } from "../../ui/moment";

/** Below the quote itself: read again with it. */
const keys = (id: string) => [...documentKeys.one("quote", id), "versions"] as const;

export const versionQueries = {
  all: (id: string) =>
    queryOptions({
      queryKey: keys(id),
      queryFn: ({ signal }) => get("/api/quotes/{id}/versions", { params: { id }, signal }),
    }),
  one: (id: string, number: number) =>
    queryOptions({
      queryKey: [...keys(id), number],
      queryFn: ({ signal }) =>
        get("/api/quotes/{id}/versions/{number}", { params: { id, number: String(number) }, signal }),
    }),
  changes: (id: string, since: number, number: number) =>
    queryOptions({
      queryKey: [...keys(id), number, since],
      queryFn: ({ signal }) =>
        get("/api/quotes/{id}/versions/{number}/changes", {
          params: { id, number: String(number) },
          query: { since },
          signal,
        }),
    }),
};

/** The two that are compared: those of the address where they are there, else the newest and the one before. */
export function chosenOf(
  versions: readonly QuoteVersion[],
  asked: { since: string; number: string },
): [since: number, number: number] | null {
  const numbers = versions.map(({ number }) => number);
  const [newest, before] = numbers;
  if (newest === undefined || before === undefined) return null;
  const find = (text: string) => numbers.find((number) => String(number) === text);
  const number = find(asked.number) ?? newest;
  const earlier = numbers.find((one) => one < number) ?? before;
  return [find(asked.since) ?? earlier, number];
}

/** `Version 3 · 21 Nov 2026, 10:42 · accepted`. */
export function called({ number, issuedAt, accepted, byCustomer }: QuoteVersion): string {
  const more = accepted ? (byCustomer ? " · as your customer picked it" : " · accepted") : "";
  return `Version ${number} · ${moment(issuedAt)}${more}`;
}
