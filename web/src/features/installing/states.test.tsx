// @vitest-environment window
// The page sends no requests: it says what this browser can do, and a browser can refuse.
import { screen, within } from "@testing-library/react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { emulateInstalledApp, emulatePhone } from "../../testing/device";
import { findToast, openSignedIn } from "../../testing/open-app";
import { captureInstallPrompt } from "./install-prompt";

const mockUserAgent = (words: string) => vi.spyOn(navigator, "userAgent", "get").mockReturnValue(words);
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605 Version/18.1 Safari/604.1";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/140.0 Firefox/140.0";
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537 Chrome/140.0 Safari/537";

const titles = () =>
  within(screen.getByRole("main"))
    .getAllByRole("heading", { level: 2 })
    .map((heading) => heading.textContent);

describe("the install page", () => {
  it("shows a phone only the instructions for that phone", async () => {
    emulatePhone();
    mockUserAgent(IPHONE);
    await openSignedIn("/settings/install");
    await screen.findByRole("heading", { name: "On this iPhone or iPad" });
    expect(titles()).toEqual(["On this iPhone or iPad"]);
  });

  it("says that this browser cannot install apps, and which browsers can", async () => {
    mockUserAgent(FIREFOX);
    await openSignedIn("/settings/install");
    await screen.findByText(/^This browser cannot install apps\. Chrome, Edge and Safari can/);
    expect(titles()).toEqual(["On an iPhone or iPad", "On an Android phone"]);
  });

  it("says that the app is installed, and offers no install button", async () => {
    emulateInstalledApp();
    await openSignedIn("/settings/install");
    await screen.findByText("Plumbline is installed: you are using it now.");
    expect(screen.queryByRole("button", { name: "Install Plumbline" })).toBeNull();
  });
});

describe("the install page in a browser with an install prompt", () => {
  beforeAll(() => captureInstallPrompt());

  /** Dispatches the browser's install event; `prompt` gives the person's response. */
  const offerInstall = (prompt: () => Promise<{ outcome: string }>) =>
    window.dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt }));

  it.each([
    ["accepted", "Plumbline is being installed"],
    ["failed", "Plumbline wasn’t installed"],
  ])("says how the installation ended: %s", async (outcome, says) => {
    mockUserAgent(CHROME);
    offerInstall(async () => {
      if (outcome === "failed") throw new DOMException("No", "NotAllowedError");
      return { outcome };
    });
    const user = await openSignedIn("/settings/install");
    await user.click(await screen.findByRole("button", { name: "Install Plumbline" }));
    await findToast(says);
    // A browser can prompt only once: from then on the page explains how to do it by hand.
    expect(screen.queryByRole("button", { name: "Install Plumbline" })).toBeNull();
    screen.getByRole("heading", { name: "On this computer" });
  });

  it("shows how to install by hand after the prompt was dismissed", async () => {
    mockUserAgent(CHROME);
    offerInstall(async () => ({ outcome: "dismissed" }));
    const user = await openSignedIn("/settings/install");
    await user.click(await screen.findByRole("button", { name: "Install Plumbline" }));
    await screen.findByRole("heading", { name: "On this computer" });
    expect(screen.queryByText(/^Plumbline (is being|was not) installed$/)).toBeNull();
  });
});
