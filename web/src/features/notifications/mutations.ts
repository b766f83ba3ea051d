import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { getErrorMessage } from "../../api/errors";
import type { NotificationSettingsInput } from "../../api/generated/NotificationSettingsInput";
import { post, put, remove } from "../../api/requests";
import {
  closePushOffer,
  enablePush,
  NotificationsNotAllowed,
  savePushChoice,
  unsubscribeFromPush,
} from "../../entities/notifications/push";
import { notificationKeys } from "../../entities/notifications/queries";

const invalidateNotifications = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: notificationKeys.all });

/** Marks a notification as read; resolves to it with its subject. */
export function useMarkNotificationRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => post("/api/notifications/{id}/read", { params: { id } }),
    onSettled: () => invalidateNotifications(client),
  });
}

/** Marks everything up to a notification as read. */
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

/** Turns on notifications in this browser. */
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

/** Stops notifications to a browser; if it is this one, it isn't offered them again either. */
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

/** Why notifications could not be turned on, as a text for the user. */
export function describeTurnOnError(error: unknown): string {
  if (error instanceof NotificationsNotAllowed) {
    return "Your browser isn’t allowed to show notifications. You can allow it in the browser’s settings for this site.";
  }
  // Browsers' messages are meant for developers: they say that the push service can't be reached or is
  // switched off.
  if (error instanceof DOMException) return "This browser couldn’t reach its push service. Try again later.";
  return getErrorMessage(error);
}
