import type { QueryClient } from "@tanstack/react-query";
import type { User } from "../api/generated/User";
import { getCachedEdits } from "../documents/unsent/useUnsentDocuments";
import { accountKeys } from "../entities/accounts/queries";
import { recordSeenUser } from "../offline/device/device-users";
import { restoreUnsentEdits } from "../offline/unsent-edit-store";
import { waitingLog } from "../offline/waiting/waiting-log";
import { deviceName } from "../ui/device";
import { toast } from "../ui/toast";

/** A store that was just taken away may not be there again at once: so often it is asked, so far apart. */
const MAX_TRIES = 4;
const RETRY_PAUSE = 250;

/**
 * The browser took away what this device kept, under an open window: what the window knows of unsent work is written
 * down anew, and its person is told.
 */
export async function restoreAfterWipe(client: QueryClient): Promise<void> {
  const user = client.getQueryData<User | null>(accountKeys.me);
  if (!user) return;
  const edits = getCachedEdits(client, user.id);
  const count = waitingLog.snapshot().length + new Set(edits.map(({ document }) => document)).size;
  const title = `The browser cleared what Plumbline had saved on this ${deviceName()}`;
  try {
    await retry(async () => {
      await waitingLog.restore();
      await restoreUnsentEdits(edits);
    });
    await recordSeenUser(user, Date.now());
    const description =
      count === 0
        ? "Nothing was waiting to be sent. Your account has everything."
        : "Your unsent work is safe: it has been saved again.";
    toast({ title, description, duration: 15_000 });
  } catch {
    const description = "Leave this page open until there is signal: your unsent work is only here now.";
    toast({ title, description, tone: "bad", duration: 60_000 });
  }
}

async function retry(work: () => Promise<void>): Promise<void> {
  for (let left = MAX_TRIES - 1; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE));
    }
  }
}
