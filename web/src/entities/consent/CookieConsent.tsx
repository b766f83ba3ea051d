import { useEffect, useState } from "react";
import { isInstalled } from "../../ui/device";
import { CookieBanner } from "./CookieBanner";
import { CookieDialog } from "./CookieDialog";
import { onOpenCookies } from "./opening";
import { ALL, ASKED_AFTER, type Consent, chooseConsent, mayAsk, NECESSARY, readConsent } from "./store";

/**
 * Asks once what is allowed beside what is necessary, and opens the settings whenever somebody wants them. Mounted once
 * in a page; `waited` where the time before the question has passed already.
 */
export function CookieConsent({ waited = false, opened = false }: { waited?: boolean; opened?: boolean }) {
  const [shown, setShown] = useState<"banner" | "dialog" | null>(
    opened ? "dialog" : waited ? "banner" : null,
  );
  useEffect(() => onOpenCookies(() => setShown("dialog")), []);
  useEffect(() => {
    if (waited || opened) return;
    const ask = () => {
      if (mayAsk(location.pathname, isInstalled())) setShown((now) => now ?? "banner");
    };
    const timer = setTimeout(ask, ASKED_AFTER);
    return () => clearTimeout(timer);
  }, [waited, opened]);

  const save = (consent: Consent) => {
    chooseConsent(consent);
    setShown(null);
  };
  const [isBack, setBack] = useState(false);
  const close = () => {
    setBack(true);
    setShown(mayAsk(location.pathname, isInstalled()) ? "banner" : null);
  };
  if (shown === "dialog") return <CookieDialog chosen={readConsent()} onSave={save} onClose={close} />;
  if (shown !== "banner") return null;
  return (
    <CookieBanner
      isBack={isBack}
      onAccept={() => save(ALL)}
      onManage={() => setShown("dialog")}
      onDismiss={() => save(NECESSARY)}
    />
  );
}
