import { useId, useState } from "react";
import { errorMessage } from "../../api/errors";
import type { TaxTrade } from "../../api/generated/TaxTrade";
import { useWriting } from "../../entities/plans/useWriting";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { TextField } from "../../ui/TextField";
import { toast } from "../../ui/toast";
import { useSetTrade } from "./queries";

/** Which trade each business belongs to, where there are several businesses. */
export function TradesCard({ trades }: { trades: TaxTrade[] }) {
  const businesses = trades.flatMap(({ name, businesses }) =>
    businesses.map((one) => ({ ...one, trade: name })),
  );
  if (businesses.length < 2) return null;
  return (
    <Card
      title="Your trades"
      hint="HMRC wants an update and return pages for each trade. Businesses of the same trade are counted together; leave the names empty if you have one trade."
    >
      <ul className="grid gap-4 print:hidden">
        {businesses.map(({ id, name, trade }) => (
          <li key={`${id} ${trade}`}>
            <TradeOf profile={id} name={name} trade={trade} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function TradeOf({ profile, name, trade }: { profile: string; name: string; trade: string }) {
  const [typed, setTyped] = useState(trade);
  const set = useSetTrade();
  const writing = useWriting("reports");
  const id = useId();
  const save = () =>
    set.mutate(
      { profile, trade: typed },
      {
        onSuccess: () => toast({ title: "Trade saved", tone: "good" }),
        onError: (error) => toast({ title: errorMessage(error), tone: "bad" }),
      },
    );
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        writing(save)();
      }}
    >
      <TextField
        id={id}
        label={`Trade of ${name}`}
        placeholder="Plumbing"
        maxLength={100}
        className="min-w-60 flex-1"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" disabled={typed.trim() === trade} busy={set.isPending} busyLabel="Saving…">
        Save
      </Button>
    </form>
  );
}
