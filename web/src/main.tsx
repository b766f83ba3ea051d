import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query-client";
import { App } from "./app/App";
import { markWrites } from "./app/mark-writes";
import { reloadForMissingPart } from "./app/missing-part";
import { startOffline } from "./app/offline";
import { hearRefusals } from "./app/plan-refusals";
import { createRouter } from "./app/router";
import { settleInstalled } from "./entities/consent/installed";
import { tellAgain } from "./entities/consent/store";
import { keepPrompt } from "./features/installing/prompt";
import { registerServiceWorker } from "./offline/register";
import { forceLight } from "./offline/theme";
import "./styles.css";
import { markKeys } from "./ui/typing";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root to show the app in.");

const queryClient = createQueryClient();
startOffline(queryClient);
const router = createRouter();

forceLight();
reloadForMissingPart();
keepPrompt();
tellAgain();
void settleInstalled();
markKeys();
markWrites(queryClient);
hearRefusals(queryClient);

createRoot(root).render(<App client={queryClient} router={router} />);

// Only a build has one. It can wait until everything is shown.
if (import.meta.env.PROD) window.addEventListener("load", () => void registerServiceWorker());
