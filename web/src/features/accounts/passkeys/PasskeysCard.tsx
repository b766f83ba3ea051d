import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import { getErrorMessage } from "../../../api/errors";
import type { Passkey } from "../../../api/generated/Passkey";
import { configQuery } from "../../../entities/accounts/queries";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { ConfirmDialog, Dialog } from "../../../ui/Dialog";
import { formatDateTime } from "../../../ui/formats";
import { ListSkeleton } from "../../../ui/Skeleton";
import { ErrorState } from "../../../ui/States";
import { TextField } from "../../../ui/TextField";
import { toast } from "../../../ui/toast";
import {
  canUsePasskeys,
  PasskeyAlreadyOnDevice,
  PasskeyPromptDismissed,
  passkeysQuery,
  useAddPasskey,
  useRemovePasskey,
  useRenamePasskey,
} from "./passkeys";

/** Lists the account's passkeys, and adds and removes them. */
export function PasskeysCard() {
  const { data: config } = useQuery(configQuery);
  const { data: passkeys, error, isFetching, refetch } = useQuery(passkeysQuery);
  const [naming, setNaming] = useState<Passkey | null>(null);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const add = useAddPasskey();
  const remove = useRemovePasskey();
  const canAdd = canUsePasskeys(config);

  const handleAdd = () =>
    add.mutate(undefined, {
      onSuccess: (passkey) => {
        toast({ title: "Your passkey was added", tone: "good" });
        setNaming(passkey);
      },
      onError: (cause) => {
        if (cause instanceof PasskeyPromptDismissed) return;
        const description =
          cause instanceof PasskeyAlreadyOnDevice
            ? "This device already has a passkey for your account."
            : getErrorMessage(cause);
        toast({ title: "Your passkey wasn’t added", description, tone: "bad" });
      },
    });
  const handleRemove = (passkey: Passkey) => {
    // Closes the confirmation, so that it doesn't cover the password prompt.
    setRemoving(null);
    remove.mutate(passkey.id, {
      onSuccess: () => toast({ title: `${passkey.name} can no longer be used to log in`, tone: "good" }),
      onError: (cause) =>
        toast({ title: "The passkey was not removed", description: getErrorMessage(cause), tone: "bad" }),
    });
  };

  return (
    <Card
      title="Passkeys"
      hint="Log in with your fingerprint, your face or your screen lock. Your password and PIN still work."
      flush
      className="overflow-hidden"
    >
      {passkeys ? (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setNaming(passkey)}
              onRemove={() => setRemoving(passkey)}
            />
          ))}
        </ul>
      ) : error && !isFetching ? (
        <ErrorState
          title="Your passkeys could not be loaded"
          message={getErrorMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <ListSkeleton rows={1} />
      )}
      <div className="flex border-line border-t p-4 md:justify-end md:px-5">
        {canAdd ? (
          <Button className="w-full md:w-auto" busy={add.isPending} busyLabel="Adding…" onClick={handleAdd}>
            Add a passkey
          </Button>
        ) : (
          <p className="text-quiet text-sm">
            {config && !config.passkeysOf
              ? "This server has no domain name, so it can’t use passkeys."
              : "This browser can’t add passkeys here."}
          </p>
        )}
      </div>
      {naming ? <PasskeyNameDialog key={naming.id} passkey={naming} onDone={() => setNaming(null)} /> : null}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title={`Remove ${removing?.name ?? "this passkey"}?`}
        description="It can no longer be used to log in. Your device may still show it: delete it there as well."
        confirmLabel="Remove"
        busy={remove.isPending}
        onConfirm={() => removing && handleRemove(removing)}
      />
    </Card>
  );
}

function PasskeyRow({
  passkey: { name, createdAt, lastUsedAt },
  onRename,
  onRemove,
}: {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}) {
  const used = lastUsedAt === null ? "not used yet" : `last used ${formatDateTime(lastUsedAt)}`;
  return (
    <li className="flex min-h-18 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-5">
      <KeyRound aria-hidden size={22} strokeWidth={1.75} className="shrink-0 text-ink" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="wrap-anywhere font-semibold text-ink">{name}</p>
        <p className="text-quiet text-sm">{`Added ${formatDateTime(createdAt)} · ${used}`}</p>
      </div>
      <div className="flex gap-2">
        <Button aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

function PasskeyNameDialog({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const [name, setName] = useState(passkey.name);
  const rename = useRenamePasskey();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate({ id: passkey.id, name }, { onSuccess: onDone });
  };
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title="Name your passkey"
      description="So that you recognise it in your list."
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Name"
          value={name}
          maxLength={60}
          error={rename.error ? getErrorMessage(rename.error) : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
          <Button onClick={onDone}>Cancel</Button>
          <Button type="submit" variant="primary" busy={rename.isPending} busyLabel="Saving…">
            Save name
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
