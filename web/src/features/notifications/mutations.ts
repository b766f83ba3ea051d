import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { NotificationSettingsInput } from "../../api/generated/NotificationSettingsInput";
import { post, put, remove } from "../../api/writes";
import { closePushOffer } from "../../entities/notifications/offer";
import { enablePush, savePushChoice, unsubscribeFromPush } from "../../entities/notifications/push";
import { notificationKeys } from "../../entities/notifications/queries";

const invalidateNotifications = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: notificationKeys.all });

/** Notes that one was seen, and answers what it is about. */
export function useMarkNotificationRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => post("/api/notifications/{id}/read", { params: { id } }),
    onSettled: () => invalidateNotifications(client),
  });
}

/** Notes that everything up to one was seen. */
export function useMarkAllNotificationsRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (through: string) => post("/api/notifications/read", { body: { through } }),
    onSettled: () => invalidateNotifications(client),
  });
}

export function useChangeNotificationSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NotificationSettingsInput) => put("/api/notifications/settings", { body }),
    onSuccess: (settings) => client.setQueryData(notificationKeys.settings, settings),
  });
}

/** Has this browser told from now on. */
export function useTurnOnNotifications(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: enablePush,
    onSuccess: () => {
      savePushChoice(userId, "on");
      closePushOffer();
    },
    onSettled: () => client.invalidateQueries({ queryKey: notificationKeys.devices }),
  });
}

/** Sends nothing more to a browser; where it is this one, it is not asked again either. */
export function useTurnOffDevice(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, current }: { id: string; current: boolean }) => {
      await remove("/api/notifications/devices/{id}", { params: { id } });
      if (!current) return;
      savePushChoice(userId, "off");
      await unsubscribeFromPush();
    },
    onSettled: () => client.invalidateQueries({ queryKey: notificationKeys.devices }),
  });
}
