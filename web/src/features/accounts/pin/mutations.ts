import { useMutation, useQueryClient } from "@tanstack/react-query";
import { post, remove } from "../../../api/writes";
import { accountQuery } from "../../../entities/accounts/queries";
import { clearPinHash, savePinHash } from "../../../offline/device/pin";
import { readSetting } from "../../../offline/device-settings";
import { rememberPinOff, rememberPinSetUp, rememberPinSkipped } from "./flags";

/** Sets this device's PIN. */
export function useSetUpPin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (pin: string) => {
      const answer = await post("/api/auth/pin/setup", { body: { pin } });
      const account = readSetting("lastLoggedInUserId");
      // Before anything goes on: a page that is left would not have it.
      if (account) await savePinHash(account, pin);
      return answer;
    },
    onSuccess: () => {
      rememberPinSetUp();
      void client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
}

/** Says that no PIN is wanted. */
export function useSkipPin() {
  return useMutation({
    mutationFn: () => post("/api/auth/pin/setup", { body: { skip: true } }),
    onSuccess: rememberPinSkipped,
  });
}

/** Turns this device's PIN off. */
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
