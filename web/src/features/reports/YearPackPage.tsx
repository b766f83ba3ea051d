import { useQuery } from "@tanstack/react-query";
import { Download, FolderArchive } from "lucide-react";
import { useSearchParams } from "react-router";
import { fileAddress } from "../../api/calls";
import { errorMessage } from "../../api/errors";
import type { YearPack } from "../../api/generated/YearPack";
import { profilesQuery } from "../../entities/profiles/queries";
import { todayInLondon } from "../../rules/calendar";
import { nameOf, yearOf, yearsOn } from "../../rules/periods";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { MainAction, Page, PageHeader } from "../../ui/PageHeader";
import { SelectField } from "../../ui/SelectField";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { yearPackQuery } from "./queries";

/** All that an accountant needs of a tax year, in one file. What is asked stands in the address. */
export function YearPackPage() {
  const [params, setParams] = useSearchParams();
  const today = todayInLondon();
  const year = params.get("year") ?? yearOf(today);
  const business = params.get("business") ?? "";
  const profiles = useQuery(profilesQuery).data ?? [];
  const { data, error, isFetching, refetch } = useQuery(yearPackQuery(year, business));
  const ask = (next: Record<string, string>) => {
    const all = { year, business, ...next };
    setParams({ year: all.year, ...(all.business && { business: all.business }) }, { replace: true });
  };
  return (
    <Page width="narrow">
      <title>{`Year pack ${nameOf(year)} · Plumbline`}</title>
      <PageHeader
        title="Year pack for your accountant"
        subtitle="Every report, invoice and receipt of a tax year, with an index, in one zip file."
        back={{ to: "/reports", label: "Reports" }}
      />
      <div className="mb-4 grid gap-3 sm:grid-cols-2">
        <SelectField
          label="Tax year"
          value={year}
          onChange={(event) => ask({ year: event.target.value })}
          options={yearsOn(today, year).map((one) => ({ value: one, label: nameOf(one) }))}
        />
        <SelectField
          label="Business"
          value={business}
          onChange={(event) => ask({ business: event.target.value })}
          options={[
            { value: "", label: "All businesses" },
            ...profiles.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </div>
      {data && !isFetching ? (
        <Contents pack={data} year={year} business={business} />
      ) : (
        <Card flush>
          {error && !isFetching ? (
            <ErrorState
              title="The year pack could not be made"
              message={errorMessage(error)}
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

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

function Contents({ pack, year, business }: { pack: YearPack; year: string; business: string }) {
  const address = fileAddress("/api/year-pack/{year}/file", {
    params: { year },
    query: { business: business || undefined },
  });
  const holds = [
    `${counted(pack.reports, "report", "reports")}, each as a spreadsheet and as a PDF`,
    pack.documentsAreListed
      ? `${counted(pack.documents, "invoice or credit note", "invoices and credit notes")}, as a list`
      : `${counted(pack.documents, "invoice or credit note", "invoices and credit notes")} as PDF`,
    `${counted(pack.receipts, "picture", "pictures")} of receipts`,
    "An index of all files, with the total of each",
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {/* In sight, however much is missing. */}
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
            {holds.map((one) => (
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
