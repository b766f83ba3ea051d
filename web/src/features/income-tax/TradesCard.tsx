import type { TaxTrade } from "../../api/generated/TaxTrade";
import { TradeField } from "../../entities/trades/TradeField";
import { Card } from "../../ui/Card";

/** Which trade each business belongs to, where there are several businesses. */
export function TradesCard({ trades }: { trades: TaxTrade[] }) {
  const businesses = trades.flatMap(({ name, businesses }) =>
    businesses.map((one) => ({ ...one, trade: name })),
  );
  if (businesses.length < 2) return null;
  return (
    <Card
      title="Your trades"
      hint="HMRC wants updates and return pages for each trade. We count businesses with the same trade together. Leave the names empty if you have one trade."
    >
      <ul className="grid gap-4 print:hidden">
        {businesses.map(({ id, name, trade }) => (
          <li key={`${id} ${trade}`}>
            <TradeField profile={id} label={`Trade of ${name}`} trade={trade} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
