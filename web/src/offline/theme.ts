import { writeSetting } from "./storage";

/** Where the theme is stored. */
export const THEME = "theme";

/** Has the stored theme say light, whatever it said before: there is no other, whatever the device prefers. */
export function forceLight(): void {
  writeSetting(THEME, "light");
}
