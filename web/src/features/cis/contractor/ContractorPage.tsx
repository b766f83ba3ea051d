import { useQuery } from "@tanstack/react-query";
import { HardHat, Plus } from "lucide-react";
import { Link, useNavigate, useParams } from "react-router";
import { isStatus } from "../../../api/client";
import { getErrorMessage } from "../../../api/errors";
import type { CisBusiness } from "../../../api/generated/CisBusiness";
import type { CisReturns } from "../../../api/generated/CisReturns";
import { buildFileUrl } from "../../../api/requests";
import { todayInLondon } from "../../../rules/calendar";
import { formatTaxYear, getTaxYear, listTaxYears } from "../../../rules/periods";
import { useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { LabelledAmount } from "../../../ui/LabelledAmount";
import { Page, PageHeader } from "../../../ui/PageHeader";
import { DownloadMenu, PrintButton } from "../../../ui/ReportActions";
import { SelectField } from "../../../ui/SelectField";
import { ListSkeleton } from "../../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../../ui/States";
import { useSearchParams } from "../../../ui/useSearchParams";
import { CisRoleSwitch } from "../CisRoleSwitch";
import { CisReturnCard } from "./CisReturnCard";
import { contractorsQuery, returnsQuery, subcontractorsQuery } from "./queries";

/** What a business pays subcontractors, month by month, as in its returns. */
export function ContractorPage() {
  const { year = getTaxYear(todayInLondon()) } = useParams();
  const [params] = useSearchParams();
  const { data, error, isFetching, refetch } = useQuery(contractorsQuery);
  const requestedId = params.get("business") ?? "";
  const business =
    data?.find(({ id }) => id === requestedId) ?? data?.find(({ registration }) => registration) ?? data?.[0];
  return (
    <Page width="wide">
      <title>{`CIS: paying subcontractors ${formatTaxYear(year)} · Plumbline`}</title>
      {business ? (
        <ContractorBusiness business={business} businesses={data ?? []} year={year} />
      ) : (
        <>
          <PageHeader title="CIS: paying subcontractors" back={{ to: "/reports", label: "Reports" }} />
          <CisRoleSwitch current="pay" />
          <Card flush>
            {data ? (
              <EmptyState
                icon={HardHat}
                title="You have no business yet"
                action={
                  <Button asChild>
                    <Link to="/settings/business-profiles">Add a business profile</Link>
                  </Button>
                }
              >
                You need a business to pay subcontractors from.
              </EmptyState>
            ) : error && !isFetching ? (
              <ErrorState
                title="The returns could not be loaded"
                message={getErrorMessage(error)}
                onRetry={() => void refetch()}
              />
            ) : (
              <ListSkeleton />
            )}
          </Card>
        </>
      )}
    </Page>
  );
}

function ContractorBusiness({
  business,
  businesses,
  year,
}: {
  business: CisBusiness;
  businesses: CisBusiness[];
  year: string;
}) {
  const { id, name, registration } = business;
  const today = todayInLondon();
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery({
    ...returnsQuery(id, year),
    enabled: registration !== null,
  });
  const returns = data?.profile === id && String(data.year) === year ? data : undefined;
  const getFileUrl = (as: "csv" | "xlsx" | "pdf") =>
    buildFileUrl("/api/cis/contractors/{id}/returns/{year}/file", { params: { id, year }, query: { as } });
  return (
    <>
      <PageHeader
        title="CIS: paying subcontractors"
        subtitle={[name, registration?.employerReference].filter(Boolean).join(" · ")}
        back={{ to: "/reports", label: "Reports" }}
        actions={
          registration && (
            <>
              <SelectField
                label="Tax year"
                hideLabel
                className="w-36 print:hidden"
                value={year}
                onChange={(event) =>
                  navigate(`/cis/contractor/${event.target.value}?business=${id}`, { replace: true })
                }
                options={listTaxYears(today, year).map((one) => ({ value: one, label: formatTaxYear(one) }))}
              />
              <PrintButton />
              <DownloadMenu
                files={[
                  { label: "PDF", file: getFileUrl("pdf") },
                  { label: "Spreadsheet", note: "With the payments", file: getFileUrl("xlsx") },
                  { label: "CSV", file: getFileUrl("csv") },
                ]}
              />
            </>
          )
        }
      />
      <CisRoleSwitch current="pay" />
      {businesses.length > 1 ? (
        <SelectField
          label="Business"
          hideLabel
          className="mb-4 max-w-sm print:hidden"
          value={id}
          onChange={(event) => navigate(`/cis/contractor/${year}?business=${event.target.value}`)}
          options={businesses.map((one) => ({ value: one.id, label: one.name }))}
        />
      ) : null}
      {registration === null ? (
        <Card flush>
          <EmptyState
            icon={HardHat}
            title="Do you pay subcontractors?"
            action={
              <Button asChild variant="primary" writes>
                <Link to={`/cis/contractor/business/${id}`}>Set up as a contractor</Link>
              </Button>
            }
          >
            Once you enter your employer reference from HMRC, we work out deductions, monthly returns and
            statements here.
          </EmptyState>
        </Card>
      ) : returns ? (
        <ContractorReturns returns={returns} />
      ) : (
        <Card flush>
          {isStatus(error, 404) ? (
            <EmptyState
              icon={HardHat}
              title="We couldn’t find this tax year"
              action={
                <Button asChild>
                  <Link to={`/cis/contractor?business=${id}`}>See this tax year</Link>
                </Button>
              }
            >
              A tax year is named after the year it starts in.
            </EmptyState>
          ) : error && !isFetching ? (
            <ErrorState
              title="The returns could not be loaded"
              message={getErrorMessage(error)}
              onRetry={() => void refetch()}
            />
          ) : (
            <ListSkeleton />
          )}
        </Card>
      )}
    </>
  );
}

function ContractorReturns({ returns }: { returns: CisReturns }) {
  const { gbp } = useRules();
  const late = returns.months.filter(
    ({ due, filedOn, mustBeSent, isOver }) => isOver && mustBeSent && filedOn === null && due < returns.today,
  ).length;
  return (
    <div className="grid gap-4">
      <Card>
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-4 gap-y-3 md:grid-cols-3">
          <LabelledAmount label="Deducted for HMRC" text={gbp(returns.deducted)} strong />
          <LabelledAmount label="Paid, as on the returns" text={gbp(returns.gross)} />
          <LabelledAmount label="Materials" text={gbp(returns.materials)} />
        </dl>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3 print:hidden">
          <p className="text-quiet text-sm">
            {late === 0 ? "No returns are late. " : ""}
            {late === 1 ? "1 return is late. " : ""}
            {late > 1 ? `${late} returns are late. ` : ""}
            <Link
              to={`/cis/contractor/business/${returns.profile}`}
              className="font-medium text-ink underline underline-offset-2"
            >
              Your details as a contractor
            </Link>
          </p>
          <Button asChild variant="primary" icon={<Plus aria-hidden size={18} strokeWidth={1.75} />}>
            <Link to={`/cis/payments/new?business=${returns.profile}`}>Pay a subcontractor</Link>
          </Button>
        </div>
      </Card>
      <SubcontractorsCard />
      {returns.months.length === 0 ? (
        <Card flush>
          <EmptyState icon={HardHat} title="No return in this tax year">
            Your returns will appear here from the month you became a contractor.
          </EmptyState>
        </Card>
      ) : null}
      {[...returns.months].reverse().map((month) => (
        <CisReturnCard key={month.to} month={month} profile={returns.profile} today={returns.today} />
      ))}
    </div>
  );
}

/** The subcontractors, each with the rate that applies today. */
export function SubcontractorsCard() {
  const { data } = useQuery(subcontractorsQuery);
  if (!data) return null;
  return (
    <Card title="Subcontractors" className="print:hidden">
      {data.length === 0 ? (
        <p className="text-quiet">
          Verify each subcontractor with HMRC before you first pay them, then enter the result here.
        </p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {data.map(({ contactId, name, rate, utr }) => (
            <li key={contactId}>
              <Link
                to={`/cis/subcontractors/${contactId}`}
                className="flex min-h-control items-center justify-between gap-3 py-2 text-ink"
              >
                <span className="min-w-0">
                  <span className="block font-medium">{name}</span>
                  <span className="block text-quiet text-sm">{utr ? `UTR ${utr}` : "No UTR"}</span>
                </span>
                <span className="shrink-0 tabular-nums">{rate === null ? "No rate yet" : `${rate}%`}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Button asChild icon={<Plus aria-hidden size={18} strokeWidth={1.75} />} className="mt-4">
        <Link to="/cis/subcontractors/new">Add a subcontractor</Link>
      </Button>
    </Card>
  );
}
