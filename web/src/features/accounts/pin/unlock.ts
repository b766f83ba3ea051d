import { ExplainedError, NetworkError } from "../../../api/errors";
import type { User } from "../../../api/generated/User";
import { isUnreachedError } from "../../../api/reachability";
import { loadDeviceUser } from "../../../offline/device/device-users";
import { verifyPin } from "../../../offline/device/pin";

/** No PIN opens this device any more, right or wrong. */
export class DeviceLocked extends ExplainedError {}

/** Without signal the device itself judges the PIN: what it holds opens, and the server is asked once it is there. */
export async function loginOrUnlock(userId: string, pin: string, login: () => Promise<User>): Promise<User> {
  try {
    return await login();
  } catch (error) {
    if (!isUnreachedError(error)) throw error;
    return unlockWithPin(userId, pin, error);
  }
}

async function unlockWithPin(userId: string, pin: string, networkError: unknown): Promise<User> {
  const person = await loadDeviceUser(userId);
  switch (await verifyPin(userId, pin)) {
    case "right":
      if (person) return person.user;
      throw networkError;
    case "wrong":
      throw new ExplainedError("Invalid PIN");
    case "locked":
      throw new DeviceLocked(
        "Five wrong PINs: this device is locked. Log in with your email and password once there is signal.",
      );
    case "none":
      throw networkError instanceof NetworkError
        ? networkError
        : new NetworkError(navigator.onLine === false);
  }
}
