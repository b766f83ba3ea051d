import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { NotificationSettingsInput } from "../../api/generated/NotificationSettingsInput";
import { post, put, remove } from "../../api/writes";
import { keepAnswer, turnOn, unsubscribe } from "../../entities/notifications/browser";
import { offerAnswered } from "../../entities/notifications/offer";
import { notificationKeys } from "../../entities/notifications/queries";

const listChanged = (client: QueryClient) => client.invalidateQueries({ queryKey: notificationKeys.all });

/** Notes that one was seen, and answers what it is about. */
export function useReadOne() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => post("/api/notifications/{id}/read", { params: { id } }),
    onSettled: () => listChanged(client),
  });
}

/** Notes that everything up to one was seen. */
export function useReadAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (through: string) => post("/api/notifications/read", { body: { through } }),
    onSettled: () => listChanged(client),
  });
}

export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NotificationSettingsInput) => put("/api/notifications/settings", { body }),
    onSuccess: (settings) => client.setQueryData(notificationKeys.settings, settings),
  });
}

/** Has this browser told from now on. */
export function useTurnOn(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: turnOn,
    onSuccess: () => {
      keepAnswer(userId, "on");
      offerAnswered();
    },
    onSettled: () => client.invalidateQueries({ queryKey: notificationKeys.devices }),
  });
}

/** Sends nothing more to a browser; where it is this one, it is not asked again either. */
export function useTurnOff(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, current }: { id: string; current: boolean }) => {
      await remove("/api/notifications/devices/{id}", { params: { id } });
      if (!current) return;
      keepAnswer(userId, "off");
      await unsubscribe();
    },
    onSettled: () => client.invalidateQueries({ queryKey: notificationKeys.devices }),
  });
}
