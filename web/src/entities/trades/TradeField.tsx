import { useState } from "react";
import { getErrorMessage } from "../../api/errors";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/TextField";
import { toast } from "../../ui/toast";
import { usePlanGuard } from "../plans/usePlanGuard";
import { useSetTrade } from "./queries";

/**
 * The trade of a business, saved on its own. The field may be inside another form, so Enter here must not
 * submit that one.
 */
export function TradeField({ profile, label, trade }: { profile: string; label: string; trade: string }) {
  const [typed, setTyped] = useState(trade);
  const setTrade = useSetTrade();
  const guardPlan = usePlanGuard("reports");
  const isSame = typed.trim() === trade;
  const save = guardPlan(() =>
    setTrade.mutate(
      { profile, trade: typed },
      {
        onSuccess: () => toast({ title: "Trade saved", tone: "good" }),
        onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
      },
    ),
  );
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        label={label}
        placeholder="Plumbing"
        maxLength={100}
        className="min-w-[min(100%,15rem)] flex-1"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (!isSame && !setTrade.isPending) save();
        }}
      />
      <Button disabled={isSame} busy={setTrade.isPending} busyLabel="Saving…" onClick={save}>
        Save trade
      </Button>
    </div>
  );
}
