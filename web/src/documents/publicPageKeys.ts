import type { DocumentKind } from "../api/generated/DocumentKind";
import { KINDS } from "./kind";

/** Where what the holder of a link sees is kept. */
export const publicPageKeys = {
  one: (kind: DocumentKind, token: string) => [KINDS[kind].api, "public", token] as const,
};
