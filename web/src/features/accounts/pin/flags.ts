import { readSetting, writeSetting } from "../../../offline/device-settings";

/** The account that signed in last on this device, if it can sign in with a PIN; otherwise null. */
export function getPinUserId(): string | null {
  const ready = readSetting("usePin") === "true" && readSetting("pinSetupCompleted") === "true";
  return ready ? readSetting("lastLoggedInUserId") || null : null;
}

/** Whether the offer of a PIN was answered on this device, by setting one up or by skipping it. */
export function isPinSetupCompleted(): boolean {
  return readSetting("pinSetupCompleted") === "true";
}

/** Remembers who signed in. The PIN settings of a different user are cleared. */
export function rememberLastUser(id: string): void {
  if (readSetting("lastLoggedInUserId") !== id) clearPinFlags();
  writeSetting("lastLoggedInUserId", id);
}

/** Records that a PIN was set up. */
export function rememberPinSetUp(): void {
  writeSetting("pinSetupCompleted", "true");
  writeSetting("usePin", "true");
}

/** Records that the set-up was skipped: it isn't offered again on this device. */
export function rememberPinSkipped(): void {
  writeSetting("pinSetupCompleted", "true");
}

/** Records that the PIN was turned off: the password signs in, and a PIN isn't offered again. */
export function rememberPinOff(): void {
  writeSetting("usePin", null);
}

/**
 * Clears the flags when the device's PIN is gone without anybody having turned it off, so that one may be
 * offered again.
 */
export function clearPinFlags(): void {
  for (const flag of ["usePin", "pinSetupCompleted", "skipPinSetup"]) writeSetting(flag, null);
}
