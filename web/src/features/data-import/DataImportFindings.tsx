import { useState } from "react";
import type { DataImport } from "../../api/generated/DataImport";
import type { ImportRow } from "../../api/generated/ImportRow";
import { ImportRowsTable } from "../../entities/table-import/ImportRowsTable";
import { Banner } from "../../ui/Banner";
import { Tabs } from "../../ui/Tabs";
import { ImportedDocuments } from "./Papers";

/** What’s in the files, and what becomes of each part. */
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
  // Read once more, the files may bring something else.
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

/** What is said of a row beside its outcome. */
function describeRow({ outcome, says }: Pick<ImportRow, "outcome" | "says">): string {
  if (outcome === "same" && says) return `The same ${says}`;
  return says.charAt(0).toUpperCase() + says.slice(1);
}
