import { useMutation, useQuery } from "@tanstack/react-query";
import { Download, KeyRound } from "lucide-react";
import { getErrorMessage } from "../../api/errors";
import type { User } from "../../api/generated/User";
import { loadLastUser } from "../../offline/device/cached-session";
import { countUnsentChanges, exportWaitingChanges } from "../../offline/waiting/export-waiting";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { deviceName } from "../../ui/device";
import { toast } from "../../ui/toast";
import { wasJustHere } from "./end-session";
import { PasskeyPromptDismissed, unlockWithPasskey } from "./passkeys/passkeys";

/**
 * Assures the last person who used this device that their unsent changes are safe. Where the server ended
 * their session while they worked, they may have no account to come back to, so they can save a copy as a
 * file.
 */
export function UnsentWorkBanner() {
  const { reached } = useConnection();
  const unsentWork = useQuery({
    queryKey: ["/api/auth/", "unsent-here"],
    queryFn: loadUnsentWork,
    enabled: reached,
    networkMode: "always",
    staleTime: 0,
    gcTime: 0,
  }).data;
  if (!reached || !unsentWork) return null;
  const { account, email, count } = unsentWork;
  return (
    <Banner
      tone="amber"
      title={count === 1 ? "One change hasn’t been sent yet" : `${count} changes haven’t been sent yet`}
      className="mb-6"
      live
    >
      <p>{`What you did on this ${deviceName()} as ${email} is safe. It is sent once you log in as ${email}.`}</p>
      {wasJustHere(account) && (
        <Button
          className="mt-3"
          icon={<Download aria-hidden size={20} strokeWidth={1.75} />}
          onClick={() => void exportWaitingChanges(account)}
        >
          Save a copy
        </Button>
      )}
    </Banner>
  );
}

async function loadUnsentWork(): Promise<{ account: string; email: string; count: number } | null> {
  const person = await loadLastUser();
  if (!person) return null;
  const { account, user } = person;
  const count = await countUnsentChanges(account);
  return count > 0 ? { account, email: user.email, count } : null;
}

/**
 * Without a connection nobody can log in; the last user can unlock what this device has cached with a
 * passkey.
 */
export function OfflineUnlock({ onUnlocked }: { onUnlocked: (user: User) => void }) {
  const { reached } = useConnection();
  const person = useQuery({
    queryKey: ["/api/auth/", "last-person"],
    queryFn: async () => (await loadLastUser()) ?? null,
    enabled: !reached,
    networkMode: "always",
    staleTime: 0,
    gcTime: 0,
  }).data;
  const unlock = useMutation({
    mutationFn: unlockWithPasskey,
    onSuccess: onUnlocked,
    onError: (error) => {
      if (!(error instanceof PasskeyPromptDismissed)) {
        toast({ title: "Not unlocked", description: getErrorMessage(error), tone: "bad" });
      }
    },
  });
  if (reached || !person) return null;
  const device = deviceName();
  return (
    <Banner tone="grey" title="No signal" className="mb-6" live>
      <p>
        {person.passkeys.length > 0
          ? `Use your passkey to open the work saved on this ${device} for ${person.user.email}.`
          : `The work saved on this ${device} for ${person.user.email} is safe. You can open it once you can log in.`}
      </p>
      {person.passkeys.length > 0 && (
        <Button
          className="mt-3"
          icon={<KeyRound aria-hidden size={20} strokeWidth={1.75} />}
          busy={unlock.isPending}
          busyLabel="Waiting for your passkey…"
          onClick={() => unlock.mutate(person)}
        >
          Unlock with a passkey
        </Button>
      )}
    </Banner>
  );
}
