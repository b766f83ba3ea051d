/**
 * What the WASM package offers, as the app uses it: JSON text in, JSON text out where a document crosses. The
 * functions are core's; nothing is decided here.
 */
export interface RulesDoor {
  /** Totals of a document; throws the rule-error JSON as a string. */
  calculate(document: string): string;
  /** Every broken rule of a document: a JSON list of { path, code, msg }. */
  validate(document: string): string;
  /** The strength meter: JSON { level, valid, rules: [{ rule, msg, met }] }. */
  passwordStrength(password: string): string;
  /** Broken rules of the sign-up form: a JSON list of { path, code, msg }. */
  registration(name: string, email: string, password: string, confirm: string): string;
  /** '£1,234.50' of a decimal string; '£0.00' of anything else. */
  gbp(amount: string): string;
  /** '05/03/2026' of '2026-03-05'. */
  dateShort(date: string): string;
  /** '5 Mar 2026' of '2026-03-05'. */
  dateLong(date: string): string;
}
