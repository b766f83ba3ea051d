import { useState } from "react";
import type { DataImport } from "../../api/generated/DataImport";
import type { DataImportDocuments } from "../../api/generated/DataImportDocuments";
import type { DocumentImportOutcome } from "../../api/generated/DocumentImportOutcome";
import type { DocumentImportRow } from "../../api/generated/DocumentImportRow";
import type { ImportRow } from "../../api/generated/ImportRow";
import { KINDS } from "../../documents/kind";
import { ImportRowsTable } from "../../entities/table-import/ImportRowsTable";
import { useRules } from "../../rules/rules";
import { Badge, type BadgeTone } from "../../ui/Badge";
import { Banner } from "../../ui/Banner";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { useGrowingRows } from "../../ui/hooks";
import { Money } from "../../ui/Money";
import { SegmentedControl, Tabs } from "../../ui/Tabs";

const DOCUMENT_OUTCOMES: Record<DocumentImportOutcome, { tone: BadgeTone; label: string }> = {
  new: { tone: "green", label: "New" },
  same: { tone: "grey", label: "Already there" },
  otherCurrency: { tone: "amber", label: "Please choose" },
  leftOut: { tone: "grey", label: "Left out" },
  refused: { tone: "red", label: "Left out" },
};

type ImportedDocumentsFilter = "all" | "differing" | "currency" | "refused";

/** The quotes and invoices: the total of each in the other program, and its total here. */
export function ImportedDocuments({ documents }: { documents: DataImportDocuments }) {
  const { gbp, dateLong } = useRules();
  const [chosen, setChosen] = useState<ImportedDocumentsFilter>(
    documents.differing > 0 ? "differing" : "all",
  );
  const all = documents.quotes + documents.invoices + documents.same + documents.refused + documents.asked;
  const leftOut = documents.rows.filter(({ outcome }) => outcome === "leftOut").length;
  const matches: Record<ImportedDocumentsFilter, (row: DocumentImportRow) => boolean> = {
    all: () => true,
    differing: ({ difference }) => difference !== null,
    currency: ({ currency, outcome }) => currency !== null && outcome !== "same" && outcome !== "refused",
    refused: ({ outcome }) => outcome === "refused",
  };
  const filters: [ImportedDocumentsFilter, string, number][] = [
    ["differing", "Different", documents.differing],
    ["currency", "Another currency", documents.rows.filter(matches.currency).length],
    ["refused", "Can’t be imported", documents.refused],
    ["all", "All", all + leftOut],
  ];
  // When the files are read again, there may be no rows for the chosen filter.
  const filter = filters.some(([value, , count]) => value === chosen && count > 0) ? chosen : "all";
  const rows = documents.rows.filter(matches[filter]);
  const { visible, end } = useGrowingRows(rows);
  const getDocumentName = ({ kind, number }: DocumentImportRow) =>
    number ? `${KINDS[kind].Name} ${number}` : `Draft ${KINDS[kind].name}`;
  const renderBadge = ({ outcome }: DocumentImportRow) => <Badge {...DOCUMENT_OUTCOMES[outcome]} />;
  const formatMoney = (pounds: string | null) => (pounds === null ? "" : <Money text={gbp(pounds)} />);
  // Amounts in another currency have no pound sign.
  const formatOriginalTotal = ({ theirs, currency }: DocumentImportRow) =>
    theirs !== null && currency !== null ? <Money text={theirs} /> : formatMoney(theirs);
  const formatDay = ({ date }: DocumentImportRow) => (date ? dateLong(date) : "");
  const columns: Column<DocumentImportRow>[] = [
    { id: "name", header: "Document", width: "w-36", cell: getDocumentName },
    { id: "customer", header: "Customer", width: "w-[18%]", cell: ({ customer }) => customer },
    { id: "date", header: "Date", width: "w-29", cell: formatDay },
    {
      id: "theirs",
      header: "Original total",
      align: "right",
      width: "w-28",
      cell: formatOriginalTotal,
    },
    {
      id: "ours",
      header: "Total here",
      align: "right",
      width: "w-26",
      cell: ({ ours }) => formatMoney(ours),
    },
    { id: "outcome", header: "What happens", width: "w-32", cell: renderBadge },
    { id: "says", header: "Details", cell: ({ says }) => says },
  ];
  return (
    <section aria-label="Quotes and invoices" className="flex min-w-0 flex-col gap-3">
      <SegmentedControl
        label="Documents"
        className="self-start"
        value={filter}
        onValueChange={setChosen}
        options={filters
          .filter(([value, , count]) => value === "all" || count > 0)
          .map(([value, label, count]) => ({ value, label: `${label} ${count.toLocaleString("en-GB")}` }))}
      />
      <Card flush>
        <DataTable
          label="Quotes and invoices in the files"
          rows={visible}
          rowKey={(row) =>
            `${row.kind} ${row.number} ${row.date} ${row.customer} ${documents.rows.indexOf(row)}`
          }
          columns={columns}
          card={(row) => ({
            title: getDocumentName(row),
            note: row.says || row.customer,
            detail: [row.says ? row.customer : "", formatDay(row)].filter(Boolean).join(" · "),
            amount: formatOriginalTotal(row),
            status: renderBadge(row),
          })}
        />
        {end ? <div ref={end} aria-hidden className="h-px" /> : null}
      </Card>
      {documents.rows.length < all + leftOut ? (
        <p className="text-quiet text-sm">
          The list shows every difference, everything in another currency and everything that isn’t imported,
          and the first 500 of the rest.
        </p>
      ) : null}
    </section>
  );
}

/** What is in the files, and the outcome of each part. */
export function DataImportFindings({ dataImport }: { dataImport: DataImport }) {
  const { customers, items, documents, leftOut } = dataImport;
  const all = [
    {
      value: "documents",
      label: "Quotes and invoices",
      count: documents.rows.length,
      content: <ImportedDocuments documents={documents} />,
    },
    {
      value: "customers",
      label: "Customers",
      count: customers.rows.length,
      content: <ImportRowsTable report={customers} updatedLabel="Filled in" getRowText={describeRow} />,
    },
    {
      value: "items",
      label: "Price list",
      count: items.rows.length,
      content: <ImportRowsTable report={items} updatedLabel="Changes" getRowText={describeRow} />,
    },
  ];
  const tabs = all
    .filter(({ count }) => count > 0)
    .map((tab) => ({ ...tab, count: undefined, content: <div className="pt-4">{tab.content}</div> }));
  const [chosen, setChosen] = useState("");
  // When the files are read again, they may contain something else.
  const value = tabs.some((tab) => tab.value === chosen) ? chosen : (tabs[0]?.value ?? "");
  return (
    <>
      {leftOut.length > 0 ? (
        <Banner tone="amber" title="Not imported">
          <span className="wrap-anywhere">{leftOut.join(", ")}</span>
        </Banner>
      ) : null}
      {tabs.length > 0 ? (
        <Tabs label="What’s in the files" value={value} onValueChange={setChosen} tabs={tabs} />
      ) : null}
    </>
  );
}

/** The text displayed beside a row's outcome. */
function describeRow({ outcome, says }: Pick<ImportRow, "outcome" | "says">): string {
  if (outcome === "same" && says) return `The same ${says}`;
  return says.charAt(0).toUpperCase() + says.slice(1);
}
