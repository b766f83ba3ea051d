import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query-client";
import { App } from "./app/App";
import { reloadOnMissingChunk } from "./app/missing-chunk";
import { showPlanRefusals, trackPendingMutations } from "./app/mutation-listeners";
import { startOffline } from "./app/offline";
import { createRouter } from "./app/router";
import { pushSavedConsent } from "./entities/consent/consent";
import { applyInstalledConsent } from "./entities/consent/installedConsent";
import { captureInstallPrompt } from "./features/installing/install-prompt";
import { forceLightTheme } from "./offline/device-settings";
import { registerServiceWorker } from "./offline/service-worker-registration";
import "./styles.css";
import { trackKeys } from "./ui/typing-tracker";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root to show the app in.");

const queryClient = createQueryClient();
startOffline(queryClient);
const router = createRouter();

forceLightTheme();
reloadOnMissingChunk();
captureInstallPrompt();
pushSavedConsent();
void applyInstalledConsent();
trackKeys();
trackPendingMutations(queryClient);
showPlanRefusals(queryClient);

createRoot(root).render(<App client={queryClient} router={router} />);

// Only a build has a service worker. It can wait until the page has loaded.
if (import.meta.env.PROD) window.addEventListener("load", () => void registerServiceWorker());
