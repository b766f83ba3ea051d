import { useQuery } from "@tanstack/react-query";
import { getErrorMessage } from "../../api/errors";
import type { NotificationSettings } from "../../api/generated/NotificationSettings";
import type { NotificationSettingsInput } from "../../api/generated/NotificationSettingsInput";
import { notificationSettingsQuery } from "../../entities/notifications/queries";
import { Card } from "../../ui/Card";
import { Switch } from "../../ui/Checkbox";
import { Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { NotifiedDevicesCard } from "./DevicesCard";
import { useChangeNotificationSettings } from "./mutations";

/** What we send you to which devices, and how much of it a lock screen shows. */
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
  // What was pressed last shows at once.
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
