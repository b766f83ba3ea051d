import { useState } from "react";
import type { DataImport } from "../../api/generated/DataImport";
import type { ImportRow } from "../../api/generated/ImportRow";
import { ImportRows } from "../../entities/imports/ImportRows";
import { Banner } from "../../ui/Banner";
import { Tabs } from "../../ui/Tabs";
import { Papers } from "./Papers";

/** What’s in the files, and what becomes of each part. */
export function Findings({ arrival }: { arrival: DataImport }) {
  const { customers, items, documents, leftOut } = arrival;
  const all = [
    {
      value: "documents",
      label: "Quotes and invoices",
      count: documents.rows.length,
      content: <Papers papers={documents} />,
    },
    {
      value: "customers",
      label: "Customers",
      count: customers.rows.length,
      content: <ImportRows report={customers} updated="Filled in" saysOf={saysOf} />,
    },
    {
      value: "items",
      label: "Price list",
      count: items.rows.length,
      content: <ImportRows report={items} updated="Changes" saysOf={saysOf} />,
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
function saysOf({ outcome, says }: Pick<ImportRow, "outcome" | "says">): string {
  if (outcome === "same" && says) return `The same ${says}`;
  return says.charAt(0).toUpperCase() + says.slice(1);
}
