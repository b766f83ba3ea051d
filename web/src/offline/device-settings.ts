/** The settings that survive signing out and updates of the app. */
export const PERSISTENT_SETTINGS = [
  "usePin",
  "pinSetupCompleted",
  "skipPinSetup",
  "lastLoggedInUserId",
  "notificationsHere",
] as const;

/**
 * Edits of documents that the server hasn't acknowledged. They survive as well: an idle timeout while offline
 * must not lose anyone's work.
 */
export const UNSENT_PREFIX = "plumbline:draft:";

/** Reads a setting; null if there is none or the browser forbids storage. */
export function readSetting(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a setting, or removes it if null. Without storage, nothing happens. */
export function writeSetting(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Ignored, because settings are only a convenience.
  }
}

/** Clears local and session storage except the persistent settings. */
export function clearStorage(): void {
  try {
    const keysToRemove = Object.keys(localStorage).filter(
      (key) => !(PERSISTENT_SETTINGS as readonly string[]).includes(key) && !key.startsWith(UNSENT_PREFIX),
    );
    for (const key of keysToRemove) localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // If the browser forbids storage, there is nothing to clear.
  }
}

/** Clears local and session storage completely, after an account was deleted. */
export function clearAllStorage(): void {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // As above.
  }
}

/** The key of the theme setting. */
export const THEME_SETTING = "theme";

/**
 * Sets the stored theme to light, the only theme, whatever was stored before and whatever the device prefers.
 */
export function forceLightTheme(): void {
  writeSetting(THEME_SETTING, "light");
}
