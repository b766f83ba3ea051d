import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type LiveMessage, openLiveSocket } from "../api/live-socket";
import { ALL_KINDS } from "../documents/kind";
import { documentKeys } from "../documents/queries";
import { activityKeys } from "../entities/activities/queries";
import { pushPlanEvent } from "../entities/consent/consent";
import { notificationKeys } from "../entities/notifications/queries";
import { SUBSCRIPTION_PATH } from "../entities/plans/queries";

const DASHBOARD = ["/api/dashboard"];
const RECURRING = ["/api/recurring"];
const NOTIFICATION = "notification";
const SUBSCRIPTION_EVENT = "subscription_event";

/**
 * Reads again what the server says has changed: a customer accepted, another window saved. Mounted once,
 * inside the signed-in app; the session's cookie lets the socket in.
 */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    const readAgain = (message?: LiveMessage) => {
      if (!message || message.type === SUBSCRIPTION_EVENT) {
        void client.invalidateQueries({ queryKey: [SUBSCRIPTION_PATH] });
        if (message) return pushPlanEvent(message.action ?? "", message.data);
      }
      if (!message || message.kind === NOTIFICATION) {
        void client.invalidateQueries({ queryKey: notificationKeys.all });
        if (message) return;
      }
      for (const { kind } of ALL_KINDS) {
        if (message?.kind && message.kind !== kind) continue;
        void client.invalidateQueries({ queryKey: documentKeys.lists(kind) });
        if (message?.id) void client.invalidateQueries({ queryKey: documentKeys.one(kind, message.id) });
        else void client.invalidateQueries({ queryKey: documentKeys.all(kind) });
      }
      void client.invalidateQueries({ queryKey: DASHBOARD });
      // What made the invoice has moved on.
      void client.invalidateQueries({ queryKey: RECURRING });
      void client.invalidateQueries({ queryKey: activityKeys.all });
    };
    return openLiveSocket({ onMessage: readAgain, onReturn: () => readAgain() });
  }, [client]);
}
