import { ASK_DELAY, canAskForConsent, pushSavedConsent } from "./entities/consent/consent";
import { suppressInstallPrompt } from "./features/installing/suppress";
import { forceLightTheme } from "./offline/device-settings";
import { isInstalled } from "./ui/device";
import "./site.css";

// The marketing pages work without a script. This one is small; the interactive parts load when they come
// near the window.

const page = document.documentElement;
const preview = new URLSearchParams(location.search).get("preview") === "true";
const loadIslands = () => import("./features/site/islands/hydrate");

/**
 * Whether the page may be displayed. The installed app starts at the login, unless the user has chosen to see
 * the site from within it.
 */
function passesGuard(): boolean {
  if (page.dataset.guarded === undefined) return true;
  // Not `fullscreen`, which applies to any page after F11; our manifest opens no such window.
  const isApp = matchMedia("(display-mode: standalone), (display-mode: minimal-ui)").matches;
  if (isApp && !preview) {
    location.replace("/login");
    return false;
  }
  delete page.dataset.guarded;
  return true;
}

/** Whether a user is signed in here; false if the server can't be reached. */
async function isSignedIn(): Promise<boolean> {
  try {
    // biome-ignore lint/style/noRestrictedGlobals: the typed calls are many times larger than this script
    const answer = await fetch("/api/auth/me", { credentials: "same-origin", cache: "no-cache" });
    return answer.ok && (await answer.json()) !== null;
  } catch {
    return false;
  }
}

/**
 * Keeps the preview parameter in the links, so that a signed-in user stays on the site from page to page.
 * Pages without a guard have the same address for everybody, so here the session decides.
 */
async function keepPreview(isForAll: boolean): Promise<void> {
  if (!preview && !(isForAll && (await isSignedIn()))) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href^='/']")) {
    const address = new URL(link.href);
    if (!["/", "/features", "/pricing"].includes(address.pathname)) continue;
    address.searchParams.set("preview", "true");
    link.href = address.href;
  }
}

/** Closes the menu after use, on Escape, and when something else is pressed. */
function setUpMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>("[data-menu]");
  const summary = menu?.querySelector("summary");
  menu?.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a")) menu.open = false;
  });
  // Not `click`, which Safari doesn't fire when a finger presses something that isn't a control.
  document.addEventListener("pointerdown", ({ target }) => {
    if (menu?.open && target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  // Independent of the focus, since Safari doesn't focus what is tapped.
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu?.open) return;
    menu.open = false;
    summary?.focus();
  });
}

/** Loads the interactive parts once they are near the window. */
function hydrateNearIslands(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        observer.unobserve(target);
        void loadIslands().then(({ hydrateIsland }) => hydrateIsland(target));
      }
    },
    { rootMargin: "100px" },
  );
  for (const part of document.querySelectorAll("[data-island]")) observer.observe(part);
}

/** Publishes the saved consent, or asks for it after a while. */
function setUpConsent(): void {
  pushSavedConsent();
  const showQuestion = (how: { opened: boolean }) =>
    void loadIslands().then(({ showConsent }) => showConsent(how));
  const settings = document.querySelector<HTMLButtonElement>("[data-consent]");
  if (settings) {
    settings.hidden = false;
    settings.addEventListener("click", () => showQuestion({ opened: true }));
  }
  setTimeout(
    () => canAskForConsent(location.pathname, isInstalled()) && showQuestion({ opened: false }),
    ASK_DELAY,
  );
}

// Before everything else, because a browser may offer installation as soon as it has read the page.
suppressInstallPrompt();
// Read before the guard is removed.
const isForAll = page.dataset.guarded === undefined;
if (passesGuard()) {
  forceLightTheme();
  void keepPreview(isForAll);
  setUpMenu();
  setUpConsent();
  if (document.readyState === "complete") hydrateNearIslands();
  else addEventListener("load", hydrateNearIslands);
}
