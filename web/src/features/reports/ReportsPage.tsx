import { useQuery } from "@tanstack/react-query";
import {
  FolderArchive,
  HandCoins,
  HardHat,
  Landmark,
  type LucideIcon,
  ReceiptPoundSterling,
} from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { fileAddress } from "../../api/calls";
import { DatesButton } from "../../documents/list/DatesButton";
import { PlusMark } from "../../entities/plans/PlusMark";
import { PlusOnly } from "../../entities/plans/PlusOnly";
import { usePlan } from "../../entities/plans/usePlan";
import { profilesQuery } from "../../entities/profiles/queries";
import { todayInLondon } from "../../rules/calendar";
import { periodsOn } from "../../rules/periods";
import { Files } from "../../ui/Files";
import { Page, PageHeader } from "../../ui/PageHeader";
import { PrintButton } from "../../ui/PrintButton";
import { SelectField } from "../../ui/SelectField";
import { Segmented } from "../../ui/Tabs";
import { type Asked, askedBy, DAYS, useAsk } from "./asked";
import { ProfitReport } from "./ProfitReport";
import { asQuery, type ReportName } from "./queries";
import { SumsReport } from "./SumsReport";

const NAMES: { value: ReportName; label: string }[] = [
  { value: "profit", label: "Profit" },
  { value: "income", label: "Income" },
  { value: "expenses", label: "Expenses" },
];

/** Where a report is as a file. */
const fileOf = (report: ReportName, asked: Asked, as: "csv" | "xlsx" | "pdf") =>
  report === "profit"
    ? fileAddress("/api/reports/profit/export", { query: { ...asQuery(asked), as } })
    : fileAddress("/api/reports/{of}/export", { params: { of: report }, query: { ...asQuery(asked), as } });

/** What was earned and spent in a span of days, and what is left. All that is asked stands in the address. */
export function ReportsPage() {
  const [params] = useSearchParams();
  const asked = askedBy(params, todayInLondon());
  const { report } = asked;
  const isPart = !usePlan().lacks("reports");
  const businesses = useQuery(profilesQuery).data ?? [];
  // On paper it says what it is and whose.
  const printed = [NAMES.find(({ value }) => value === report)?.label, ...businesses.map(({ name }) => name)];
  const figures = (
    <PlusOnly
      feature="reports"
      text="Income, expenses and profit by month, customer and category, to read or hand to your accountant. Your records are safe in the meantime."
    >
      {report === "profit" ? <ProfitReport asked={asked} /> : <SumsReport report={report} asked={asked} />}
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
              <PlusMark />
            </span>
            <span className="hidden print:inline">{printed.join(" · ")}</span>
          </>
        }
        actions={
          isPart && (
            <>
              <PrintButton />
              <Files
                files={[
                  { label: "PDF", file: fileOf(report, asked, "pdf") },
                  { label: "Spreadsheet", file: fileOf(report, asked, "xlsx") },
                  { label: "CSV", file: fileOf(report, asked, "csv") },
                ]}
              />
            </>
          )
        }
      />
      {isPart ? <AskedFor asked={asked} /> : null}
      {/* Without Plus it comes first, as it says why. */}
      {isPart ? null : figures}
      <Ways />
      {isPart ? figures : null}
    </Page>
  );
}

/** What is reckoned with the same records elsewhere: in a line that scrolls on a phone, so that the figures are in sight. */
function Ways() {
  return (
    <nav
      aria-label="Tax"
      className="my-4 flex flex-wrap gap-2 max-md:-mx-4 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4 xl:grid xl:grid-cols-5 xl:gap-3 print:hidden"
    >
      <Way
        to="/income-tax"
        icon={Landmark}
        label="Income Tax"
        hint="Your tax return and the quarterly updates"
      />
      <Way to="/vat" icon={ReceiptPoundSterling} label="VAT return" hint="Boxes 1 to 9, and what was filed" />
      <Way
        to="/cis"
        icon={HardHat}
        label="CIS"
        hint="What contractors deducted from you, and paying subcontractors"
      />
      <Way to="/owed" icon={HandCoins} label="Who owes me" hint="What is unpaid, and how late it is" />
      <Way
        to="/reports/year-pack"
        icon={FolderArchive}
        label="Year pack"
        hint="A whole tax year for your accountant, in one file"
      />
    </nav>
  );
}

/** Which report, and of which days. */
function AskedFor({ asked }: { asked: Asked }) {
  const ask = useAsk();
  return (
    <div className="mb-4 grid gap-3 print:hidden">
      <Segmented
        label="Report"
        value={asked.report}
        onValueChange={(next) => ask({ report: next === "profit" ? "" : next })}
        options={NAMES}
        className="flex w-full md:w-fit"
      />
      <div className="flex flex-wrap items-end gap-3">
        <SpanField asked={asked} />
        <DatesButton
          from={asked.period === DAYS ? asked.from : ""}
          to={asked.period === DAYS ? asked.to : ""}
          of="Filters by the date each record counts."
          onChange={({ from, to }) => ask({ from, to, period: "" })}
        />
      </div>
    </div>
  );
}

/** A way to what the reports lead to. */
function Way({ to, icon: Icon, label, hint }: { to: string; icon: LucideIcon; label: string; hint: string }) {
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

function SpanField({ asked }: { asked: Asked }) {
  const ask = useAsk();
  const offered = periodsOn(todayInLondon());
  const others = asked.label !== null && !offered.some(({ value }) => value === asked.period);
  const options = [
    ...(asked.period === DAYS ? [{ value: DAYS, label: "Chosen dates" }] : []),
    ...(others ? [{ value: asked.period, label: asked.label ?? "" }] : []),
    ...offered.map(({ value, label }) => ({ value, label })),
  ];
  return (
    <SelectField
      label="Period"
      hideLabel
      className="min-w-0 flex-1 md:max-w-xs"
      value={asked.period}
      onChange={(event) => ask({ period: event.target.value, from: "", to: "" })}
      options={options}
    />
  );
}
