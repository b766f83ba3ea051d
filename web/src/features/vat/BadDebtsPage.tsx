import { useQuery } from "@tanstack/react-query";
import { ReceiptPoundSterling } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import type { VatBadDebt } from "../../api/generated/VatBadDebt";
import { getSubjectPath } from "../../entities/activities/activityPath";
import { PlusBadge } from "../../entities/plans/PlusBadge";
import { usePlanGuard } from "../../entities/plans/usePlanGuard";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ConfirmDialog } from "../../ui/Dialog";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { useWriteOffBadDebt, vatBadDebtsQuery } from "./queries";

/** Unpaid invoices, whose VAT can be reclaimed six months after they were due. */
export function BadDebtsPage() {
  const { id = "" } = useParams();
  const { data, error, isFetching, refetch } = useQuery(vatBadDebtsQuery(id));
  const { gbp } = useRules();
  return (
    <Page width="wide">
      <title>Unpaid invoices · Plumbline</title>
      <PageHeader
        title="VAT on unpaid invoices"
        subtitle={data?.name}
        back={{ to: `/vat?${new URLSearchParams({ business: id })}`, label: "VAT return" }}
      />
      {data ? (
        <div className="grid gap-4">
          <Card title="Can be claimed back" flush>
            {data.unclaimed.length > 0 ? (
              <>
                <BadDebtList businessId={id} debts={data.unclaimed} />
                {data.unclaimedCount > data.unclaimed.length ? (
                  <p className="border-line border-t px-4 py-3 text-quiet text-sm">
                    {`These are the oldest ${data.unclaimed.length} of ${data.unclaimedCount}, with ${gbp(data.unclaimedVat)} of VAT in all. The next appear as these are claimed.`}
                  </p>
                ) : null}
              </>
            ) : (
              <EmptyState icon={ReceiptPoundSterling} title="Nothing to claim back">
                An invoice appears here six months after it was due, if part of it is still unpaid.
              </EmptyState>
            )}
          </Card>
          {data.writtenOff.length > 0 ? (
            <Card title="Written off" flush>
              <BadDebtList businessId={id} debts={data.writtenOff} />
            </Card>
          ) : null}
        </div>
      ) : (
        <Card flush>
          {error && !isFetching ? (
            <ErrorState
              title="Your unpaid invoices could not be loaded"
              message={getErrorMessage(error)}
              onRetry={() => void refetch()}
              link={isStatus(error, 404) && { to: "/vat", label: "Open the VAT return" }}
            />
          ) : (
            <ListSkeleton rows={4} />
          )}
        </Card>
      )}
    </Page>
  );
}

function BadDebtList({ businessId, debts }: { businessId: string; debts: VatBadDebt[] }) {
  const { gbp, dateLong } = useRules();
  const writeOff = useWriteOffBadDebt(businessId);
  const writing = usePlanGuard("reports");
  const [asking, setAsking] = useState<VatBadDebt | null>(null);
  const setWrittenOff = ({ invoice }: VatBadDebt, isWrittenOff: boolean) =>
    writeOff.mutate(
      { invoice, isWrittenOff },
      {
        onSuccess: () =>
          toast({
            title: isWrittenOff ? "Written off: its VAT is in box 4" : "No longer claimed",
            tone: "good",
          }),
        onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
        onSettled: () => setAsking(null),
      },
    );
  return (
    <>
      <ul className="divide-y divide-line">
        {debts.map((debt) => (
          <li
            key={debt.invoice}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
          >
            <div>
              <Link
                to={getSubjectPath("invoice", debt.invoice) ?? "/invoices"}
                className="inline-link font-medium text-ink underline underline-offset-4"
              >
                {[debt.number, debt.customer].filter(Boolean).join(" · ")}
              </Link>
              <p className="text-quiet text-sm">
                {debt.writtenOff
                  ? `Written off on ${dateLong(debt.writtenOff)}`
                  : debt.to
                    ? `${gbp(debt.unpaid)} unpaid. Claim by ${dateLong(debt.to)}`
                    : `${gbp(debt.unpaid)} unpaid`}
              </p>
            </div>
            <div className="flex items-center gap-3">
              <Money text={gbp(debt.vat)} className="font-semibold text-ink" />
              {debt.writtenOff ? (
                <Button busy={writeOff.isPending} onClick={writing(() => setWrittenOff(debt, false))}>
                  Undo the claim
                </Button>
              ) : (
                <>
                  <PlusBadge />
                  <Button onClick={writing(() => setAsking(debt))}>Claim back</Button>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => open || setAsking(null)}
        title={`Write off the unpaid part of ${asking?.number ?? ""}?`}
        description={`${gbp(asking?.vat ?? "0.00")} of VAT goes into box 4 of the current return. The invoice doesn’t change. If they pay later, you pay the VAT back in the return for that period.`}
        confirmLabel="Write off and claim back"
        tone="primary"
        busy={writeOff.isPending}
        onConfirm={() => asking && setWrittenOff(asking, true)}
      />
    </>
  );
}
