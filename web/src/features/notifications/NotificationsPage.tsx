import { useInfiniteQuery } from "@tanstack/react-query";
import {
  Bell,
  CircleCheck,
  CircleX,
  CreditCard,
  HandCoins,
  type LucideIcon,
  MailX,
  MessageCircleQuestion,
  Settings2,
  Undo2,
} from "lucide-react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { Notification } from "../../api/generated/Notification";
import { notificationsQuery } from "../../entities/notifications/queries";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { formatDateTime } from "../../ui/formats";
import { Page, PageHeader } from "../../ui/PageHeader";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { useSupportView } from "../../ui/support-view";
import { toast } from "../../ui/toast";
import { useMarkAllNotificationsRead, useMarkNotificationRead } from "./mutations";
import { findNotificationPath } from "./notification-path";

const NOTIFICATION_ICONS: Record<string, LucideIcon> = {
  quote_accepted: CircleCheck,
  quote_declined: CircleX,
  quote_cancelled: CircleX,
  question_asked: MessageCircleQuestion,
  changes_requested: MessageCircleQuestion,
  payment_recorded: HandCoins,
  payment_withdrawn: Undo2,
  card_paid: CreditCard,
  mail_undeliverable: MailX,
  mail_unconfirmed: MailX,
  mail_given_up: MailX,
};

/** The notifications, newest first. */
export function NotificationsPage() {
  const list = useInfiniteQuery(notificationsQuery);
  const markAllRead = useMarkAllNotificationsRead();
  const notifications = list.data?.pages.flat() ?? [];
  const newest = notifications[0];
  const hasNew = notifications.some(({ readAt }) => readAt === null);
  return (
    <Page width="narrow">
      <title>Notifications · Plumbline</title>
      <PageHeader
        title="Notifications"
        actions={
          <>
            {newest && hasNew ? (
              <Button
                busy={markAllRead.isPending}
                writes
                onClick={() =>
                  markAllRead.mutate(newest.id, {
                    onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
                  })
                }
              >
                Mark all as read
              </Button>
            ) : null}
            <Button asChild>
              <Link to="/settings/notifications">
                <Settings2 aria-hidden size={20} strokeWidth={1.75} />
                Settings
              </Link>
            </Button>
          </>
        }
      />
      {list.isPending ? (
        <Card flush>
          <ListSkeleton rows={6} />
        </Card>
      ) : list.isError && notifications.length === 0 ? (
        <Card flush>
          <ErrorState
            title="Your notifications could not be loaded"
            message={getErrorMessage(list.error)}
            onRetry={() => void list.refetch()}
          />
        </Card>
      ) : notifications.length === 0 ? (
        <Card flush>
          <EmptyState icon={Bell} title="Nothing new yet">
            You’ll see it here when a customer accepts a quote or pays an invoice.
          </EmptyState>
        </Card>
      ) : (
        <Card flush className="overflow-hidden">
          <ul className="divide-y divide-line">
            {notifications.map((notification) => (
              <li key={notification.id}>
                <NotificationRow notification={notification} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {list.hasNextPage ? (
        <div className="mt-4 flex justify-center">
          <Button
            busy={list.isFetchingNextPage}
            busyLabel="Loading…"
            onClick={() => void list.fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      ) : null}
    </Page>
  );
}

function NotificationRow({ notification }: { notification: Notification }) {
  const { id, kind, sentence, createdAt, readAt } = notification;
  const markRead = useMarkNotificationRead();
  const Icon = NOTIFICATION_ICONS[kind] ?? Bell;
  const isNew = readAt === null;
  // A notification opened by support stays unread for the owner.
  const isSupportView = useSupportView() !== null;
  return (
    <Link
      to={findNotificationPath(notification) ?? "/notifications"}
      onClick={() => isNew && !isSupportView && markRead.mutate(id)}
      className="flex min-h-18 items-start gap-3 px-4 py-3.5 transition-colors hover:bg-canvas focus-visible:outline-offset-[-2px] md:px-5"
    >
      <Icon
        aria-hidden
        size={22}
        strokeWidth={1.75}
        className={cx("mt-px shrink-0", isNew ? "text-ink" : "text-quiet")}
      />
      <span className="min-w-0 flex-1">
        <span className={cx("wrap-anywhere block text-ink", isNew && "font-semibold")}>
          {isNew ? <span className="sr-only">New: </span> : null}
          {sentence}
        </span>
        <time dateTime={new Date(createdAt).toISOString()} className="block text-quiet text-sm tabular-nums">
          {formatDateTime(createdAt)}
        </time>
      </span>
      {isNew ? <span aria-hidden className="mt-2 size-2.5 shrink-0 rounded-full bg-accent-strong" /> : null}
    </Link>
  );
}
