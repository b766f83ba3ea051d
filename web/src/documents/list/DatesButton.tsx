import { CalendarRange } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/Button";
import { DateField } from "../../ui/DateField";
import { Dialog } from "../../ui/Dialog";
import { IconButton } from "../../ui/IconButton";

/** Filters a list by a range of dates. */
export function DatesButton({
  from,
  to,
  hint = "Filters by the document’s own date.",
  onChange,
}: {
  from: string;
  to: string;
  /** Explains which dates are meant. */
  hint?: string;
  onChange: (days: { from: string; to: string }) => void;
}) {
  const [open, setOpen] = useState(false);
  const isFiltered = from !== "" || to !== "";
  return (
    <>
      <IconButton
        label={isFiltered ? "Dates, chosen" : "Dates"}
        variant={isFiltered ? "primary" : "secondary"}
        onClick={() => setOpen(true)}
        className={isFiltered ? undefined : "border-line-strong/60! text-quiet!"}
        icon={<CalendarRange aria-hidden size={20} strokeWidth={1.75} />}
      />
      <Dialog open={open} onOpenChange={setOpen} title="Dates" description={hint}>
        {open && (
          <DateRangeForm
            {...{ from, to }}
            onDone={(days) => {
              onChange(days);
              setOpen(false);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function DateRangeForm({
  onDone,
  ...chosen
}: {
  from: string;
  to: string;
  onDone: (days: { from: string; to: string }) => void;
}) {
  const [from, setFrom] = useState(chosen.from);
  const [to, setTo] = useState(chosen.to);
  const isBackwards = from !== "" && to !== "" && to < from;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBackwards) onDone({ from, to });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <DateField label="From" optional value={from} onValueChange={setFrom} />
        <DateField
          label="Until"
          optional
          value={to}
          onValueChange={setTo}
          error={isBackwards ? "This is before the start date." : undefined}
        />
      </div>
      <div className="flex gap-2 *:flex-1">
        <Button onClick={() => onDone({ from: "", to: "" })}>All dates</Button>
        <Button type="submit" variant="primary" writes={false}>
          Show
        </Button>
      </div>
    </form>
  );
}
