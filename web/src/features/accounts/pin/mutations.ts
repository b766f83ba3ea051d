import { useMutation, useQueryClient } from "@tanstack/react-query";
import { post, remove } from "../../../api/writes";
import { forgetPinCheck, rememberPinCheck } from "../../../offline/device/pin";
import { readSetting } from "../../../offline/storage";
import { accountQuery } from "../settings/queries";
import { rememberPin, rememberPinOff, rememberSkip } from "./flags";

/** Sets this device's PIN. */
export function useSetUpPin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pin: string) => post("/api/auth/pin/setup", { body: { pin } }),
    onSuccess: (_answer, pin) => {
      rememberPin();
      const account = readSetting("lastLoggedInUserId");
      if (account) void rememberPinCheck(account, pin);
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
