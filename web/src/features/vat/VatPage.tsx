import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, ReceiptPoundSterling } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { VatBusiness } from "../../api/generated/VatBusiness";
import { buildFileUrl } from "../../api/requests";
import { useRules } from "../../rules/rules";
import { parsePence } from "../../ui/amounts";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Disclosure } from "../../ui/Disclosure";
import { CHECK_WITH_ACCOUNTANT } from "../../ui/LabelledAmount";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { DownloadMenu, PrintButton } from "../../ui/ReportActions";
import { SelectField } from "../../ui/SelectField";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { useSearchParams } from "../../ui/useSearchParams";
import { vatBadDebtsQuery, vatBusinessesQuery, vatReturnQuery, vatThresholdQuery } from "./queries";
import { OutsideReturnNotes, VatReturnCards } from "./VatReturnCards";

/** The VAT return of a business, period by period. The choices are in the address. */
export function VatPage() {
  const [params, setParams] = useSearchParams();
  const { data, error, isFetching, refetch } = useQuery(vatBusinessesQuery);
  const requestedId = params.get("business") ?? "";
  const business =
    data?.find(({ id }) => id === requestedId) ?? data?.find(({ registration }) => registration) ?? data?.[0];
  return (
    <Page width="wide">
      <title>VAT return · Plumbline</title>
      {business ? (
        <VatBusinessReturn
          business={business}
          others={data ?? []}
          on={params.get("on") ?? ""}
          onChange={(next) => setParams(next, { preventScrollReset: true })}
        />
      ) : (
        <>
          <PageHeader title="VAT return" back={{ to: "/reports", label: "Reports" }} />
          <Card flush>
            {data ? (
              <EmptyState
                icon={ReceiptPoundSterling}
                title="You have no business yet"
                action={
                  <Button asChild>
                    <Link to="/settings/business-profiles">Add a business profile</Link>
                  </Button>
                }
              >
                You need a VAT-registered business for a VAT return.
              </EmptyState>
            ) : error && !isFetching ? (
              <ErrorState
                title="The VAT return could not be loaded"
                message={getErrorMessage(error)}
                onRetry={() => void refetch()}
              />
            ) : (
              <ListSkeleton rows={9} />
            )}
          </Card>
        </>
      )}
    </Page>
  );
}

function VatBusinessReturn({
  business,
  others,
  on,
  onChange,
}: {
  business: VatBusiness;
  others: VatBusiness[];
  on: string;
  onChange: (next: Record<string, string>) => void;
}) {
  const { id, name, number, registration, outside } = business;
  const { dateLong } = useRules();
  const { data, error, isFetching, refetch } = useQuery({
    ...vatReturnQuery(id, on),
    enabled: registration !== null,
  });
  const vatReturn = data?.profile === id ? data : undefined;
  const fileAddressFor = (as: "csv" | "xlsx" | "pdf") =>
    buildFileUrl("/api/vat/{id}/return/file", { params: { id }, query: { on: on || undefined, as } });
  return (
    <>
      <PageHeader
        title="VAT return"
        subtitle={[name, number].filter(Boolean).join(" · ")}
        back={{ to: "/reports", label: "Reports" }}
        actions={
          vatReturn && (
            <>
              <Button asChild className="print:hidden">
                <Link to={`/vat/${id}/registration`}>Registration</Link>
              </Button>
              <PrintButton />
              <DownloadMenu
                files={[
                  { label: "PDF", file: fileAddressFor("pdf") },
                  {
                    label: "Spreadsheet",
                    note: "With the records behind each box",
                    file: fileAddressFor("xlsx"),
                  },
                  { label: "CSV", note: "For bridging software", file: fileAddressFor("csv") },
                ]}
              />
            </>
          )
        }
      />
      {others.length > 1 ? (
        <SelectField
          label="Business"
          hideLabel
          className="mb-4 max-w-sm print:hidden"
          value={id}
          onChange={(event) => onChange({ business: event.target.value })}
          options={others.map((one) => ({ value: one.id, label: one.name }))}
        />
      ) : null}
      {outside.length > 0 ? (
        <div className="mb-4 grid gap-4">
          <OutsideReturnNotes outside={outside} />
        </div>
      ) : null}
      {registration === null ? (
        <>
          <Card flush>
            <EmptyState
              icon={ReceiptPoundSterling}
              title={number ? "When did you register for VAT?" : "This business isn’t registered for VAT"}
              action={
                <Button asChild variant="primary">
                  <Link to={`/vat/${id}/registration`}>Enter its registration</Link>
                </Button>
              }
            >
              {number
                ? "This business has a VAT number. Enter the date on your VAT certificate, and we work out your returns here from your invoices and expenses."
                : "Once you are registered, we work out your returns here from your invoices and expenses."}
            </EmptyState>
          </Card>
          <VatThresholdCard />
        </>
      ) : vatReturn ? (
        <>
          <div className="mb-4 flex items-center justify-between gap-[min(0.75rem,2vw)]">
            <PeriodStepButton
              day={vatReturn.before}
              label="Earlier"
              onStep={(day) => onChange({ business: id, on: day })}
            >
              <ChevronLeft aria-hidden size={18} strokeWidth={1.75} />
            </PeriodStepButton>
            <p className="text-center font-medium text-ink">{`${dateLong(vatReturn.from)} to ${dateLong(vatReturn.to)}`}</p>
            <PeriodStepButton
              day={vatReturn.after}
              label="Later"
              onStep={(day) => onChange({ business: id, on: day })}
            >
              <ChevronRight aria-hidden size={18} strokeWidth={1.75} />
            </PeriodStepButton>
          </div>
          <VatReturnCards vatReturn={vatReturn} on={on} />
          <BadDebtsNote businessId={id} />
        </>
      ) : (
        <Card flush>
          {error && !isFetching ? (
            <ErrorState
              title="The VAT return could not be worked out"
              message={getErrorMessage(error)}
              onRetry={() => void refetch()}
            />
          ) : (
            <ListSkeleton rows={9} />
          )}
        </Card>
      )}
    </>
  );
}

