import { useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { meQuery } from "../../entities/accounts/queries";
import {
  abilityOf,
  answerHere,
  keepAnswer,
  NotAllowed,
  subscribe,
} from "../../entities/notifications/browser";
import { asksHere, offerAnswered, offerStore } from "../../entities/notifications/offer";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { toast } from "../../ui/toast";
import { useTurnOn } from "./mutations";
import { whyNot } from "./words";

/**
 * Asks whether this device is to be told, once a quote was sent: its answer is worth knowing. Never on arrival, never
 * where the browser says no already, and not again after 'Not now'.
 */
export function Offer() {
  const sent = useSyncExternalStore(offerStore.subscribe, offerStore.snapshot);
  const { data: user } = useQuery(meQuery);
  const turnOn = useTurnOn(user?.id ?? "");
  if (!user || !asksHere(user.id, sent)) return null;
  const notNow = () => {
    keepAnswer(user.id, "off");
    offerAnswered();
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
            <Button onClick={notNow}>Not now</Button>
            <Button
              variant="primary"
              busy={turnOn.isPending}
              busyLabel="Turning on…"
              onClick={() =>
                turnOn.mutate(undefined, {
                  onSuccess: () => toast({ title: "Notifications are on for this device", tone: "good" }),
                  onError: (error) => {
                    if (error instanceof NotAllowed) notNow();
                    toast({ title: "Notifications aren’t on", description: whyNot(error), tone: "bad" });
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

/** Whoever turned messages on here has them after a log-in again, and under the browser's newest address. */
export function useStaySubscribed(userId: string | undefined): void {
  useEffect(() => {
    if (!userId || answerHere(userId) !== "on" || abilityOf() !== "able") return;
    if (Notification.permission !== "granted") return;
    subscribe().catch((error: unknown) => console.warn("Notifications could not be renewed here.", error));
  }, [userId]);
}
