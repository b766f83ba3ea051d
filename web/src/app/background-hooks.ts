import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import type { DocumentKind } from "../api/generated/DocumentKind";
import type { SendRequest } from "../api/generated/SendRequest";
import { type LiveMessage, openLiveSocket } from "../api/live-socket";
import { ALL_KINDS, KINDS, WRITTEN_KINDS } from "../documents/kind";
import { documentKeys, documentQueries } from "../documents/queries";
import type { StoredDocument } from "../documents/types";
import { activityKeys } from "../entities/activities/queries";
import { pushPlanEvent } from "../entities/consent/consent";
import { contactsQuery } from "../entities/contacts/queries";
import { itemsQuery } from "../entities/items/queries";
import { notificationKeys } from "../entities/notifications/queries";
import { SUBSCRIPTION_PATH, usePlan } from "../entities/plans/usePlan";
import { profilesQuery } from "../entities/profiles/queries";
import { templatesQuery } from "../entities/quote-templates/queries";
import { prefetchDocuments } from "../offline/cache/prefetch";
import { connection } from "../offline/connection";
import { sender } from "../offline/waiting/sender";
import { todayInLondon } from "../rules/calendar";
import { toast } from "../ui/toast";

const DASHBOARD = ["/api/dashboard"];
const RECURRING = ["/api/recurring"];
const NOTIFICATION = "notification";
const SUBSCRIPTION_EVENT = "subscription_event";

/**
 * Refetches what the server reports as changed, for example when a customer accepts or another window saves.
 * Mounted once, in the signed-in app; the socket uses the session's cookie.
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
      // The recurring invoice that created it has moved on.
      void client.invalidateQueries({ queryKey: RECURRING });
      void client.invalidateQueries({ queryKey: activityKeys.all });
    };
    return openLiveSocket({ onMessage: readAgain, onReturn: () => readAgain() });
  }, [client]);
}

/**
 * Shows a toast when a document that was sent by link while offline has got its link, because it still has to
 * be shared.
 */
export function useNewLinkToasts(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      sender.onArrived(({ thing, write }, answer) => {
        const kind = KINDS[thing.sort as DocumentKind];
        const isByLink = (write.body as SendRequest | undefined)?.via === "link";
        if (!kind || !write.path.endsWith("/send") || !isByLink) return;
        const number = (answer as StoredDocument | undefined)?.[kind.numberField];
        toast({
          title: `${kind.Name} ${number ?? ""} has its link`.replace("  ", " "),
          description: "Share it with your customer: it hasn’t been sent to them yet.",
          duration: 20_000,
          action: { label: "Share it", onPress: () => navigate(`${kind.path}/${thing.id}`) },
        });
      }),
    [navigate],
  );
}

/** A delay in milliseconds, so that the first screen loads before anything is prefetched. */
const PREFETCH_DELAY = 1_500;

const UNFILTERED = { q: "", status: "", archived: false, from: "", to: "", sort: "", order: "asc" } as const;

/**
 * Caches the lists that every quote needs and the newest documents before the connection is lost, and more if
 * the user wants that.
 */
export function useOfflinePrefetch(account: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!account) return;
    const timer = setTimeout(() => {
      if (connection.isDown()) return;
      void client.prefetchQuery(contactsQuery);
      void client.prefetchQuery(itemsQuery);
      void client.prefetchQuery(profilesQuery);
      void client.prefetchQuery(templatesQuery);
      for (const { kind } of WRITTEN_KINDS) {
        void client.prefetchInfiniteQuery(documentQueries.list(kind, UNFILTERED));
      }
      void prefetchDocuments();
    }, PREFETCH_DELAY);
    return () => clearTimeout(timer);
  }, [client, account]);
}

/**
 * Opens the page of a pressed notification, which the service worker sends to the window that it brings to
 * the front.
 */
export function useNotificationNavigation(): void {
  const navigate = useNavigate();
  useEffect(() => {
    // Absent on an insecure address, or if the user has turned it off.
    const workers = "serviceWorker" in navigator ? navigator.serviceWorker : null;
    const open = ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== "object" || data === null || !("type" in data) || data.type !== "OPEN") return;
      if ("path" in data && typeof data.path === "string") void navigate(data.path);
    };
    workers?.addEventListener("message", open);
    return () => workers?.removeEventListener("message", open);
  }, [navigate]);
}

/**
 * Refreshes the plan: waiting writes are sent as soon as there is a plan, and a window that is open over
 * midnight checks it on the new day.
 */
export function usePlanRefresh(): void {
  const client = useQueryClient();
  const mayWrite = usePlan().subscription?.mayWrite;
  const today = todayInLondon();
  const checkedDay = useRef(today);
  useEffect(() => {
    if (mayWrite) sender.runSoon();
  }, [mayWrite]);
  useEffect(() => {
    if (checkedDay.current === today) return;
    checkedDay.current = today;
    void client.invalidateQueries({ queryKey: [SUBSCRIPTION_PATH], exact: true });
  }, [client, today]);
}
