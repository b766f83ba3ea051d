import { ASK_DELAY, canAskForConsent, pushSavedConsent } from "./entities/consent/consent";
import { suppressInstallPrompt } from "./features/installing/suppress";
import { forceLightTheme } from "./offline/device-settings";
import { isInstalled } from "./ui/device";
import "./site.css";

// The marketing pages stand without a script. This one is small; what moves comes when it is near.

const page = document.documentElement;
const preview = new URLSearchParams(location.search).get("preview") === "true";
const loadIslands = () => import("./features/site/islands/hydrate");

/** An installed app begins at the login; whoever looks at the site from within it has asked for that. */
function passesGuard(): boolean {
  if (page.dataset.guarded === undefined) return true;
  // Not `fullscreen`, which any page is at F11: our manifest opens no such window.
  const isApp = matchMedia("(display-mode: standalone), (display-mode: minimal-ui)").matches;
  if (isApp && !preview) {
    location.replace("/login");
    return false;
  }
  delete page.dataset.guarded;
  return true;
}

/** Whether somebody is signed in here. Where nobody can be asked, nobody is. */
async function isSignedIn(): Promise<boolean> {
  try {
    // biome-ignore lint/style/noRestrictedGlobals: the typed calls are many times this script
    const answer = await fetch("/api/auth/me", { credentials: "same-origin", cache: "no-cache" });
    return answer.ok && (await answer.json()) !== null;
  } catch {
    return false;
  }
}

/**
 * Somebody who is signed in stays on the site from page to page. The pages without a guard are read by everybody at
 * their own address, which does not say who reads.
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

/** The menu closes when it has been used, by Escape, and when something else is touched. */
function setUpMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>("[data-menu]");
  const summary = menu?.querySelector("summary");
  menu?.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a")) menu.open = false;
  });
  // Not `click`, which a finger on what is no control does not make in Safari.
  document.addEventListener("pointerdown", ({ target }) => {
    if (menu?.open && target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  // Wherever the focus is: Safari gives none to what is tapped.
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu?.open) return;
    menu.open = false;
    summary?.focus();
  });
}

/** Brings what moves to life once it is near the window. */
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

/** What was chosen is told again; whoever has not chosen is asked after a while. */
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

// First of all: a browser may offer it as soon as it has read the page.
suppressInstallPrompt();
// Before the guard is taken off.
const isForAll = page.dataset.guarded === undefined;
if (passesGuard()) {
  forceLightTheme();
  void keepPreview(isForAll);
  setUpMenu();
  setUpConsent();
  if (document.readyState === "complete") hydrateNearIslands();
  else addEventListener("load", hydrateNearIslands);
}
