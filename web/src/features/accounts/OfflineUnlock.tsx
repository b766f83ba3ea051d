import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { getErrorMessage } from "../../api/errors";
import type { User } from "../../api/generated/User";
import { loadLastUser } from "../../offline/device/cached-session";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { deviceName } from "../../ui/device";
import { toast } from "../../ui/toast";
import { PasskeyPromptDismissed } from "./passkeys/passkeys";
import { unlockWithPasskey } from "./passkeys/unlock";

/** Without signal nobody can log in; whoever was here last opens what this device holds by a passkey. */
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
