import type { User } from "../../../api/generated/User";
import { get } from "../../../api/reads";
import { isMobile } from "../../../ui/device";
import { clearPinFlags, getPinUserId, isPinSetupCompleted, rememberLastUser } from "./flags";

/** Whether a PIN is offered to who has just signed in by password: on a phone, until the question was answered. */
export async function shouldOfferPin(user: User): Promise<boolean> {
  rememberLastUser(user.id);
  if (!isMobile()) return false;
  if (getPinUserId() && !(await isEnrolled())) clearPinFlags();
  return !isPinSetupCompleted();
}

/** Whether the server still knows this device's PIN; when it cannot be asked, what the device remembers stands. */
async function isEnrolled(): Promise<boolean> {
  try {
    return (await get("/api/account")).pin.enrolled;
  } catch {
    return true;
  }
}
