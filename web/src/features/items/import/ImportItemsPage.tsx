import { useState } from "react";
import { getErrorMessage } from "../../../api/errors";
import type { ItemImportReport } from "../../../api/generated/ItemImportReport";
import type { ItemImportRow } from "../../../api/generated/ItemImportRow";
import { useImportItems } from "../../../entities/items/imports";
import { ImportColumnsCard } from "../../../entities/table-import/ImportColumnsCard";
import { ImportRowsTable } from "../../../entities/table-import/ImportRowsTable";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { ActionBar, Page, PageHeader } from "../../../ui/PageHeader";
import { ItemFileCard } from "./FileChoice";
import { ItemImportResult } from "./ImportedItems";

/** Items from a file: choose it, see what will happen, let it happen. */
export function ImportItemsPage() {
  const [file, setFile] = useState<File | null>(null);
  const [prices, setPrices] = useState("charged");
  const [columns, setColumns] = useState<string[] | null>(null);
  // Stays while the file is read once more, so that nobody loses their place.
  const [report, setReport] = useState<ItemImportReport | null>(null);
  const { mutate, error, isPending, variables } = useImportItems();
  const previewFile = (chosen: File, chosenPrices: string, columnNames: string[] | null) => {
    setFile(chosen);
    setPrices(chosenPrices);
    setColumns(columnNames);
    mutate(
      { file: chosen, prices: chosenPrices, columns: columnNames, save: false },
      { onSuccess: setReport },
    );
  };
  const chooseFile = (chosen: File, chosenPrices: string) => {
    const isSame = chosen === file;
    if (!isSame) setReport(null);
    previewFile(chosen, chosenPrices, isSame ? columns : null);
  };
  const changes = report ? report.new + report.updated : 0;
  return (
    <Page>
      <title>Import items · Plumbline</title>
      <PageHeader title="Import items" back={{ to: "/items", label: "Items" }} />
      <div className="flex flex-col gap-4">
        {error ? (
          <Banner tone="red" live>
            {getErrorMessage(error)}
          </Banner>
        ) : null}
        {report?.done && !error ? (
          <ItemImportResult report={report} />
        ) : (
          <ItemFileCard
            file={file}
            prices={prices}
            previewedPrices={variables?.prices}
            busy={isPending && !variables?.save}
            onPreview={chooseFile}
            onPrices={setPrices}
          />
        )}
        {report && !report.done && file && !error ? (
          <ImportColumnsCard
            columns={report.columns}
            choices={report.choices}
            question={report.asks ? "Choose the column with the name of each item." : null}
            isChanged={columns !== null}
            onChange={(columnNames) => previewFile(file, prices, columnNames)}
          />
        ) : null}
        {report && !error && !report.asks ? <ItemImportPreview report={report} /> : null}
      </div>
      {report && !report.done && file && !error && changes > 0 ? (
        <ActionBar>
          <Button
            variant="primary"
            busy={isPending}
            busyLabel={variables?.save ? "Importing…" : "Reading…"}
            onClick={() => mutate({ file, prices, columns, save: true }, { onSuccess: setReport })}
          >
            {changes === 1 ? "Import 1 item" : `Import ${changes} items`}
          </Button>
        </ActionBar>
      ) : null}
    </Page>
  );
}

/** What is said of a row beside its outcome. */
function describeImportRow({ outcome, says }: Pick<ItemImportRow, "outcome" | "says">): string {
  if (outcome === "same" && says) return `The same ${says}`;
  return says.charAt(0).toUpperCase() + says.slice(1);
}

/** What the file is, and each row with what becomes of it. */
function ItemImportPreview({ report }: { report: ItemImportReport }) {
  const { leftOut } = report;
  return (
    <>
      {leftOut.length > 0 ? (
        <Banner tone="amber" title="Columns that aren’t imported">
          <span className="wrap-anywhere">{leftOut.join(", ")}</span>
        </Banner>
      ) : null}
      <ImportRowsTable report={report} updatedLabel="Changes" getRowText={describeImportRow} />
    </>
  );
}
