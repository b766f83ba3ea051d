import type { Rules } from "../../rules/rules";

/** 'Nov 2026', of `2026-11`. */
export const formatMonth = (rules: Pick<Rules, "dateLong">, month: string): string =>
  rules.dateLong(`${month}-01`).replace(/^\d+ /, "");
