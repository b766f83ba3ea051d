import { Bot, type LucideIcon, User, UserCheck } from "lucide-react";
import { Link } from "react-router";
import type { Activity } from "../../api/generated/Activity";
import type { Actor } from "../../api/generated/Actor";
import { getActivityPath } from "./activityPath";

/** The actors, with label and icon. */
export const ACTORS: Record<Actor, { label: string; icon: LucideIcon }> = {
  business: { label: "You", icon: User },
  customer: { label: "Your customers", icon: UserCheck },
  plumbline: { label: "Plumbline", icon: Bot },
};

/** Matches document numbers, which must not be broken across lines. */
const DOCUMENT_NUMBER = /(\b[A-Z]+-\d+\b)/;
const keepNumbersTogether = (sentence: string) =>
  sentence.split(DOCUMENT_NUMBER).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change their order.
      <span key={at} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );

const ROW_CLASS = "flex min-h-14 items-center gap-3 px-4 py-2.5 md:px-5";

/** One activity with its time; a link to its subject if that still exists. */
export function ActivityRow({ activity, when }: { activity: Activity; when: string }) {
  const path = getActivityPath(activity);
  const { icon: Icon, label } = ACTORS[activity.actor];
  const content = (
    <>
      <Icon role="img" aria-label={label} size={20} strokeWidth={1.75} className="shrink-0 text-quiet" />
      <span className="wrap-anywhere min-w-0 flex-1 text-ink">{keepNumbersTogether(activity.sentence)}</span>
      <time
        dateTime={new Date(activity.createdAt).toISOString()}
        className="shrink-0 text-quiet text-sm tabular-nums"
      >
        {when}
      </time>
    </>
  );
  return path ? (
    <Link
      to={path}
      className={`${ROW_CLASS} transition-colors hover:bg-canvas focus-visible:outline-offset-[-2px]`}
    >
      {content}
    </Link>
  ) : (
    <div className={ROW_CLASS}>{content}</div>
  );
}
