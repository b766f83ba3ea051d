import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Download, History } from "lucide-react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { Activity } from "../../api/generated/Activity";
import type { FilePath } from "../../api/generated/paths";
import { buildUrl } from "../../api/requests";
import { ACTORS, ActivityRow } from "../../entities/activities/ActivityRow";
import { formatTimeInLondon } from "../../entities/activities/activityPath";
import {
  type ActivityFilters,
  type ActivitySubject,
  activitiesQuery,
} from "../../entities/activities/queries";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { DateField } from "../../ui/DateField";
import { isAcceptedDate } from "../../ui/date-range";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SelectField } from "../../ui/SelectField";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { useSearchParams } from "../../ui/useSearchParams";

const SUBJECTS: Record<ActivitySubject, string> = {
  quote: "Quotes",
  invoice: "Invoices",
  credit_note: "Credit notes",
  contact: "Contacts",
  item: "Items",
  business_profile: "Business profiles",
  expense: "Expenses",
  quote_template: "Quote templates",
  recurring_invoice: "Recurring invoices",
};

const actors = [
  { value: "", label: "Everyone" },
  ...Object.entries(ACTORS).map(([value, { label }]) => ({ value, label })),
];
const subjects = [
  { value: "", label: "Everything" },
  ...Object.entries(SUBJECTS).map(([value, label]) => ({ value, label })),
];

const parseOption = <Word extends string>(options: Record<Word, unknown>, text: string | null): Word | "" =>
  text !== null && Object.hasOwn(options, text) ? (text as Word) : "";

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const parseDay = (text: string | null) => (text && DAY_PATTERN.test(text) ? text : "");

const EXPORT_PATH: FilePath = "/api/activities/export";

/** Who did what, and when. The filters are in the address, so that 'back' restores them. */
export function ActivitiesPage() {
  const [params, setParams] = useSearchParams();
  const filter: ActivityFilters = {
    actor: parseOption(ACTORS, params.get("actor")),
    about: parseOption(SUBJECTS, params.get("about")),
    from: parseDay(params.get("from")),
    to: parseDay(params.get("to")),
  };
  const setFilter = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  // While a year is being typed, the date isn't one that the server would accept.
  const dropIncompleteDate = (date: string) => (isAcceptedDate(date) ? date : "");
  const appliedFilter = {
    ...filter,
    from: dropIncompleteDate(filter.from),
    to: dropIncompleteDate(filter.to),
  };
  const list = useInfiniteQuery({ ...activitiesQuery(appliedFilter), placeholderData: keepPreviousData });
  const activities = list.data?.pages.flat() ?? [];
  const hasFilters = Object.values(filter).some(Boolean);
  return (
    <Page>
      <title>Activities · Plumbline</title>
      <PageHeader
        title="Activities"
        subtitle="Who did what, and when."
        actions={
          activities.length > 0 && (
            <Button asChild>
              <a href={buildUrl(EXPORT_PATH, { query: { ...appliedFilter } })} download>
                <Download aria-hidden size={20} strokeWidth={1.75} />
                Export
              </a>
            </Button>
          )
        }
      />
      <div className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3 md:grid-cols-4">
        <SelectField
          label="Who"
          options={actors}
          value={filter.actor}
          onChange={(event) => setFilter("actor", event.target.value)}
        />
        <SelectField
          label="What"
          options={subjects}
          value={filter.about}
          onChange={(event) => setFilter("about", event.target.value)}
        />
        <DateField label="From" value={filter.from} onValueChange={(value) => setFilter("from", value)} />
        <DateField label="Until" value={filter.to} onValueChange={(value) => setFilter("to", value)} />
      </div>
      {list.isPending ? (
        <Card flush>
          <ListSkeleton rows={8} />
        </Card>
      ) : list.isError && activities.length === 0 ? (
        <Card flush>
          <ErrorState
            title="Your activities could not be loaded"
            message={getErrorMessage(list.error)}
            onRetry={() => void list.refetch()}
          />
        </Card>
      ) : activities.length === 0 ? (
        <Card flush>
          <NoActivities hasFilters={hasFilters} onClear={() => setParams({}, { replace: true })} />
        </Card>
      ) : (
        <ActivityDays activities={activities} />
      )}
      {list.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button
            busy={list.isFetchingNextPage}
            busyLabel="Loading…"
            onClick={() => void list.fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      )}
    </Page>
  );
}

function NoActivities({ hasFilters, onClear }: { hasFilters: boolean; onClear: () => void }) {
  return hasFilters ? (
    <EmptyState
      icon={History}
      title="Nothing like this"
      action={<Button onClick={onClear}>Show everything</Button>}
    >
      Nothing of this kind happened on these dates.
    </EmptyState>
  ) : (
    <EmptyState
      icon={History}
      title="You’ll see what happens here"
      action={
        <Button asChild variant="primary">
          <Link to="/quotes/create">Make your first quote</Link>
        </Button>
      }
    >
      Quotes sent, quotes accepted, payments received: each with its date and time.
    </EmptyState>
  );
}

function ActivityDays({ activities }: { activities: Activity[] }) {
  const { dateLong } = useRules();
  const now = Date.now();
  const today = todayInLondon(new Date(now));
  const yesterday = todayInLondon(new Date(now - 86_400_000));
  const formatDayTitle = (day: string) =>
    day === today ? "Today" : day === yesterday ? "Yesterday" : dateLong(day);
  return (
    <div className="flex flex-col gap-4">
      {groupByDay(activities).map(({ day, activities: dayActivities }) => (
        <Card key={day} title={formatDayTitle(day)} flush>
          <ul className="divide-y divide-line">
            {dayActivities.map((activity) => (
              <li key={activity.id}>
                <ActivityRow activity={activity} when={formatTimeInLondon(activity.createdAt)} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}

/** A day in London, YYYY-MM-DD, with its activities. */
export interface ActivityDay {
  day: string;
  activities: Activity[];
}

/** Groups the activities by day, in their given order. */
export function groupByDay(activities: Activity[]): ActivityDay[] {
  const days: ActivityDay[] = [];
  for (const activity of activities) {
    const day = todayInLondon(new Date(activity.createdAt));
    const last = days.at(-1);
    if (last?.day === day) last.activities.push(activity);
    else days.push({ day, activities: [activity] });
  }
  return days;
}
