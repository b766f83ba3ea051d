import { useState } from "react";
import { newId } from "../../api/ids";
import { sender } from "../../offline/waiting/sender";
import type { WaitingChange } from "../../offline/waiting/waiting-change";
import { waitingLog } from "../../offline/waiting/waiting-log";
import { Button } from "../../ui/Button";
import { ConflictChoice, type ConflictSide } from "../../ui/ConflictChoice";
import { Dialog } from "../../ui/Dialog";

/** The same fields were changed here and elsewhere: each is chosen, then what was chosen is sent. */
export function ChooseSideDialog({ waiting, onClose }: { waiting: WaitingChange; onClose: () => void }) {
  const asks = waiting.problem?.asks ?? [];
  const [chosen, setChosen] = useState<Readonly<Record<string, ConflictSide>>>({});
  const isDone = asks.every(({ field }) => chosen[field]);
  const save = async () => {
    const current = waiting.problem?.current as Record<string, unknown>;
    const body = { ...(waiting.write.body as Record<string, unknown>), version: current.version };
    for (const [field, value] of Object.entries(waiting.write.body as Record<string, unknown>)) {
      const isOurs = asks.some((one) => one.field === field);
      const untouched = waiting.base && isSameValue((waiting.base as Record<string, unknown>)[field], value);
      if (field !== "version" && (isOurs ? chosen[field] === "theirs" : untouched)) {
        Object.assign(body, { [field]: current[field] });
      }
    }
    const write = { ...waiting.write, body };
    await waitingLog.change({ ...waiting, key: newId(), base: current, write, problem: null });
    void sender.run();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Also changed elsewhere"
      description="The same part was changed in another window or on another device. Choose which to keep."
      footer={
        <Button variant="primary" onClick={() => void save()} disabled={!isDone}>
          {isDone ? "Save my choice" : "Choose one of each first"}
        </Button>
      }
    >
      <div className="grid gap-6">
        {asks.map(({ field, theirs, mine }) => (
          <ConflictChoice
            key={field}
            conflict={{
              field: formatFieldName(field),
              stood: null,
              theirs: formatValue(theirs),
              mine: formatValue(mine),
            }}
            theirsHint="Saved elsewhere"
            chosen={chosen[field] ?? null}
            onChoose={(side) => setChosen({ ...chosen, [field]: side })}
          />
        ))}
      </div>
    </Dialog>
  );
}

const isSameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** 'address_line1' as 'Address line 1'. */
function formatFieldName(field: string): string {
  const text = field
    .replace(/_/g, " ")
    .replace(/([a-z])([A-Z0-9])/g, "$1 $2")
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "Nothing";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.map(formatValue).join("\n");
  if (typeof value === "object") return Object.values(value).filter(Boolean).map(String).join(", ");
  return String(value);
}
