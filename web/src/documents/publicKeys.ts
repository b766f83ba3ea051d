import type { Kind } from "../api/generated/Kind";
import { KINDS } from "./kind";

/** Where what the holder of a link sees is kept. */
export const publicKeys = {
  one: (kind: Kind, token: string) => [KINDS[kind].api, "public", token] as const,
};
