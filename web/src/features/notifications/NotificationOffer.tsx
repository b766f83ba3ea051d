import { useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { meQuery } from "../../entities/accounts/queries";
import {
  canOfferPush,
  closePushOffer,
  getPushSupport,
  NotificationsNotAllowed,
  pushOfferStore,
  readPushChoice,
  savePushChoice,
  subscribeToPush,
} from "../../entities/notifications/push";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { toast } from "../../ui/toast";
import { describeTurnOnError, useTurnOnNotifications } from "./mutations";

/**
 * Offers notifications on this device once a quote was sent, when the customer's reply is awaited. Never on
 * arrival, never where the browser already refuses, and not again after 'Not now'.
 */
export function NotificationOffer() {
  const sentQuote = useSyncExternalStore(pushOfferStore.subscribe, pushOfferStore.snapshot);
  const { data: user } = useQuery(meQuery);
  const turnOn = useTurnOnNotifications(user?.id ?? "");
  if (!user || !canOfferPush(user.id, sentQuote)) return null;
  const declineOffer = () => {
    savePushChoice(user.id, "off");
    closePushOffer();
  };
  return (
    <aside aria-label="Notifications" className="mx-auto w-full max-w-6xl px-4 pt-4 md:px-8 md:pt-8">
      <Card>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <BellRing aria-hidden size={24} strokeWidth={1.75} className="shrink-0 text-ink" />
          <div className="min-w-0 flex-1 basis-56">
            <p className="font-semibold text-ink">Know when your customer replies</p>
            <p className="text-quiet text-sm">
              Get a notification on this device when a quote is accepted or an invoice is paid.
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button onClick={declineOffer}>Not now</Button>
            <Button
              variant="primary"
              busy={turnOn.isPending}
              busyLabel="Turning on…"
              onClick={() =>
                turnOn.mutate(undefined, {
                  onSuccess: () => toast({ title: "Notifications are on for this device", tone: "good" }),
                  onError: (error) => {
                    if (error instanceof NotificationsNotAllowed) declineOffer();
                    toast({
                      title: "Notifications aren’t on",
                      description: describeTurnOnError(error),
                      tone: "bad",
                    });
                  },
                })
              }
            >
              Turn on
            </Button>
          </div>
        </div>
      </Card>
    </aside>
  );
}

/**
 * Renews the subscription of a user who turned on notifications here: after logging in again, and with the
 * browser's newest push address.
 */
export function useSubscriptionRenewal(userId: string | undefined): void {
  useEffect(() => {
    if (!userId || readPushChoice(userId) !== "on" || getPushSupport() !== "able") return;
    if (Notification.permission !== "granted") return;
    subscribeToPush().catch((error: unknown) =>
      console.warn("Notifications could not be renewed here.", error),
    );
  }, [userId]);
}
