import { loadRules, type Rules } from "./rules";

export type NoteTidier = Pick<Rules, "tidy">;

/** Core's tidier in the browser: rough notes made into a job description by rule, without a network. */
export function loadNoteTidier(): Promise<NoteTidier> {
  return loadRules();
}
