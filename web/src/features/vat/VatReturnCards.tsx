import { useState } from "react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { VatOutside } from "../../api/generated/VatOutside";
import type { VatReturnReport } from "../../api/generated/VatReturnReport";
import { getSubjectPath } from "../../entities/activities/activityPath";
import { PlusBadge } from "../../entities/plans/PlusBadge";
import { usePlanGuard } from "../../entities/plans/usePlanGuard";
import { useRules } from "../../rules/rules";
import { parsePence } from "../../ui/amounts";
import { Badge } from "../../ui/Badge";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { ConfirmDialog } from "../../ui/Dialog";
import { CHECK_WITH_ACCOUNTANT } from "../../ui/LabelledAmount";
import { Money } from "../../ui/Money";
import { toast } from "../../ui/toast";
import { useMarkReturnFiled } from "./queries";

type VatBox = VatReturnReport["boxes"][number];

/** A VAT return: the amount to pay, its boxes, and whether it was filed. */
export function VatReturnCards({ vatReturn, on }: { vatReturn: VatReturnReport; on: string }) {
  return (
    <div className="grid gap-4">
      <ReturnStateCard vatReturn={vatReturn} />
      {vatReturn.notes.map((note) => (
        <Banner key={note.code} tone={note.asks ? "amber" : "blue"}>
          {note.msg}
          {note.confirmed ? "" : ` ${CHECK_WITH_ACCOUNTANT}.`}
        </Banner>
      ))}
      <OutsideReturnNotes outside={vatReturn.outside} />
      {vatReturn.late > 0 ? (
        <Banner tone="amber">
          {vatReturn.late === 1
            ? "1 record from a period you’ve already filed counts here. Open a box to see it and why."
            : `${vatReturn.late} records from periods you’ve already filed count here. Open a box to see them and why.`}
        </Banner>
      ) : null}
      <VatBoxesCard vatReturn={vatReturn} on={on} />
      <FlatRateCard vatReturn={vatReturn} />
    </div>
  );
}

function ReturnStateCard({ vatReturn }: { vatReturn: VatReturnReport }) {
  const { gbp, dateLong } = useRules();
  const filing = useMarkReturnFiled(vatReturn.profile);
  const amountDue = vatReturn.boxes.find(({ number }) => number === 5)?.amount ?? "0.00";
  const isFiled = vatReturn.filedAt !== null;
  const [asking, setAsking] = useState(false);
  const writing = usePlanGuard("reports");
  const setFiled = (next: boolean) =>
    filing.mutate(
      { to: vatReturn.to, isFiled: next },
      {
        onSuccess: () =>
          toast({ title: next ? "Marked as filed: it can no longer change" : "Reopened", tone: "good" }),
        onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <p className="text-quiet text-sm">{vatReturn.reclaims ? "To reclaim" : "To pay"}</p>
          <p className="font-semibold text-2xl text-ink tracking-tight max-sm:text-[length:min(1.75rem,9vw)]">
            <Money text={gbp(amountDue)} />
          </p>
          {vatReturn.due && !vatReturn.elsewhere ? (
            <p className="mt-1 text-quiet text-sm">
              {`${vatReturn.reclaims || parsePence(amountDue) === 0 ? "File" : "File and pay"} by ${dateLong(vatReturn.due)}`}
              {vatReturn.dueConfirmed ? "" : ` · ${CHECK_WITH_ACCOUNTANT}`}
            </p>
          ) : null}
        </div>
        <div className="flex flex-wrap items-center gap-3 print:hidden">
          {isFiled ? <Badge tone="green" label="Filed" /> : null}
          {vatReturn.elsewhere ? <Badge tone="grey" label="Before your first return here" /> : null}
          {!isFiled && vatReturn.to >= vatReturn.today ? <Badge tone="grey" label="Not over yet" /> : null}
          {vatReturn.canFile ? (
            <>
              <PlusBadge />
              <Button variant="primary" onClick={writing(() => setAsking(true))}>
                Mark as filed
              </Button>
            </>
          ) : null}
          {vatReturn.canOpen ? (
            <Button busy={filing.isPending} onClick={writing(() => setFiled(false))}>
              Reopen
            </Button>
          ) : null}
        </div>
      </div>
      <p className="mt-3 text-quiet text-sm">
        {vatReturn.canFile || (vatReturn.to >= vatReturn.today && !isFiled)
          ? "Plumbline doesn’t send it: enter the figures in software that HMRC recognises, then mark it as filed."
          : vatReturn.filing}
      </p>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Mark the return to ${dateLong(vatReturn.to)} as filed?`}
        description={vatReturn.filing}
        confirmLabel="Mark as filed"
        tone="primary"
        busy={filing.isPending}
        onConfirm={() => setFiled(true)}
      />
    </Card>
  );
}

function VatBoxesCard({ vatReturn, on }: { vatReturn: VatReturnReport; on: string }) {
  const { gbp } = useRules();
  const columns: Column<VatBox>[] = [
    { id: "number", header: "Box", width: "w-16", cell: ({ number }) => number },
    {
      id: "label",
      header: "What",
      cell: ({ label, confirmed }) => (
        // Not shortened: HMRC's name of a box may take two lines.
        <span className="block whitespace-normal py-2">
          {label}
          {confirmed ? null : (
            <span className="font-normal text-quiet text-sm">{` · ${CHECK_WITH_ACCOUNTANT}`}</span>
          )}
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
        rows={vatReturn.boxes}
        rowKey={({ number }) => String(number)}
        columns={columns}
        to={({ number }) => {
          const params = new URLSearchParams({ box: String(number), ...(on && { on }) });
          return `/vat/${vatReturn.profile}/records?${params}`;
        }}
        card={({ number, label, amount, confirmed }) => ({
          title: `Box ${number}`,
          amount: <Money text={gbp(amount)} />,
          // Not shortened: HMRC's name of a box takes three lines on a phone.
          detail: confirmed ? label : `${label} · ${CHECK_WITH_ACCOUNTANT}`,
        })}
      />
    </Card>
  );
}

function FlatRateCard({ vatReturn }: { vatReturn: VatReturnReport }) {
  const { gbp } = useRules();
  if (vatReturn.flat.length === 0) return null;
  return (
    <Card title="Flat rate">
      <ul className="grid gap-1 text-ink">
        {vatReturn.flat.map(({ percent, turnover, vat }) => (
          <li key={percent}>{`${percent}% of ${gbp(turnover)} with VAT: ${gbp(vat)}`}</li>
        ))}
      </ul>
      {vatReturn.limitedCost ? <p className="mt-2 text-quiet text-sm">{vatReturn.limitedCost}</p> : null}
    </Card>
  );
}

/** The records that no VAT return includes, with a link to each. */
export function OutsideReturnNotes({ outside }: { outside: VatOutside[] }) {
  return outside.map(({ subject, kind, number, msg, confirmed }) => (
    <Banner key={subject} tone="amber">
      {confirmed ? msg : `${msg} ${CHECK_WITH_ACCOUNTANT}.`}{" "}
      <Link
        to={getSubjectPath(kind, subject) ?? "/invoices"}
        className="font-semibold underline print:hidden"
      >
        {`Open ${number}`}
      </Link>
    </Banner>
  ));
}
