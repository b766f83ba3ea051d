import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, it, onTestFinished, vi } from "vitest";
import { listenToTabs, type TabMessage } from "../features/accounts/tab-messages";

it("hears the tabs of its own file, and not those of another that runs meanwhile", async () => {
  const heard: TabMessage[] = [];
  onTestFinished(listenToTabs((news) => heard.push(news)));
  const tell = (ending: string) =>
    `new BroadcastChannel("plumbline-session").postMessage({ type: "ended", ending: "${ending}" });`;
  const elsewhere = new Worker(`${tell("elsewhere")} setTimeout(() => process.exit(), 50);`, { eval: true });
  await once(elsewhere, "exit");
  const tab = new BroadcastChannel("plumbline-session");
  onTestFinished(() => tab.close());
  tab.postMessage({ type: "ended", ending: "logout" });
  await vi.waitFor(() => expect(heard).not.toEqual([]));
  expect(heard).toEqual([{ type: "ended", ending: "logout" }]);
});
