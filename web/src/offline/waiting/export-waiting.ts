import { getCurrentAccount } from "../current-account";
import { loadUnsentEdits } from "../unsent-edit-store";
import { toBlob } from "./offline-mutations";
import type { WaitingChange } from "./waiting-change";
import { waitingLog } from "./waiting-log";

/** Downloads everything that is waiting for an account as a file: JSON, with photos as data URLs. */
export async function exportWaitingChanges(account: string | null = getCurrentAccount()): Promise<void> {
  if (account === null) return;
  const writes = await Promise.all((await waitingLog.listForAccount(account)).map(toExportRow));
  const documents = await loadUnsentEdits(account).catch(() => []);
  const text = JSON.stringify({ savedAt: new Date().toISOString(), writes, documents }, null, 2);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "plumbline-waiting.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function toExportRow({ label, at, thing, write, problem }: WaitingChange) {
  const { form, ...rest } = write;
  if (!form) return { label, at, thing, write: rest, problem };
  const parts = await Promise.all(
    form.map(async ([name, value]) => [
      name,
      typeof value === "string" ? value : await readDataUrl(toBlob(value)),
    ]),
  );
  return { label, at, thing, write: { ...rest, form: parts }, problem };
}

function readDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** How many changes the server doesn't have yet: writes, and documents with unsent edits. */
export async function countUnsentChanges(account: string): Promise<number> {
  const documents = await loadUnsentEdits(account).catch(() => []);
  return (
    (await waitingLog.listForAccount(account)).length +
    new Set(documents.map(({ document }) => document)).size
  );
}
