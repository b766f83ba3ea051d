import type { Rules } from "../../rules/rules";

/** Formats a month such as `2026-11` as 'Nov 2026'. */
export const formatMonth = (rules: Pick<Rules, "dateLong">, month: string): string =>
  rules.dateLong(`${month}-01`).replace(/^\d+ /, "");
