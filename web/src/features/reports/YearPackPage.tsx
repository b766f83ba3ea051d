import { useQuery } from "@tanstack/react-query";
import { Download, FolderArchive } from "lucide-react";
import { getErrorMessage } from "../../api/errors";
import type { YearPack } from "../../api/generated/YearPack";
import { buildFileUrl } from "../../api/requests";
import { profilesQuery } from "../../entities/profiles/queries";
import { todayInLondon } from "../../rules/calendar";
import { formatTaxYear, getTaxYear, listTaxYears } from "../../rules/periods";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { MainAction, Page, PageHeader } from "../../ui/PageHeader";
import { SelectField } from "../../ui/SelectField";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { useSearchParams } from "../../ui/useSearchParams";
import { yearPackQuery } from "./queries";

/**
 * The year pack: all that an accountant needs for a tax year, in one file. The choices are in the address.
 */
export function YearPackPage() {
  const [params, setParams] = useSearchParams();
  const today = todayInLondon();
  const year = params.get("year") ?? getTaxYear(today);
  const business = params.get("business") ?? "";
  const profiles = useQuery(profilesQuery).data ?? [];
  const { data, error, isFetching, refetch } = useQuery(yearPackQuery(year, business));
  const changeSelection = (next: Record<string, string>) => {
    const selection = { year, business, ...next };
    setParams(
      { year: selection.year, ...(selection.business && { business: selection.business }) },
      { replace: true },
    );
  };
  return (
    <Page width="narrow">
      <title>{`Year pack ${formatTaxYear(year)} · Plumbline`}</title>
      <PageHeader
        title="Year pack for your accountant"
        subtitle="Every report, invoice and receipt of a tax year, with an index, in one zip file."
        back={{ to: "/reports", label: "Reports" }}
      />
      <div className="mb-4 grid gap-3 sm:grid-cols-2">
        <SelectField
          label="Tax year"
          value={year}
          onChange={(event) => changeSelection({ year: event.target.value })}
          options={listTaxYears(today, year).map((one) => ({ value: one, label: formatTaxYear(one) }))}
        />
        <SelectField
          label="Business"
          value={business}
          onChange={(event) => changeSelection({ business: event.target.value })}
          options={[
            { value: "", label: "All businesses" },
            ...profiles.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </div>
      {data && !isFetching ? (
        <YearPackContents pack={data} year={year} business={business} />
      ) : (
        <Card flush>
          {error && !isFetching ? (
            <ErrorState
              title="The year pack could not be made"
              message={getErrorMessage(error)}
              onRetry={() => void refetch()}
            />
          ) : (
            <ListSkeleton />
          )}
        </Card>
      )}
    </Page>
  );
}

const formatCount = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

function YearPackContents({ pack, year, business }: { pack: YearPack; year: string; business: string }) {
  const address = buildFileUrl("/api/year-pack/{year}/file", {
    params: { year },
    query: { business: business || undefined },
  });
  const contents = [
    `${formatCount(pack.reports, "report", "reports")}, each as a spreadsheet and as a PDF`,
    pack.documentsAreListed
      ? `${formatCount(pack.documents, "invoice or credit note", "invoices and credit notes")}, as a list`
      : `${formatCount(pack.documents, "invoice or credit note", "invoices and credit notes")} as PDF`,
    `${formatCount(pack.receipts, "picture", "pictures")} of receipts`,
    "An index of all files, with the total of each",
  ];
  return (
    <div className="grid gap-4">
      {/* In view, however many records are missing. */}
      <MainAction>
        <Button asChild block variant={pack.isEmpty ? "secondary" : "primary"} className="md:w-auto">
          <a href={address} download>
            <Download aria-hidden size={18} strokeWidth={1.75} />
            Download the year pack
          </a>
        </Button>
      </MainAction>
      {pack.isEmpty ? (
        <Card flush>
          <EmptyState icon={FolderArchive} title={`Nothing in ${pack.name} yet`}>
            Nothing was earned, spent or invoiced in this tax year. The pack would only have empty reports.
          </EmptyState>
        </Card>
      ) : (
        <Card title={`In the pack for ${pack.name}`}>
          <ul className="list-disc pl-5">
            {contents.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </Card>
      )}
      {pack.isEmpty ? null : pack.missing.length > 0 ? (
        <Card title="What is missing" hint="The pack says so too. Fix what you can first.">
          <ul className="list-disc pl-5">
            {pack.missing.map((one) => (
              <li key={one} className="break-words">
                {one}
              </li>
            ))}
          </ul>
        </Card>
      ) : (
        <Banner tone="green">As far as Plumbline can tell, nothing is missing.</Banner>
      )}
    </div>
  );
}
