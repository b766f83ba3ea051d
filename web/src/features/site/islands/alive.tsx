import { type ReactNode, useEffect } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { CookieConsent } from "../../../entities/consent/CookieConsent";
import { openCookies } from "../../../entities/consent/opening";
import { Calculator } from "./Calculator";
import { LiveQuote } from "./LiveQuote";
import { TidyDemo } from "./TidyDemo";

const ISLANDS = { quote: LiveQuote, savings: Calculator, notes: TidyDemo };

const isIsland = (name: string): name is keyof typeof ISLANDS => name in ISLANDS;

/** Takes over a part whose HTML stands in the page. */
export function hydrate(place: HTMLElement): void {
  const name = place.dataset.island ?? "";
  if (!isIsland(name)) return;
  const Part = ISLANDS[name];
  const part = (
    <Awake place={place}>
      <Part />
    </Awake>
  );
  hydrateRoot(place, part, { identifierPrefix: name });
}

/** Notes on the page that its part listens now: to whoever tests it, an input that does nothing yet looks the same. */
function Awake({ place, children }: { place: HTMLElement; children: ReactNode }) {
  useEffect(() => {
    place.dataset.awake = "";
  }, [place]);
  return children;
}

let asking: Root | null = null;

/** Asks about cookies, or opens their settings. */
export function showConsent({ opened }: { opened: boolean }): void {
  if (asking) {
    if (opened) openCookies();
    return;
  }
  const place = document.createElement("div");
  document.body.append(place);
  asking = createRoot(place, { identifierPrefix: "cookies" });
  asking.render(<CookieConsent waited={!opened} opened={opened} />);
}
