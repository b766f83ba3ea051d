/** What stays on the device when somebody is signed out or the app is updated. */
export const PERSISTENT_SETTINGS = [
  "usePin",
  "pinSetupCompleted",
  "skipPinSetup",
  "lastLoggedInUserId",
  "notificationsHere",
] as const;

/** A setting of this device that outlives the session. */
export type PersistentSetting = (typeof PERSISTENT_SETTINGS)[number];

/**
 * Documents' typing that the server has not acknowledged yet. It stays as well: twenty quiet minutes without signal
 * must not cost somebody their work.
 */
export const UNSENT_PREFIX = "plumbline:draft:";

/** Reads a setting; null when there is none or the browser forbids storage. */
export function readSetting(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a setting, or removes it by null. A browser without storage simply forgets. */
export function writeSetting(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing to do: the setting is a convenience.
  }
}

/** Empties local and session storage but for what is kept. */
export function clearStorage(): void {
  try {
    const keysToRemove = Object.keys(localStorage).filter(
      (key) => !(PERSISTENT_SETTINGS as readonly string[]).includes(key) && !key.startsWith(UNSENT_PREFIX),
    );
    for (const key of keysToRemove) localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // A browser that forbids storage holds none.
  }
}

/** Empties local and session storage altogether: the account is gone. */
export function clearAllStorage(): void {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // As above.
  }
}

/** Where the theme is stored. */
export const THEME_SETTING = "theme";

/** Has the stored theme say light, whatever it said before: there is no other, whatever the device prefers. */
export function forceLightTheme(): void {
  writeSetting(THEME_SETTING, "light");
}
