import { useState } from "react";
import { errorMessage } from "../../../api/errors";
import type { ItemImportReport } from "../../../api/generated/ItemImportReport";
import type { ItemImportRow } from "../../../api/generated/ItemImportRow";
import { ColumnsCard } from "../../../entities/imports/ColumnsCard";
import { ImportRows } from "../../../entities/imports/ImportRows";
import { useImportItems } from "../../../entities/items/imports";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { ActionBar, Page, PageHeader } from "../../../ui/PageHeader";
import { FileChoice } from "./FileChoice";
import { ImportedItems } from "./ImportedItems";

/** Items from a file: choose it, see what will happen, let it happen. */
export function ImportItemsPage() {
  const [file, setFile] = useState<File | null>(null);
  const [prices, setPrices] = useState("charged");
  const [columns, setColumns] = useState<string[] | null>(null);
  // Stays while the file is read once more, so that nobody loses their place.
  const [report, setReport] = useState<ItemImportReport | null>(null);
  const { mutate, error, isPending, variables } = useImportItems();
  const look = (chosen: File, said: string, as: string[] | null) => {
    setFile(chosen);
    setPrices(said);
    setColumns(as);
    mutate({ file: chosen, prices: said, columns: as, keep: false }, { onSuccess: setReport });
  };
  const choose = (chosen: File, said: string) => {
    const isSame = chosen === file;
    if (!isSame) setReport(null);
    look(chosen, said, isSame ? columns : null);
  };
  const changes = report ? report.new + report.updated : 0;
  return (
    <Page>
      <title>Import items · Plumbline</title>
      <PageHeader title="Import items" back={{ to: "/items", label: "Items" }} />
      <div className="flex flex-col gap-4">
        {error ? (
          <Banner tone="red" live>
            {errorMessage(error)}
          </Banner>
        ) : null}
        {report?.done && !error ? (
          <ImportedItems report={report} />
        ) : (
          <FileChoice
            file={file}
            prices={prices}
            looked={variables?.prices}
            busy={isPending && !variables?.keep}
            onLook={choose}
            onPrices={setPrices}
          />
        )}
        {report && !report.done && file && !error ? (
          <ColumnsCard
            columns={report.columns}
            choices={report.choices}
            asks={report.asks ? "Choose the column with the name of each item." : null}
            isChanged={columns !== null}
            onChange={(reads) => look(file, prices, reads)}
          />
        ) : null}
        {report && !error && !report.asks ? <Findings report={report} /> : null}
      </div>
      {report && !report.done && file && !error && changes > 0 ? (
        <ActionBar>
          <Button
            variant="primary"
            busy={isPending}
            busyLabel={variables?.keep ? "Importing…" : "Reading…"}
            onClick={() => mutate({ file, prices, columns, keep: true }, { onSuccess: setReport })}
          >
            {changes === 1 ? "Import 1 item" : `Import ${changes} items`}
          </Button>
        </ActionBar>
      ) : null}
    </Page>
  );
}

/** What is said of a row beside its outcome. */
function saysOf({ outcome, says }: Pick<ItemImportRow, "outcome" | "says">): string {
  if (outcome === "same" && says) return `The same ${says}`;
  return says.charAt(0).toUpperCase() + says.slice(1);
}

/** What the file is, and each row with what becomes of it. */
function Findings({ report }: { report: ItemImportReport }) {
  const { leftOut } = report;
  return (
    <>
      {leftOut.length > 0 ? (
        <Banner tone="amber" title="Columns that aren’t imported">
          <span className="wrap-anywhere">{leftOut.join(", ")}</span>
        </Banner>
      ) : null}
      <ImportRows report={report} updated="Changes" saysOf={saysOf} />
    </>
  );
}
