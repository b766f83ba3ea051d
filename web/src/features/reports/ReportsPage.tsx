import { useQuery } from "@tanstack/react-query";
import {
  FolderArchive,
  HandCoins,
  HardHat,
  Landmark,
  type LucideIcon,
  ReceiptPoundSterling,
} from "lucide-react";
import { Link } from "react-router";
import { buildFileUrl } from "../../api/requests";
import { DatesButton } from "../../documents/list/DatesButton";
import { PlusBadge } from "../../entities/plans/PlusBadge";
import { PlusOnly } from "../../entities/plans/PlusOnly";
import { usePlan } from "../../entities/plans/usePlan";
import { profilesQuery } from "../../entities/profiles/queries";
import { todayInLondon } from "../../rules/calendar";
import { listPeriods } from "../../rules/periods";
import { Page, PageHeader } from "../../ui/PageHeader";
import { DownloadMenu, PrintButton } from "../../ui/ReportActions";
import { SelectField } from "../../ui/SelectField";
import { SegmentedControl } from "../../ui/Tabs";
import { useSearchParams } from "../../ui/useSearchParams";
import { IncomeExpensesReportView } from "./IncomeExpensesReportView";
import { ProfitReportView } from "./ProfitReportView";
import {
  CUSTOM_DAYS,
  type ReportFilters,
  type ReportName,
  readReportFilters,
  toQueryParams,
  useReportFilterSetter,
} from "./queries";

const REPORT_TABS: { value: ReportName; label: string }[] = [
  { value: "profit", label: "Profit" },
  { value: "income", label: "Income" },
  { value: "expenses", label: "Expenses" },
];

/** The address of a report as a file. */
const buildFileAddress = (report: ReportName, filters: ReportFilters, as: "csv" | "xlsx" | "pdf") =>
  report === "profit"
    ? buildFileUrl("/api/reports/profit/export", { query: { ...toQueryParams(filters), as } })
    : buildFileUrl("/api/reports/{of}/export", {
        params: { of: report },
        query: { ...toQueryParams(filters), as },
      });

/** Income, expenses and profit in a period. The filters are in the address. */
export function ReportsPage() {
  const [params] = useSearchParams();
  const filters = readReportFilters(params, todayInLondon());
  const { report } = filters;
  const hasReports = !usePlan().lacksFeature("reports");
  const businesses = useQuery(profilesQuery).data ?? [];
  // In print the title names the report, the businesses and the period.
  const printedTitle = [
    REPORT_TABS.find(({ value }) => value === report)?.label,
    ...businesses.map(({ name }) => name),
  ];
  const reportView = (
    <PlusOnly
      feature="reports"
      text="Income, expenses and profit by month, customer and category, to read or hand to your accountant. Your records are safe in the meantime."
    >
      {report === "profit" ? (
        <ProfitReportView query={filters} />
      ) : (
        <IncomeExpensesReportView report={report} query={filters} />
      )}
    </PlusOnly>
  );
  return (
    <Page width="wide">
      <title>Reports · Plumbline</title>
      <PageHeader
        title={
          <>
            <span className="flex items-center gap-3 print:hidden">
              Reports
              <PlusBadge />
            </span>
            <span className="hidden print:inline">{printedTitle.join(" · ")}</span>
          </>
        }
        actions={
          hasReports && (
            <>
              <PrintButton />
              <DownloadMenu
                files={[
                  { label: "PDF", file: buildFileAddress(report, filters, "pdf") },
                  { label: "Spreadsheet", file: buildFileAddress(report, filters, "xlsx") },
                  { label: "CSV", file: buildFileAddress(report, filters, "csv") },
                ]}
              />
            </>
          )
        }
      />
      {hasReports ? <ReportFilterBar filters={filters} /> : null}
      {/* Without Plus this comes first, since it explains why there is no report. */}
      {hasReports ? null : reportView}
      <TaxLinks />
      {hasReports ? reportView : null}
    </Page>
  );
}

/**
 * Links to tax pages that are based on the same records: in a line that scrolls on a phone, so that the
 * figures stay in view.
 */
function TaxLinks() {
  return (
    <nav
      aria-label="Tax"
      className="my-4 flex flex-wrap gap-2 max-md:-mx-4 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4 xl:grid xl:grid-cols-5 xl:gap-3 print:hidden"
    >
      <TaxLink
        to="/income-tax"
        icon={Landmark}
        label="Income Tax"
        hint="Your tax return and the quarterly updates"
      />
      <TaxLink
        to="/vat"
        icon={ReceiptPoundSterling}
        label="VAT return"
        hint="Boxes 1 to 9, and what was filed"
      />
      <TaxLink
        to="/cis"
        icon={HardHat}
        label="CIS"
        hint="What contractors deducted from you, and paying subcontractors"
      />
      <TaxLink to="/owed" icon={HandCoins} label="Who owes me" hint="What is unpaid, and how late it is" />
      <TaxLink
        to="/reports/year-pack"
        icon={FolderArchive}
        label="Year pack"
        hint="A whole tax year for your accountant, in one file"
      />
    </nav>
  );
}

/** Chooses the report and its period. */
function ReportFilterBar({ filters }: { filters: ReportFilters }) {
  const changeFilters = useReportFilterSetter();
  return (
    <div className="mb-4 grid gap-3 print:hidden">
      <SegmentedControl
        label="Report"
        value={filters.report}
        onValueChange={(next) => changeFilters({ report: next === "profit" ? "" : next })}
        options={REPORT_TABS}
        className="flex w-full md:w-fit"
      />
      <div className="flex flex-wrap items-end gap-3">
        <PeriodField filters={filters} />
        <DatesButton
          from={filters.period === CUSTOM_DAYS ? filters.from : ""}
          to={filters.period === CUSTOM_DAYS ? filters.to : ""}
          hint="Filters by the date each record counts."
          onChange={({ from, to }) => changeFilters({ from, to, period: "" })}
        />
      </div>
    </div>
  );
}

/** A link to one of those pages. */
function TaxLink({
  to,
  icon: Icon,
  label,
  hint,
}: {
  to: string;
  icon: LucideIcon;
  label: string;
  hint: string;
}) {
  return (
    <Link
      to={to}
      className="flex min-h-control shrink-0 items-center gap-2 rounded-lg border border-line bg-paper px-3 py-2 hover:bg-hover xl:gap-3 xl:px-5 xl:py-3"
    >
      <Icon aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-quiet" />
      <span className="min-w-0">
        <span className="block font-medium text-ink">{label}</span>
        <span className="hidden text-quiet text-sm xl:block">{hint}</span>
      </span>
    </Link>
  );
}

function PeriodField({ filters }: { filters: ReportFilters }) {
  const changeFilters = useReportFilterSetter();
  const offered = listPeriods(todayInLondon());
  const isOtherPeriod = filters.label !== null && !offered.some(({ value }) => value === filters.period);
  const options = [
    ...(filters.period === CUSTOM_DAYS ? [{ value: CUSTOM_DAYS, label: "Chosen dates" }] : []),
    ...(isOtherPeriod ? [{ value: filters.period, label: filters.label ?? "" }] : []),
    ...offered.map(({ value, label }) => ({ value, label })),
  ];
  return (
    <SelectField
      label="Period"
      hideLabel
      className="min-w-0 flex-1 md:max-w-xs"
      value={filters.period}
      onChange={(event) => changeFilters({ period: event.target.value, from: "", to: "" })}
      options={options}
    />
  );
}
