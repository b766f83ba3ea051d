import { useState } from "react";
import { errorMessage } from "../../api/errors";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/TextField";
import { toast } from "../../ui/toast";
import { useWriting } from "../plans/useWriting";
import { useSetTrade } from "./queries";

/** The trade of a business, saved by itself. It may stand within another form, which Enter here does not save. */
export function TradeField({ profile, label, trade }: { profile: string; label: string; trade: string }) {
  const [typed, setTyped] = useState(trade);
  const set = useSetTrade();
  const writing = useWriting("reports");
  const isSame = typed.trim() === trade;
  const save = writing(() =>
    set.mutate(
      { profile, trade: typed },
      {
        onSuccess: () => toast({ title: "Trade saved", tone: "good" }),
        onError: (error) => toast({ title: errorMessage(error), tone: "bad" }),
      },
    ),
  );
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        label={label}
        placeholder="Plumbing"
        maxLength={100}
        className="min-w-60 flex-1"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (!isSame && !set.isPending) save();
        }}
      />
      <Button disabled={isSame} busy={set.isPending} busyLabel="Saving…" onClick={save}>
        Save trade
      </Button>
    </div>
  );
}
