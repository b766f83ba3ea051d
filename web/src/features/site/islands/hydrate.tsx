import { type ReactNode, useEffect } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { CookieConsent } from "../../../entities/consent/CookieConsent";
import { openCookieSettings } from "../../../entities/consent/cookieSettings";
import { LiveQuote } from "./LiveQuote";
import { SavingsCalculator } from "./SavingsCalculator";
import { TidyDemo } from "./TidyDemo";

const ISLANDS = { quote: LiveQuote, savings: SavingsCalculator, notes: TidyDemo };

const isIsland = (name: string): name is keyof typeof ISLANDS => name in ISLANDS;

/** Hydrates a part whose HTML is in the page. */
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

/**
 * Marks the part as hydrated in the page: without that, a test can't distinguish an input that does nothing
 * yet.
 */
function HydrationMark({ place, children }: { place: HTMLElement; children: ReactNode }) {
  useEffect(() => {
    place.dataset.awake = "";
  }, [place]);
  return children;
}

let consentRoot: Root | null = null;

/** Displays the cookie banner, or opens its settings. */
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
