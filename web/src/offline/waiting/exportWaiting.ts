import { unsentOf } from "../unsent-store";
import { who } from "../who";
import { fileOf } from "./deeds";
import { waitingLog } from "./log";
import type { Waiting } from "./waiting";

/** Hands over everything that waits of an account as a file: JSON, photos as data addresses. */
export async function exportWaiting(account: string | null = who()): Promise<void> {
  if (account === null) return;
  const writes = await Promise.all((await waitingLog.of(account)).map(readable));
  const documents = await unsentOf(account).catch(() => []);
  const text = JSON.stringify({ savedAt: new Date().toISOString(), writes, documents }, null, 2);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "plumbline-waiting.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function readable({ label, at, thing, write, problem }: Waiting) {
  const { form, ...rest } = write;
  if (!form) return { label, at, thing, write: rest, problem };
  const parts = await Promise.all(
    form.map(async ([name, value]) => [
      name,
      typeof value === "string" ? value : await dataUrl(fileOf(value)),
    ]),
  );
  return { label, at, thing, write: { ...rest, form: parts }, problem };
}

function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** How many things the server does not have yet: writes, and documents with edits. */
export async function countUnsent(account: string): Promise<number> {
  const documents = await unsentOf(account).catch(() => []);
  return (await waitingLog.of(account)).length + new Set(documents.map(({ document }) => document)).size;
}
