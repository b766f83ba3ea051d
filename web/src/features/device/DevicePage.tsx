import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import { useUnsentCount } from "../../documents/unsent/useUnsentCounts";
import { meQuery } from "../../entities/accounts/queries";
import { clearCachedLists } from "../../offline/cache/cached-lists";
import { isPrefetchEnabled, resetPrefetch, setPrefetchEnabled } from "../../offline/cache/prefetch";
import {
  countCached,
  isStoragePersisted,
  MAX_CACHED_BYTES,
  requestPersistentStorage,
} from "../../offline/cache/storage-limits";
import type { DeviceUser } from "../../offline/device/database";
import { clearCache, loadDeviceUser } from "../../offline/device/device-users";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Checkbox } from "../../ui/Checkbox";
import { ConfirmDialog } from "../../ui/Dialog";
import { deviceName } from "../../ui/device";
import { formatFileSize } from "../../ui/formats";
import { Page, PageHeader } from "../../ui/PageHeader";
import { Skeleton } from "../../ui/Skeleton";
import { toast } from "../../ui/toast";

const DEVICE_KEY = ["this-device"];

/** What this device has cached of the account for working without a connection, and how to remove it. */
export function DevicePage() {
  const account = useQuery(meQuery).data?.id ?? "";
  const client = useQueryClient();
  const device = deviceName();
  const [isConfirming, setIsConfirming] = useState(false);
  const deviceStorage = useQuery({
    queryKey: [...DEVICE_KEY, account],
    queryFn: async () => ({
      // A browser that stores nothing, as in some private windows.
      inventory: await countCached(account).catch(() => null),
      persisted: await isStoragePersisted(),
      ahead: await isPrefetchEnabled(account),
      person: await loadDeviceUser(account),
    }),
    networkMode: "always",
    staleTime: 0,
    gcTime: 0,
  });
  const refresh = () => client.invalidateQueries({ queryKey: DEVICE_KEY });
  const persist = useMutation({
    mutationFn: requestPersistentStorage,
    onSuccess: (granted) => {
      if (!granted) {
        toast({
          title: "The browser hasn’t agreed yet",
          description: "It often does once you’ve installed the app or used it for a while.",
        });
      }
      return refresh();
    },
  });
  const ahead = useMutation({
    mutationFn: (wants: boolean) => setPrefetchEnabled(account, wants),
    onSuccess: refresh,
  });
  const clear = useMutation({
    mutationFn: async () => {
      clearCachedLists();
      await clearCache(account);
      await resetPrefetch(account);
    },
    onSuccess: () => {
      setIsConfirming(false);
      toast({ title: `Removed from this ${device}`, tone: "good" });
      return refresh();
    },
    onError: (error) => {
      setIsConfirming(false);
      toast({
        title: `Not everything was removed from this ${device}`,
        description: getErrorMessage(error),
        tone: "bad",
      });
      return refresh();
    },
  });
  const inventoryFound = deviceStorage.data?.inventory;
  return (
    <Page width="narrow">
      <title>On this device · Plumbline</title>
      <PageHeader
        title={`On this ${device}`}
        subtitle="Saved here so that you can work without signal. Only you can open it, once logged in."
        back={{ to: "/settings", label: "Settings" }}
      />
      <div className="grid gap-4">
        <Card title="What’s saved">
          {deviceStorage.isPending ? (
            <LoadingLines lines={3} />
          ) : inventoryFound ? (
            <>
              <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2">
                {listInventoryRows(inventoryFound).map(([name, count]) => (
                  <div key={name} className="contents">
                    <dt className="text-quiet">{name}</dt>
                    <dd className="text-right tabular-nums">{count}</dd>
                  </div>
                ))}
              </dl>
              <p className="mt-4 text-quiet text-sm">
                {`${formatFileSize(inventoryFound.bytes)} of ${formatFileSize(MAX_CACHED_BYTES)} in total. When it’s full, the oldest goes first.`}
              </p>
              <Button className="mt-4" onClick={() => setIsConfirming(true)}>
                {`Remove from this ${device}`}
              </Button>
            </>
          ) : (
            <p>
              This browser doesn’t save anything for Plumbline, as is usual in private windows. Without signal
              you only have what is on the screen.
            </p>
          )}
        </Card>
        <UnsentChangesCard />
        {inventoryFound && <UnlockMethodCard person={deviceStorage.data?.person} />}
        <Card title="Save ahead of time">
          <Checkbox
            label="Save the last 90 days’ quotes and invoices"
            help="Over Wi-Fi only, if the browser can tell. They’re then here before you need them."
            checked={deviceStorage.data?.ahead ?? false}
            disabled={deviceStorage.isPending || !inventoryFound}
            onCheckedChange={(wants) => ahead.mutate(wants)}
          />
        </Card>
        <Card title="Protect it from being cleared">
          {deviceStorage.isPending ? (
            <LoadingLines />
          ) : deviceStorage.data?.persisted ? (
            <p>The browser has agreed not to clear what’s saved here.</p>
          ) : (
            <>
              <p>
                A browser that runs out of space may clear what a site has saved. Ask it not to: it keeps
                unsent work safe.
              </p>
              <Button className="mt-4" busy={persist.isPending} onClick={() => persist.mutate()}>
                Ask the browser
              </Button>
            </>
          )}
        </Card>
      </div>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Remove what’s saved on this ${device}?`}
        description="It’s all in your account, and is saved here again when you open it with signal. Unsent work stays."
        confirmLabel="Remove"
        busy={clear.isPending}
        onConfirm={() => clear.mutate()}
      />
    </Page>
  );
}

/** A placeholder while the device's storage is being read. */
function LoadingLines({ lines = 1 }: { lines?: number }) {
  return (
    <div role="status" aria-label="Loading" className="grid gap-3 py-1">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a skeleton have no other identity
        <Skeleton key={line} className="h-4 w-56 max-w-full" />
      ))}
    </div>
  );
}

function UnsentChangesCard() {
  const device = deviceName();
  const count = useUnsentCount();
  return (
    <Card title="Waiting to be sent">
      {count === null ? (
        <LoadingLines />
      ) : (
        <p>
          {count === 0
            ? "Nothing: your account has everything you did here."
            : `${count} ${count === 1 ? "change is" : "changes are"} only on this ${device}.`}
        </p>
      )}
      {count !== null && count > 0 && (
        <Button asChild className="mt-4">
          <Link to="/waiting">See what’s waiting</Link>
        </Button>
      )}
    </Card>
  );
}

/**
 * What unlocks the device without a connection: a PIN or a passkey, since only the server can check a
 * password.
 */
function UnlockMethodCard({ person }: { person: DeviceUser | undefined }) {
  const device = deviceName();
  const unlockMethod = person?.pin
    ? "your PIN"
    : person && person.passkeys.length > 0
      ? "your passkey"
      : null;
  return (
    <Card title="Opening it without signal">
      {unlockMethod ? (
        <p>{`After 20 minutes without use you’re logged out. Without signal, ${unlockMethod} opens what’s saved on this ${device}.`}</p>
      ) : (
        <>
          <p>
            {`After 20 minutes without use you’re logged out, and logging in with a password needs signal. A PIN works without signal.`}
          </p>
          <Button asChild className="mt-4">
            <Link to="/settings">Set a PIN or a passkey</Link>
          </Button>
        </>
      )}
    </Card>
  );
}

const SORT_NAMES: Record<string, string> = {
  quote: "Quotes",
  invoice: "Invoices",
  credit_note: "Credit notes",
  expense: "Expenses",
};

type DeviceInventory = NonNullable<Awaited<ReturnType<typeof countCached>>>;

function listInventoryRows({ entities, rows, responses }: DeviceInventory): [string, string][] {
  const sorts = Object.entries(SORT_NAMES).filter(([sort]) => rows[sort] || entities[sort]);
  return [
    ...sorts.map(([sort, name]): [string, string] => {
      const [whole, listed] = [entities[sort] ?? 0, rows[sort] ?? 0];
      return [name, listed > whole ? `${whole} in full, ${listed} in lists` : `${whole} in full`];
    }),
    ["Lists and figures", String(responses)],
  ];
}
