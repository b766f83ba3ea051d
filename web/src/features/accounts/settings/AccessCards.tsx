import { useQuery } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { getErrorMessage } from "../../../api/errors";
import type { SignedInDevice } from "../../../api/generated/SignedInDevice";
import { Badge } from "../../../ui/Badge";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { ConfirmDialog } from "../../../ui/Dialog";
import { formatDateTime } from "../../../ui/formats";
import { ListSkeleton } from "../../../ui/Skeleton";
import { ErrorState } from "../../../ui/States";
import { toast } from "../../../ui/toast";
import { CardAction } from "../AccountFormParts";
import { devicesQuery, supportAccessQuery, useChangeSupportAccess, useSignOutDevice } from "./queries";

/** Lists where the account is signed in, and which devices have a PIN. */
export function SignedInDevicesCard() {
  const { data: devices, error, isFetching, refetch } = useQuery(devicesQuery);
  const [isConfirmingAll, setIsConfirmingAll] = useState(false);
  const signOut = useSignOutDevice();
  const showError = (cause: unknown) =>
    toast({ title: "The device was not logged out", description: getErrorMessage(cause), tone: "bad" });
  const others = devices?.some(({ current }) => !current);

  const signOutAll = () =>
    signOut.mutate(undefined, {
      onSuccess: () => toast({ title: "All other devices have been logged out", tone: "good" }),
      onError: showError,
      onSettled: () => setIsConfirmingAll(false),
    });
  const signOutDevice = ({ id, device }: SignedInDevice) =>
    signOut.mutate(id, {
      onSuccess: () => toast({ title: `${device} has been logged out`, tone: "good" }),
      onError: showError,
    });

  return (
    <Card title="Logged-in devices" flush className="overflow-hidden">
      {devices ? (
        <ul className="divide-y divide-line">
          {devices.map((device) => (
            <SignedInDeviceRow
              key={device.id}
              device={device}
              busy={signOut.isPending && signOut.variables === device.id}
              onSignOut={() => signOutDevice(device)}
            />
          ))}
        </ul>
      ) : error && !isFetching ? (
        <ErrorState
          title="Your devices could not be loaded"
          message={getErrorMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <ListSkeleton rows={2} />
      )}
      {others ? (
        <div className="flex border-line border-t p-4 md:justify-end md:px-5">
          <Button className="w-full md:w-auto" onClick={() => setIsConfirmingAll(true)}>
            Log out all other devices
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={isConfirmingAll}
        onOpenChange={setIsConfirmingAll}
        title="Log out all other devices?"
        description="They’ll need your email and password to get back in, and their PINs are removed. This device stays logged in."
        confirmLabel="Log out all"
        busy={signOut.isPending}
        onConfirm={signOutAll}
      />
    </Card>
  );
}

function SignedInDeviceRow({
  device: { device, current, active, lastSeenAt, pin },
  busy,
  onSignOut,
}: {
  device: SignedInDevice;
  busy: boolean;
  onSignOut: () => void;
}) {
  const Icon = /iPhone|Android|iPad/.test(device) ? Smartphone : Monitor;
  const used = current ? "In use now" : `Last used ${formatDateTime(lastSeenAt)}`;
  const detail = [used, pin ? "PIN set up" : null, active ? null : "not logged in"]
    .filter(Boolean)
    .join(" · ");
  return (
    <li className="flex min-h-18 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-5">
      <Icon aria-hidden size={22} strokeWidth={1.75} className="shrink-0 text-ink" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="break-words font-semibold text-ink">{device}</p>
        <p className="text-quiet text-sm">{detail}</p>
      </div>
      {current ? (
        <Badge tone="green" label="This device" />
      ) : (
        <Button aria-label={`Log out ${device}`} busy={busy} onClick={onSignOut}>
          {active ? "Log out" : "Remove"}
        </Button>
      )}
    </li>
  );
}

/** Lets the owner allow support to look into their account, and withdraw that. */
export function SupportAccessCard() {
  const { data: access } = useQuery(supportAccessQuery);
  const change = useChangeSupportAccess();
  const until = access?.until ?? null;
  const changeAccess = (allowed: boolean) =>
    change.mutate(allowed, {
      onSuccess: () =>
        toast({
          title: allowed
            ? "Support can view your account for 24 hours"
            : "Support can no longer view your account",
          tone: "good",
        }),
      onError: (error) =>
        toast({ title: "Nothing has changed", description: getErrorMessage(error), tone: "bad" }),
    });
  return (
    <Card
      title="Let support view my account"
      hint="For 24 hours our support team sees what you see, to help with a question. They can’t change or download anything, and you get an email when they look."
    >
      {until === null ? null : (
        <p className="mb-4 font-medium text-ink">Support has access until {formatDateTime(until)}.</p>
      )}
      <CardAction>
        <Button busy={change.isPending} disabled={!access} onClick={() => changeAccess(until === null)}>
          {until === null ? "Allow access" : "Stop access"}
        </Button>
      </CardAction>
    </Card>
  );
}
