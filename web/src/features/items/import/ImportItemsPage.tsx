import { FileUp } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { Link } from "react-router";
import { getErrorMessage } from "../../../api/errors";
import type { ItemImportReport } from "../../../api/generated/ItemImportReport";
import type { ItemImportRow } from "../../../api/generated/ItemImportRow";
import { useDraftsWithOldPrices, useImportItems } from "../../../entities/items/mutations";
import { ImportColumnsCard } from "../../../entities/table-import/ImportColumnsCard";
import { ImportRowsTable } from "../../../entities/table-import/ImportRowsTable";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { NumberField } from "../../../ui/NumberField";
import { ActionBar, Page, PageHeader } from "../../../ui/PageHeader";
import { SegmentedControl } from "../../../ui/Tabs";
import { toast } from "../../../ui/toast";
import { type PriceOffer, PriceOfferDialog } from "../PriceOfferDialog";

/** Imports items from a file: choose it, preview what will happen, confirm. */
export function ImportItemsPage() {
  const [file, setFile] = useState<File | null>(null);
  const [prices, setPrices] = useState("charged");
  const [columns, setColumns] = useState<string[] | null>(null);
  // Stays while the file is read again, so that nobody loses their place.
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

/** The text displayed beside a row's outcome. */
function describeImportRow({ outcome, says }: Pick<ItemImportRow, "outcome" | "says">): string {
  if (outcome === "same" && says) return `The same ${says}`;
  return says.charAt(0).toUpperCase() + says.slice(1);
}

/** What the file contains, and each row with its outcome. */
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

/** The file, and whether its prices are the business's own or what it pays, as in a merchant's price list. */
export function ItemFileCard({
  file,
  prices,
  previewedPrices,
  busy,
  onPreview,
  onPrices,
}: {
  file: File | null;
  /** `charged`, `paid`, or `paid:25` with a mark-up. */
  prices: string;
  /** Their meaning in the last preview of the file. */
  previewedPrices: string | undefined;
  busy: boolean;
  onPreview: (file: File, prices: string) => void;
  onPrices: (prices: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [kind, markUp = ""] = prices.split(":");
  const changePrices = (next: string) => {
    onPrices(next);
    if (file) onPreview(file, next);
  };
  return (
    <Card>
      <p className="mb-4">
        A merchant’s price list or a spreadsheet, saved as CSV. You see what will happen before anything is
        saved: we take costs and prices from the file, only fill in empty details, and leave prices in drafts
        alone.
      </p>
      <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-4">
        <div className="max-w-full">
          <p id="prices" className="mb-1.5 font-medium text-ink text-sm">
            The prices in the file are
          </p>
          <SegmentedControl
            label="The prices in the file are"
            value={kind === "paid" ? "paid" : "charged"}
            onValueChange={(next) => changePrices(next)}
            options={[
              { value: "charged", label: "What I charge" },
              { value: "paid", label: "What I pay" },
            ]}
          />
        </div>
        {kind === "paid" ? (
          <NumberField
            label="Mark-up"
            optional
            suffix="%"
            className="w-36"
            value={markUp}
            onValueChange={(text) => onPrices(text ? `paid:${text}` : "paid")}
            // Pressing 'Import' needs no new preview, unless the mark-up has changed since the last one.
            onBlur={() => file && prices !== previewedPrices && onPreview(file, prices)}
          />
        ) : null}
      </div>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv"
        aria-label="Items file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) onPreview(chosen, prices);
          // Lets the same file be chosen again after it was edited.
          event.target.value = "";
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant={file ? "secondary" : "primary"}
          busy={busy}
          busyLabel="Reading…"
          onClick={() => input.current?.click()}
        >
          <FileUp aria-hidden size={18} strokeWidth={1.75} />
          {file ? "Choose another file" : "Choose a file"}
        </Button>
        {file ? <span className="wrap-anywhere min-w-0 text-quiet">{file.name}</span> : null}
      </div>
    </Card>
  );
}

/** The result of an import; the new prices can be applied to drafts, one item at a time. */
export function ItemImportResult({ report }: { report: ItemImportReport }) {
  const changedPrices = report.rows.filter(({ was }) => was !== null).length;
  const findOffers = useDraftsWithOldPrices();
  const [pendingOffers, setPendingOffers] = useState<PriceOffer[] | null>(null);
  const [offer, ...rest] = pendingOffers ?? [];
  const lookForDrafts = () =>
    findOffers.mutate(report, {
      onSuccess: (found) => {
        setPendingOffers(found);
        if (found.length === 0) toast({ title: "No drafts have an old price" });
      },
      onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
    });
  return (
    <>
      <Banner
        tone="green"
        live
        title="Imported"
        action={
          <Button asChild>
            <Link to="/items">See items</Link>
          </Button>
        }
      >
        {`${report.new} new, ${report.updated} changed, ${report.same} already there, ${report.unreadable} left out.`}
      </Banner>
      {changedPrices > 0 && pendingOffers === null ? (
        <Banner
          tone="blue"
          title={changedPrices === 1 ? "1 price changed" : `${changedPrices} prices changed`}
          action={
            <Button onClick={lookForDrafts} busy={findOffers.isPending} busyLabel="Looking…">
              Find drafts
            </Button>
          }
        >
          Drafts keep their prices until you change them.
        </Banner>
      ) : null}
      {offer ? (
        <Suspense>
          <PriceOfferDialog key={offer.item.id} offer={offer} onDone={() => setPendingOffers(rest)} />
        </Suspense>
      ) : null}
    </>
  );
}
