import type { DocumentKind } from "../api/generated/DocumentKind";
import { KINDS } from "./kind";

/** The query keys of the customer's page, by token. */
export const publicPageKeys = {
  one: (kind: DocumentKind, token: string) => [KINDS[kind].api, "public", token] as const,
};
