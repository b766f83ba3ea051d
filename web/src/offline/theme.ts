import { writeSetting } from "./device-settings";

/** Where the theme is stored. */
export const THEME_SETTING = "theme";

/** Has the stored theme say light, whatever it said before: there is no other, whatever the device prefers. */
export function forceLightTheme(): void {
  writeSetting(THEME_SETTING, "light");
}
