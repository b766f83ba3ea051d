import { useMutation, useQueryClient } from "@tanstack/react-query";
import { post, remove } from "../../../api/writes";
import { accountQuery } from "../../../entities/accounts/queries";
import { forgetPinCheck, rememberPinCheck } from "../../../offline/device/pin";
import { readSetting } from "../../../offline/storage";
import { rememberPin, rememberPinOff, rememberSkip } from "./flags";

/** Sets this device's PIN. */
export function useSetUpPin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (pin: string) => {
      const answer = await post("/api/auth/pin/setup", { body: { pin } });
      const account = readSetting("lastLoggedInUserId");
      // Before anything goes on: a page that is left would not have it.
      if (account) await rememberPinCheck(account, pin);
      return answer;
    },
    onSuccess: () => {
      rememberPin();
      void client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
}

/** Says that no PIN is wanted. */
export function useSkipPin() {
  return useMutation({
    mutationFn: () => post("/api/auth/pin/setup", { body: { skip: true } }),
    onSuccess: rememberSkip,
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
      if (account) void forgetPinCheck(account);
      void client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
}
