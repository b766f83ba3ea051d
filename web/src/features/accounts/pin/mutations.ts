import { useMutation, useQueryClient } from "@tanstack/react-query";
import { post, remove } from "../../../api/writes";
import { accountQuery } from "../settings/queries";
import { rememberPin, rememberPinOff, rememberSkip } from "./flags";

/** Sets this device's PIN. */
export function useSetUpPin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pin: string) => post("/api/auth/pin/setup", { body: { pin } }),
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
      void client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
}
