import { useQuery } from "@tanstack/react-query";
import type { Profile } from "../../entities/profiles/profile";
import { profilesQuery } from "../../entities/profiles/queries";
import { taxYearQuery } from "../../entities/trades/queries";
import { TradeField } from "../../entities/trades/TradeField";
import { todayInLondon } from "../../rules/calendar";
import { getTaxYear } from "../../rules/periods";
import { Card } from "../../ui/Card";

/** Which trade a business belongs to for Income Tax, where the account has several businesses. */
export function TradeCard({ profile }: { profile: Profile }) {
  const hasSeveral = (useQuery(profilesQuery).data?.length ?? 0) > 1;
  const { data } = useQuery({ ...taxYearQuery(getTaxYear(todayInLondon())), enabled: hasSeveral });
  const trade = data?.trades.find(({ businesses }) => businesses.some(({ id }) => id === profile.id));
  if (!hasSeveral || !trade) return null;
  return (
    <Card
      title="Trade"
      hint="HMRC wants Income Tax updates and return pages for each trade. We count your businesses with the same trade together. Leave this empty if you have one trade."
    >
      {/* Begun anew where it was changed elsewhere. */}
      <TradeField key={trade.name} profile={profile.id} label="What this business does" trade={trade.name} />
    </Card>
  );
}
