import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ActivityRow } from "../../entities/activities/ActivityRow";
import { formatTimeInLondon } from "../../entities/activities/activityPath";
import { latestActivitiesQuery } from "../../entities/activities/queries";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";

/** Recent activity last, yours and your customers'. A first screen without it is a first screen all the same. */
export function RecentActivity() {
  const { dateLong } = useRules();
  const { data } = useQuery(latestActivitiesQuery);
  if (!data || data.length === 0) return null;
  const today = todayInLondon();
  const formatWhen = (at: number) => {
    const day = todayInLondon(new Date(at));
    return day === today ? formatTimeInLondon(at) : dateLong(day).replace(/ \d{4}$/, "");
  };
  return (
    <Card
      title="What happened"
      flush
      action={
        <Link
          to="/activities"
          className="inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-4"
        >
          All activities
        </Link>
      }
    >
      <ul className="divide-y divide-line">
        {data.map((activity) => (
          <li key={activity.id}>
            <ActivityRow activity={activity} when={formatWhen(activity.createdAt)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
