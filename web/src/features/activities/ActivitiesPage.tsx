import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Download, History } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { address } from "../../api/calls";
import { errorMessage } from "../../api/errors";
import type { Activity } from "../../api/generated/Activity";
import type { FilePath } from "../../api/generated/paths";
import { ACTORS, ActivityRow } from "../../entities/activities/ActivityRow";
import { timeInLondon } from "../../entities/activities/place";
import { type About, type ActivityFilter, activitiesQuery } from "../../entities/activities/queries";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { DateField } from "../../ui/DateField";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SelectField } from "../../ui/SelectField";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { isSupplied } from "../../ui/supplied";
import { byDay } from "./days";

const SUBJECTS: Record<About, string> = {
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

const oneOf = <Word extends string>(words: Record<Word, unknown>, text: string | null): Word | "" =>
  text !== null && Object.hasOwn(words, text) ? (text as Word) : "";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const day = (text: string | null) => (text && DAY.test(text) ? text : "");

const EXPORT: FilePath = "/api/activities/export";

/** Who did what, and when. What it is narrowed to stands in the address, so that 'back' keeps it. */
export function ActivitiesPage() {
  const [params, setParams] = useSearchParams();
  const filter: ActivityFilter = {
    actor: oneOf(ACTORS, params.get("actor")),
    about: oneOf(SUBJECTS, params.get("about")),
    from: day(params.get("from")),
    to: day(params.get("to")),
  };
  const narrow = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  // While a year is typed it is none that the server would take.
  const taken = (date: string) => (isSupplied(date) ? date : "");
  const asked = { ...filter, from: taken(filter.from), to: taken(filter.to) };
  const list = useInfiniteQuery({ ...activitiesQuery(asked), placeholderData: keepPreviousData });
  const activities = list.data?.pages.flat() ?? [];
  const isNarrowed = Object.values(filter).some(Boolean);
  return (
    <Page>
      <title>Activities · Plumbline</title>
      <PageHeader
        title="Activities"
        subtitle="Who did what, and when."
        actions={
          activities.length > 0 && (
            <Button asChild>
              <a href={address(EXPORT, { query: { ...asked } })} download>
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
          onChange={(event) => narrow("actor", event.target.value)}
        />
        <SelectField
          label="What"
          options={subjects}
          value={filter.about}
          onChange={(event) => narrow("about", event.target.value)}
        />
        <DateField label="From" value={filter.from} onValueChange={(value) => narrow("from", value)} />
        <DateField label="Until" value={filter.to} onValueChange={(value) => narrow("to", value)} />
      </div>
      {list.isPending ? (
        <Card flush>
          <ListSkeleton rows={8} />
        </Card>
      ) : list.isError && activities.length === 0 ? (
        <Card flush>
          <ErrorState
            title="Your activities could not be loaded"
            message={errorMessage(list.error)}
            onRetry={() => void list.refetch()}
          />
        </Card>
      ) : activities.length === 0 ? (
        <Card flush>
          <Nothing isNarrowed={isNarrowed} onClear={() => setParams({}, { replace: true })} />
        </Card>
      ) : (
        <Days activities={activities} />
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

function Nothing({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  return isNarrowed ? (
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

function Days({ activities }: { activities: Activity[] }) {
  const { dateLong } = useRules();
  const now = Date.now();
  const today = todayInLondon(new Date(now));
  const yesterday = todayInLondon(new Date(now - 86_400_000));
  const named = (day: string) => (day === today ? "Today" : day === yesterday ? "Yesterday" : dateLong(day));
  return (
    <div className="flex flex-col gap-4">
      {byDay(activities).map(({ day, activities: ofDay }) => (
        <Card key={day} title={named(day)} flush>
          <ul className="divide-y divide-line">
            {ofDay.map((activity) => (
              <li key={activity.id}>
                <ActivityRow activity={activity} when={timeInLondon(activity.createdAt)} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}
