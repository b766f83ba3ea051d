import { useQuery } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { getErrorMessage } from "../../api/errors";
import type { NotificationSettings } from "../../api/generated/NotificationSettings";
import type { NotificationSettingsInput } from "../../api/generated/NotificationSettingsInput";
import type { NotifiedDevice } from "../../api/generated/NotifiedDevice";
import { meQuery } from "../../entities/accounts/queries";
import { getPushSupport, type PushSupport } from "../../entities/notifications/push";
import { notificationSettingsQuery, notifiedDevicesQuery } from "../../entities/notifications/queries";
import { Badge } from "../../ui/Badge";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Switch } from "../../ui/Checkbox";
import { formatDateTime } from "../../ui/formats";
import { Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton, ListSkeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import {
  describeTurnOnError,
  useChangeNotificationSettings,
  useTurnOffDevice,
  useTurnOnNotifications,
} from "./mutations";

const ABILITY_TEXTS: Record<Exclude<PushSupport, "able">, string> = {
  blocked:
    "This browser blocks notifications from Plumbline. Allow them in the browser’s settings for this site, then come back.",
  "installed-only":
    "On an iPhone or iPad, only the installed app gets notifications: in Safari press Share, then Add to Home Screen, and open Plumbline from there.",
  unable: "This browser can’t show notifications.",
};

/** Which browsers are notified, and the switch for this one. */
export function NotifiedDevicesCard() {
  const { data, error, isFetching, refetch } = useQuery(notifiedDevicesQuery);
  const { data: user } = useQuery(meQuery);
  const turnOn = useTurnOnNotifications(user?.id ?? "");
  const turnOff = useTurnOffDevice(user?.id ?? "");
  const showError = (title: string) => (cause: unknown) =>
    toast({ title, description: describeTurnOnError(cause), tone: "bad" });
  const turnOffDevice = (device: NotifiedDevice) =>
    turnOff.mutate(device, {
      onSuccess: () => toast({ title: `We no longer send notifications to ${device.device}`, tone: "good" }),
      onError: showError("Notifications are still on"),
    });
  const ability = getPushSupport();
  const hasThisDevice = data?.devices.some(({ current }) => current);
  return (
    <Card title="Devices" hint="You get notifications here even when Plumbline is closed." flush>
      {data ? (
        <ul className="divide-y divide-line">
          {data.devices.map((device) => (
            <NotifiedDeviceRow
              key={device.id}
              device={device}
              busy={turnOff.isPending && turnOff.variables.id === device.id}
              onTurnOff={() => turnOffDevice(device)}
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
        <ListSkeleton rows={1} />
      )}
      {data && !hasThisDevice ? (
        <div className="flex flex-col gap-3 border-line border-t p-4 md:px-5">
          {ability === "able" ? (
            <Button
              variant="primary"
              className="w-full md:w-fit"
              busy={turnOn.isPending}
              busyLabel="Turning on…"
              onClick={() =>
                turnOn.mutate(undefined, {
                  onSuccess: () => toast({ title: "Notifications are on for this device", tone: "good" }),
                  onError: showError("Notifications aren’t on"),
                })
              }
            >
              Turn on for this device
            </Button>
          ) : (
            <Banner tone="grey">{ABILITY_TEXTS[ability]}</Banner>
          )}
        </div>
      ) : null}
    </Card>
  );
}

function NotifiedDeviceRow({
  device,
  busy,
  onTurnOff,
}: {
  device: NotifiedDevice;
  busy: boolean;
  onTurnOff: () => void;
}) {
  const Icon = /iPhone|Android|iPad/.test(device.device) ? Smartphone : Monitor;
  const lastSentText =
    device.lastSentAt === null ? "Not used yet" : `Last sent ${formatDateTime(device.lastSentAt)}`;
  return (
    <li className="flex min-h-18 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-5">
      <Icon aria-hidden size={22} strokeWidth={1.75} className="shrink-0 text-ink" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="break-words font-semibold text-ink">{device.device}</p>
        <p className="text-quiet text-sm">{lastSentText}</p>
      </div>
      {device.current ? <Badge tone="green" label="This device" /> : null}
      <Button aria-label={`Turn off for ${device.device}`} busy={busy} onClick={onTurnOff}>
        Turn off
      </Button>
    </li>
  );
}

/** Which notifications are sent to which devices, and how much of them a lock screen displays. */
export function NotificationSettingsPage() {
  const { data: settings, error, isFetching, refetch } = useQuery(notificationSettingsQuery);
  return (
    <Page width="narrow">
      <title>Notifications · Plumbline</title>
      <PageHeader title="Notification settings" back={{ to: "/notifications", label: "Notifications" }} />
      <div className="flex flex-col gap-4 md:gap-6">
        <NotifiedDevicesCard />
        {settings ? (
          <NotificationSwitches settings={settings} />
        ) : error && !isFetching ? (
          <Card>
            <ErrorState
              title="Your settings could not be loaded"
              message={getErrorMessage(error)}
              onRetry={() => void refetch()}
            />
          </Card>
        ) : (
          <Card>
            <FormSkeleton />
          </Card>
        )}
      </div>
    </Page>
  );
}

function NotificationSwitches({ settings }: { settings: NotificationSettings }) {
  const changeSettings = useChangeNotificationSettings();
  // Shows the last change before it is saved.
  const pending = changeSettings.isPending ? changeSettings.variables : null;
  const off = pending?.off ?? settings.topics.filter(({ on }) => !on).map(({ topic }) => topic);
  const showDetails = pending?.showDetails ?? settings.showDetails;
  const saveChange = (next: Partial<NotificationSettingsInput>) =>
    changeSettings.mutate(
      { off, showDetails, ...next },
      {
        onError: (error) =>
          toast({ title: "This wasn’t changed", description: getErrorMessage(error), tone: "bad" }),
      },
    );
  return (
    <>
      <Card title="What we send you" hint="Your list of notifications always shows everything.">
        <div className="flex flex-col gap-3">
          {settings.topics.map(({ topic, label, hint }) => (
            <Switch
              key={topic}
              label={label}
              help={hint}
              checked={!off.includes(topic)}
              disabled={changeSettings.isPending}
              onCheckedChange={(on) =>
                saveChange({ off: on ? off.filter((other) => other !== topic) : [...off, topic] })
              }
            />
          ))}
        </div>
      </Card>
      <Card title="On a locked screen">
        <Switch
          label="Show amounts and names"
          help="When off, a notification only says “Quote Q-0012 was accepted”, because anyone might see your screen."
          checked={showDetails}
          disabled={changeSettings.isPending}
          onCheckedChange={(on) => saveChange({ showDetails: on })}
        />
      </Card>
    </>
  );
}
