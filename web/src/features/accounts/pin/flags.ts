import { readSetting, writeSetting } from "../../../offline/device-settings";

/** The account that signed in last on this device, when a PIN may sign it in again; else null. */
export function getPinUserId(): string | null {
  const ready = readSetting("usePin") === "true" && readSetting("pinSetupCompleted") === "true";
  return ready ? readSetting("lastLoggedInUserId") || null : null;
}

/** Whether the question of a PIN was answered on this device, by setting one up or by skipping it. */
export function isPinSetupCompleted(): boolean {
  return readSetting("pinSetupCompleted") === "true";
}

/** Remembers who signed in. What was answered for somebody else's PIN does not count for them. */
export function rememberLastUser(id: string): void {
  if (readSetting("lastLoggedInUserId") !== id) clearPinFlags();
  writeSetting("lastLoggedInUserId", id);
}

/** A PIN was set up. */
export function rememberPinSetUp(): void {
  writeSetting("pinSetupCompleted", "true");
  writeSetting("usePin", "true");
}

/** The set-up was skipped: nobody is asked again on this device. */
export function rememberPinSkipped(): void {
  writeSetting("pinSetupCompleted", "true");
}

/** The PIN was turned off: the password signs in, and nobody is asked again. */
export function rememberPinOff(): void {
  writeSetting("usePin", null);
}

/** The device's PIN is gone without anybody having wished it: it may be offered anew. */
export function clearPinFlags(): void {
  for (const flag of ["usePin", "pinSetupCompleted", "skipPinSetup"]) writeSetting(flag, null);
}
