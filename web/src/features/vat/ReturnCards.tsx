import { useState } from "react";
import { errorMessage } from "../../api/errors";
import type { VatReturnReport } from "../../api/generated/VatReturnReport";
import { PlusMark } from "../../entities/plans/PlusMark";
import { useWriting } from "../../entities/plans/useWriting";
import { useRules } from "../../rules/rules";
import { Badge } from "../../ui/Badge";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { ConfirmDialog } from "../../ui/Dialog";
import { Money } from "../../ui/Money";
import { penceOf } from "../../ui/pence";
import { toast } from "../../ui/toast";
import { UNCHECKED } from "../../ui/unchecked";
import { OutsideNotes } from "./OutsideNotes";
import { useFiling } from "./queries";

type Box = VatReturnReport["boxes"][number];

/** A return: what is to be paid, its boxes, and whether it was filed. */
export function ReturnCards({ told, on }: { told: VatReturnReport; on: string }) {
  return (
    <div className="grid gap-4">
      <Standing told={told} />
      {told.notes.map((note) => (
        <Banner key={note.code} tone={note.asks ? "amber" : "blue"}>
          {note.msg}
          {note.confirmed ? "" : ` ${UNCHECKED}.`}
        </Banner>
      ))}
      <OutsideNotes outside={told.outside} />
      {told.late > 0 ? (
        <Banner tone="amber">
          {told.late === 1
            ? "1 record from a period you’ve already filed counts here. Open a box to see it and why."
            : `${told.late} records from periods you’ve already filed count here. Open a box to see them and why.`}
        </Banner>
      ) : null}
      <Boxes told={told} on={on} />
      <FlatRate told={told} />
    </div>
  );
}

function Standing({ told }: { told: VatReturnReport }) {
  const { gbp, dateLong } = useRules();
  const filing = useFiling(told.profile);
  const owed = told.boxes.find(({ number }) => number === 5)?.amount ?? "0.00";
  const isFiled = told.filedAt !== null;
  const [asking, setAsking] = useState(false);
  const writing = useWriting("reports");
  const mark = (next: boolean) =>
    filing.mutate(
      { to: told.to, isFiled: next },
      {
        onSuccess: () =>
          toast({ title: next ? "Marked as filed: it can no longer change" : "Reopened", tone: "good" }),
        onError: (error) => toast({ title: errorMessage(error), tone: "bad" }),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <p className="text-quiet text-sm">{told.reclaims ? "To reclaim" : "To pay"}</p>
          <p className="font-semibold text-2xl text-ink tracking-tight max-sm:text-[length:min(1.75rem,9vw)]">
            <Money text={gbp(owed)} />
          </p>
          {told.due && !told.elsewhere ? (
            <p className="mt-1 text-quiet text-sm">
              {`${told.reclaims || penceOf(owed) === 0 ? "File" : "File and pay"} by ${dateLong(told.due)}`}
              {told.dueConfirmed ? "" : ` · ${UNCHECKED}`}
            </p>
          ) : null}
        </div>
        <div className="flex flex-wrap items-center gap-3 print:hidden">
          {isFiled ? <Badge tone="green" label="Filed" /> : null}
          {told.elsewhere ? <Badge tone="grey" label="Before your first return here" /> : null}
          {!isFiled && told.to >= told.today ? <Badge tone="grey" label="Not over yet" /> : null}
          {told.canFile ? (
            <>
              <PlusMark />
              <Button variant="primary" onClick={writing(() => setAsking(true))}>
                Mark as filed
              </Button>
            </>
          ) : null}
          {told.canOpen ? (
            <Button busy={filing.isPending} onClick={writing(() => mark(false))}>
              Reopen
            </Button>
          ) : null}
        </div>
      </div>
      <p className="mt-3 text-quiet text-sm">
        {told.canFile || (told.to >= told.today && !isFiled)
          ? "Plumbline doesn’t send it: enter the figures in software that HMRC recognises, then mark it as filed."
          : told.filing}
      </p>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Mark the return to ${dateLong(told.to)} as filed?`}
        description={told.filing}
        confirmLabel="Mark as filed"
        tone="primary"
        busy={filing.isPending}
        onConfirm={() => mark(true)}
      />
    </Card>
  );
}

function Boxes({ told, on }: { told: VatReturnReport; on: string }) {
  const { gbp } = useRules();
  const columns: Column<Box>[] = [
    { id: "number", header: "Box", width: "w-16", cell: ({ number }) => number },
    {
      id: "label",
      header: "What",
      cell: ({ label, confirmed }) => (
        // Whole: what HMRC calls a box may take two lines.
        <span className="block whitespace-normal py-2">
          {label}
          {confirmed ? null : <span className="font-normal text-quiet text-sm">{` · ${UNCHECKED}`}</span>}
        </span>
      ),
    },
    {
      id: "amount",
      header: "Amount",
      width: "w-36",
      align: "right",
      cell: ({ amount }) => <Money text={gbp(amount)} className="font-semibold text-ink" />,
    },
  ];
  return (
    <Card title="Boxes" flush>
      <DataTable
        label="Boxes"
        rows={told.boxes}
        rowKey={({ number }) => String(number)}
        columns={columns}
        to={({ number }) => {
          const asked = new URLSearchParams({ box: String(number), ...(on && { on }) });
          return `/vat/${told.profile}/records?${asked}`;
        }}
        card={({ number, label, amount, confirmed }) => ({
          title: `Box ${number}`,
          amount: <Money text={gbp(amount)} />,
          // Whole: what HMRC calls a box takes three lines on a phone.
          detail: confirmed ? label : `${label} · ${UNCHECKED}`,
        })}
      />
    </Card>
  );
}

function FlatRate({ told }: { told: VatReturnReport }) {
  const { gbp } = useRules();
  if (told.flat.length === 0) return null;
  return (
    <Card title="Flat rate">
      <ul className="grid gap-1 text-ink">
        {told.flat.map(({ percent, turnover, vat }) => (
          <li key={percent}>{`${percent}% of ${gbp(turnover)} with VAT: ${gbp(vat)}`}</li>
        ))}
      </ul>
      {told.limitedCost ? <p className="mt-2 text-quiet text-sm">{told.limitedCost}</p> : null}
    </Card>
  );
}
