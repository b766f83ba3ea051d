import type { FormError } from "../../api/generated/FormError";
import { loadRules, type Rules } from "../../rules/rules";

/**
 * The rules that an input breaks, by core's judgement. The rules are loaded when they are first needed, so that no
 * form waits for them to show; where they cannot be loaded the server, which has the same, judges alone.
 */
export async function findFormErrors(check: (rules: Rules) => FormError[]): Promise<FormError[]> {
  try {
    return check(await loadRules());
  } catch (error) {
    console.warn("The rules could not be loaded.", error);
    return [];
  }
}

/** For a field of react-hook-form: true, or the first rule of `path` that is broken. */
async function validateField(path: string, check: (rules: Rules) => FormError[]): Promise<true | string> {
  return (await findFormErrors(check)).find((rule) => rule.path === path)?.msg ?? true;
}

/** Whether this is an e-mail address. */
export const validateEmail = (email: string) =>
  validateField("email", (rules) => rules.login(email.trim(), ""));

/** Whether a password is long enough to be anybody's. */
export const validatePassword = (password: string) =>
  validateField("password", (rules) => rules.login("", password));

/** Whether this can be a person's name. */
export const validateName = (name: string) =>
  validateField("name", (rules) => rules.registration(name, "", ""));
