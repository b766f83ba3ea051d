import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { meQuery } from "../../entities/accounts/queries";
import { canOfferPush, pushOfferStore } from "../../entities/notifications/offer";
import { todayInLondon } from "../../rules/calendar";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { LogoMark } from "../../ui/Logo";
import { canOfferOn, INSTALL_PATH, installApp, promptStore } from "./install-prompt";
import { type AppUsage, isOfferDue, readUsage, recordDay, writeUsage } from "./usage";
import { canOfferMethod, getInstallMethod } from "./way";

/**
 * Whether somebody was asked about notifications since the app was opened: one question is enough. It stays true when
 * that one is answered.
 */
function useNotificationsAsked(userId: string | undefined, sent: boolean): boolean {
  const [wasAsked, setWasAsked] = useState(false);
  const isAsking = userId !== undefined && canOfferPush(userId, sent);
  useEffect(() => {
    if (isAsking) setWasAsked(true);
  }, [isAsking]);
  return wasAsked || isAsking;
}

/**
 * Offers the installed app once it has proved its worth: never on arrival, and never again once it is put away. `quiet`
 * is a page with work under the pen: there it only takes note.
 */
export function InstallOffer({ quiet = false }: { quiet?: boolean }) {
  const { pathname } = useLocation();
  const { data: user } = useQuery(meQuery);
  const sent = useSyncExternalStore(pushOfferStore.subscribe, pushOfferStore.snapshot);
  const hasPrompt = useSyncExternalStore(promptStore.subscribe, promptStore.snapshot);
  const wasAsked = useNotificationsAsked(user?.id, sent);
  const [usage, setUsage] = useState<AppUsage | null>(null);
  useEffect(() => {
    void readUsage().then((before) => setUsage(recordDay(before, todayInLondon())));
  }, []);
  useEffect(() => {
    if (usage) void writeUsage(usage);
  }, [usage]);
  const isRead = usage !== null;
  useEffect(() => {
    if (sent && isRead) setUsage((now) => (now === null || now.sent ? now : { ...now, sent: true }));
  }, [sent, isRead]);
  const method = getInstallMethod(hasPrompt);
  if (!usage || quiet || wasAsked || !isOfferDue(usage) || !canOfferMethod(method) || !canOfferOn(pathname))
    return null;
  const dismiss = () => setUsage({ ...usage, away: true });
  return (
    <aside aria-label="Install the app" className="mx-auto w-full max-w-6xl px-4 pt-4 md:px-8 md:pt-8">
      <Card>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <span className="flex size-11 shrink-0 items-center justify-center rounded-lg bg-ink">
            <LogoMark size={26} onDark />
          </span>
          <div className="min-w-0 flex-1 basis-56">
            <p className="font-semibold text-ink">Install Plumbline on this device</p>
            <p className="text-quiet text-sm">It opens like any other app, even without signal.</p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button onClick={dismiss}>No thanks</Button>
            {method === "press" ? (
              <Button variant="primary" onClick={() => void installApp().then(dismiss)}>
                Install
              </Button>
            ) : (
              <Button variant="primary" asChild>
                <Link to={INSTALL_PATH}>Show me how</Link>
              </Button>
            )}
          </div>
        </div>
      </Card>
    </aside>
  );
}
