import type { FormError } from "../../api/generated/FormError";
import { loadRules, type Rules } from "../../rules/rules";

/**
 * The rules that an input breaks, by core's judgement. The rules are loaded when they are first needed, so that no
 * form waits for them to show; where they cannot be loaded the server, which has the same, judges alone.
 */
export async function broken(ask: (rules: Rules) => FormError[]): Promise<FormError[]> {
  try {
    return ask(await loadRules());
  } catch (error) {
    console.warn("The rules could not be loaded.", error);
    return [];
  }
}

/** For a field of react-hook-form: true, or the first rule of `path` that is broken. */
async function judged(path: string, ask: (rules: Rules) => FormError[]): Promise<true | string> {
  return (await broken(ask)).find((rule) => rule.path === path)?.msg ?? true;
}

/** Whether this is an e-mail address. */
export const validEmail = (email: string) => judged("email", (rules) => rules.login(email.trim(), ""));

/** Whether a password is long enough to be anybody's. */
export const validPassword = (password: string) => judged("password", (rules) => rules.login("", password));

/** Whether this can be a person's name. */
export const validName = (name: string) => judged("name", (rules) => rules.registration(name, "", ""));
