import { loadRules, type Rules } from "./rules";

export type NoteTidier = Pick<Rules, "tidy">;

/** Core's tidier in the browser: turns rough notes into a job description by rules, offline. */
export function loadNoteTidier(): Promise<NoteTidier> {
  return loadRules();
}
