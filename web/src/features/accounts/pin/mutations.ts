import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ExplainedError, NetworkError } from "../../../api/errors";
import type { User } from "../../../api/generated/User";
import { isUnreachedError } from "../../../api/reachability";
import { get, post, remove } from "../../../api/requests";
import { accountQuery } from "../../../entities/accounts/queries";
import { loadDeviceUser } from "../../../offline/device/device-users";
import { clearPinHash, savePinHash, verifyPin } from "../../../offline/device/pin";
import { readSetting } from "../../../offline/device-settings";
import { isMobile } from "../../../ui/device";
import {
  clearPinFlags,
  getPinUserId,
  isPinSetupCompleted,
  rememberLastUser,
  rememberPinOff,
  rememberPinSetUp,
  rememberPinSkipped,
} from "./flags";

export function useSetUpPin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (pin: string) => {
      const answer = await post("/api/auth/pin/setup", { body: { pin } });
      const account = readSetting("lastLoggedInUserId");
      // Saved first: if the page were left sooner, the hash would be missing.
      if (account) await savePinHash(account, pin);
      return answer;
    },
    onSuccess: () => {
      rememberPinSetUp();
      void client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
}

/** Declines a PIN. */
export function useSkipPin() {
  return useMutation({
    mutationFn: () => post("/api/auth/pin/setup", { body: { skip: true } }),
    onSuccess: rememberPinSkipped,
  });
}

export function useTurnOffPin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => remove("/api/auth/pin"),
    onSuccess: () => {
      rememberPinOff();
      const account = readSetting("lastLoggedInUserId");
      if (account) void clearPinHash(account);
      void client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
}

/**
 * Whether to offer a PIN to the person who has just signed in by password: on a phone, until the offer was
 * answered.
 */
export async function shouldOfferPin(user: User): Promise<boolean> {
  rememberLastUser(user.id);
  if (!isMobile()) return false;
  if (getPinUserId() && !(await isEnrolled())) clearPinFlags();
  return !isPinSetupCompleted();
}

/**
 * Whether the server still knows this device's PIN; when it can't be reached, what the device remembers
 * counts.
 */
async function isEnrolled(): Promise<boolean> {
  try {
    return (await get("/api/account")).pin.enrolled;
  } catch {
    return true;
  }
}

/** The device is locked: no PIN unlocks it any more, right or wrong. */
export class DeviceLocked extends ExplainedError {}

/** Logs in by PIN. Without a connection the device itself checks the PIN and unlocks what it has cached. */
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
