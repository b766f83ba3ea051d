import { type ReactNode, useEffect } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { CookieConsent } from "../../../entities/consent/CookieConsent";
import { openCookieSettings } from "../../../entities/consent/cookieSettings";
import { LiveQuote } from "./LiveQuote";
import { SavingsCalculator } from "./SavingsCalculator";
import { TidyDemo } from "./TidyDemo";

const ISLANDS = { quote: LiveQuote, savings: SavingsCalculator, notes: TidyDemo };

const isIsland = (name: string): name is keyof typeof ISLANDS => name in ISLANDS;

/** Takes over a part whose HTML stands in the page. */
export function hydrateIsland(place: HTMLElement): void {
  const name = place.dataset.island ?? "";
  if (!isIsland(name)) return;
  const Part = ISLANDS[name];
  const part = (
    <HydrationMark place={place}>
      <Part />
    </HydrationMark>
  );
  hydrateRoot(place, part, { identifierPrefix: name });
}

/** Notes on the page that its part listens now: to whoever tests it, an input that does nothing yet looks the same. */
function HydrationMark({ place, children }: { place: HTMLElement; children: ReactNode }) {
  useEffect(() => {
    place.dataset.awake = "";
  }, [place]);
  return children;
}

let consentRoot: Root | null = null;

/** Asks about cookies, or opens their settings. */
export function showConsent({ opened }: { opened: boolean }): void {
  if (consentRoot) {
    if (opened) openCookieSettings();
    return;
  }
  const place = document.createElement("div");
  document.body.append(place);
  consentRoot = createRoot(place, { identifierPrefix: "cookies" });
  consentRoot.render(<CookieConsent waited={!opened} opened={opened} />);
}
