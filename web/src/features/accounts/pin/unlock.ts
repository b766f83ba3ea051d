import { Explained, NetworkError } from "../../../api/errors";
import type { User } from "../../../api/generated/User";
import { isUnreached } from "../../../api/reach";
import { personOf } from "../../../offline/device/people";
import { judgePin } from "../../../offline/device/pin";

/** No PIN opens this device any more, right or wrong. */
export class DeviceLocked extends Explained {}

/** Without signal the device itself judges the PIN: what it holds opens, and the server is asked once it is there. */
export async function orUnlocked(userId: string, pin: string, login: () => Promise<User>): Promise<User> {
  try {
    return await login();
  } catch (error) {
    if (!isUnreached(error)) throw error;
    return unlock(userId, pin, error);
  }
}

async function unlock(userId: string, pin: string, unreached: unknown): Promise<User> {
  const person = await personOf(userId);
  switch (await judgePin(userId, pin)) {
    case "right":
      if (person) return person.user;
      throw unreached;
    case "wrong":
      throw new Explained("Invalid PIN");
    case "locked":
      throw new DeviceLocked(
        "Five wrong PINs: this device is locked. Log in with your email and password once there is signal.",
      );
    case "none":
      throw unreached instanceof NetworkError ? unreached : new NetworkError(navigator.onLine === false);
  }
}
