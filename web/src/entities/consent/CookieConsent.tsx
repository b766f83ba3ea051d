import { useEffect, useState } from "react";
import { isInstalled } from "../../ui/device";
import { CookieBanner } from "./CookieBanner";
import { CookieDialog } from "./CookieDialog";
import {
  ASK_DELAY,
  type Consent,
  canAskForConsent,
  FULL_CONSENT,
  NECESSARY_CONSENT,
  readConsent,
  saveConsent,
} from "./consent";
import { onOpenCookieSettings } from "./cookieSettings";

/**
 * Asks once what is allowed beside what is necessary, and opens the settings whenever somebody wants them. Mounted once
 * in a page; `waited` where the time before the question has passed already.
 */
export function CookieConsent({ waited = false, opened = false }: { waited?: boolean; opened?: boolean }) {
  const [view, setView] = useState<"banner" | "dialog" | null>(opened ? "dialog" : waited ? "banner" : null);
  useEffect(() => onOpenCookieSettings(() => setView("dialog")), []);
  useEffect(() => {
    if (waited || opened) return;
    const ask = () => {
      if (canAskForConsent(location.pathname, isInstalled())) setView((now) => now ?? "banner");
    };
    const timer = setTimeout(ask, ASK_DELAY);
    return () => clearTimeout(timer);
  }, [waited, opened]);

  const save = (consent: Consent) => {
    saveConsent(consent);
    setView(null);
  };
  const [isReopened, setReopened] = useState(false);
  const close = () => {
    setReopened(true);
    setView(canAskForConsent(location.pathname, isInstalled()) ? "banner" : null);
  };
  if (view === "dialog") return <CookieDialog chosen={readConsent()} onSave={save} onClose={close} />;
  if (view !== "banner") return null;
  return (
    <CookieBanner
      isReopened={isReopened}
      onAccept={() => save(FULL_CONSENT)}
      onManage={() => setView("dialog")}
      onDismiss={() => save(NECESSARY_CONSENT)}
    />
  );
}