/**
 * How much VAT can be reclaimed on unpaid invoices, with a link; only the link where there is nothing to
 * reclaim.
 */
function BadDebtsNote({ businessId }: { businessId: string }) {
  const { gbp } = useRules();
  const { data } = useQuery(vatBadDebtsQuery(businessId));
  if (!data || data.unclaimedCount + data.writtenOff.length === 0) return null;
  const { unclaimedCount: count, unclaimedVat: vat } = data;
  return (
    <p className="mt-4 text-quiet print:hidden">
      {count > 0 &&
        `${gbp(vat)} of VAT can be claimed back: ${count === 1 ? "1 unpaid invoice" : `${count} unpaid invoices`}. `}
      <Link to={`/vat/${businessId}/bad-debts`} className="font-medium text-ink underline underline-offset-4">
        {count > 0 ? "Claim it back" : "VAT on unpaid invoices"}
      </Link>
    </p>
  );
}

function PeriodStepButton({
  day,
  label,
  onStep,
  children,
}: {
  day: string | null;
  label: string;
  onStep: (day: string) => void;
  children: ReactNode;
}) {
  return (
    <Button
      aria-label={`${label} period`}
      disabled={day === null}
      className="print:hidden"
      onClick={() => day && onStep(day)}
    >
      {children}
    </Button>
  );
}

/** How close an account is to the threshold for VAT registration. */
export function VatThresholdCard() {
  const { gbp, dateLong } = useRules();
  const { data } = useQuery(vatThresholdQuery);
  if (!data || data.registered) return null;
  const { now, left, months, next30Days, findings } = data;
  const share = Math.min(
    100,
    Math.max(0, (parsePence(now.turnover) * 100) / (parsePence(now.threshold) || 1)),
  );
  return (
    <Card title="Do you have to register?" className="mt-4">
      {findings.map(({ code, msg, confirmed }) => (
        <Banner key={code} tone="amber" className="mb-4">
          {confirmed ? msg : `${msg} ${CHECK_WITH_ACCOUNTANT}.`}
        </Banner>
      ))}
      <p className="text-quiet">
        You must register once your turnover is more than {gbp(now.threshold)} in any 12 months.
      </p>
      <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <Money
            text={gbp(now.turnover)}
            className="font-semibold text-2xl text-ink tracking-tight max-sm:text-[length:min(1.75rem,9vw)]"
          />
          <span className="text-quiet"> in the last 12 months</span>
        </span>
        <span className="text-quiet">{`${gbp(left)} left`}</span>
      </p>
      {/* Visual only: the figures above say the same. */}
      <div aria-hidden className="mt-2 h-3 overflow-hidden rounded-full border border-line-strong bg-paper">
        <div className={now.above ? "h-full bg-bad" : "h-full bg-ink"} style={{ width: `${share}%` }} />
      </div>
      <p className="mt-3 text-quiet text-sm">
        {`Accepted and still to do: ${gbp(next30Days.turnover)}. If you expect more than ${gbp(next30Days.threshold)} in the next 30 days alone, you must register straight away.`}
      </p>
      {months.length > 0 && (
        <div className="mt-4">
          <Disclosure label="Month by month" hint="The 12 months to the end of each">
            <table className="w-full text-sm">
              <thead>
                <tr className="text-left text-quiet">
                  <th scope="col" className="py-1 font-medium">
                    To
                  </th>
                  <th scope="col" className="py-1 text-right font-medium">
                    Turnover in 12 months
                  </th>
                </tr>
              </thead>
              <tbody>
                {months.map((month) => (
                  <tr key={month.to} className="border-line border-t">
                    <th scope="row" className="py-2 text-left font-normal">
                      {dateLong(month.to)}
                    </th>
                    <td className="py-2 text-right">
                      <Money
                        text={gbp(month.turnover)}
                        className={month.above ? "font-semibold text-bad" : ""}
                      />
                      {month.above ? <span className="sr-only"> (above the threshold)</span> : null}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Disclosure>
        </div>
      )}
    </Card>
  );
}
