import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { DataImport } from "../../api/generated/DataImport";
import { profilesQuery } from "../../entities/profiles/queries";
import { ImportColumnsCard } from "../../entities/table-import/ImportColumnsCard";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Checkbox } from "../../ui/Checkbox";
import { ActionBar, Page, PageHeader } from "../../ui/PageHeader";
import { SelectField } from "../../ui/SelectField";
import { DataImportFindings } from "./DataImportFindings";
import {
  type DataImportRequest,
  type DataImportResult,
  usePreviewDataImport,
  useRunDataImport,
} from "./mutations";
import { ProgramChoice, SOURCE_PROGRAMS, type SourceProgram } from "./ProgramChoice";

/** Import from another program: choose its files, preview what will happen, confirm. */
export function DataImportPage() {
  const { data: profiles } = useQuery(profilesQuery);
  const [program, setProgram] = useState<SourceProgram>(SOURCE_PROGRAMS[0] as SourceProgram);
  const [files, setFiles] = useState<File[]>([]);
  const [differing, setDiffering] = useState<DataImportRequest["differing"]>("keep");
  const [currency, setCurrency] = useState<DataImportRequest["currency"]>("");
  const [dates, setDates] = useState<DataImportRequest["dates"]>("");
  const [columns, setColumns] = useState<DataImportRequest["columns"]>({});
  const [chosenProfile, setProfile] = useState<string>();
  // Stays while the files are read again, so that nobody loses their place.
  const [lastPreview, setLastPreview] = useState<DataImport | null>(null);
  const profile = chosenProfile ?? profiles?.[0]?.id ?? "";
  const previewMutation = usePreviewDataImport();
  const importMutation = useRunDataImport();
  const request: DataImportRequest = {
    source: program.source,
    files,
    differing,
    currency,
    dates,
    columns,
    profile,
  };
  const previewWith = (change: Partial<DataImportRequest>) => {
    importMutation.reset();
    previewMutation.mutate({ ...request, ...change }, { onSuccess: setLastPreview });
  };
  /** Other files contain other tables and amounts, so the choices made for the previous ones are cleared. */
  const selectFiles = (chosen: File[]) => {
    setFiles(chosen);
    setLastPreview(null);
    setCurrency("");
    setDates("");
    setColumns({});
  };
  const error = importMutation.error ?? previewMutation.error;
  const preview = importMutation.data || previewMutation.error ? null : lastPreview;
  const needsCurrency = preview !== null && preview.otherCurrency !== null && currency === "";
  const hasOpenQuestion = needsCurrency || (preview !== null && preview.eitherDates !== null && dates === "");
  return (
    <Page>
      <title>Import from another program · Plumbline</title>
      <PageHeader title="Import from another program" back={{ to: "/settings", label: "Settings" }} />
      <div className="flex flex-col gap-4">
        {error ? (
          <Banner tone="red" live>
            {getErrorMessage(error)}
          </Banner>
        ) : null}
        {importMutation.data ? (
          <DataImportDone result={importMutation.data} />
        ) : (
          <ProgramChoice
            program={program}
            files={files}
            busy={previewMutation.isPending}
            onProgram={(next) => {
              setProgram(next);
              selectFiles([]);
              previewMutation.reset();
              importMutation.reset();
            }}
            onFiles={(chosen) => {
              selectFiles(chosen);
              previewWith({ files: chosen, currency: "", dates: "", columns: {} });
            }}
          />
        )}
        {preview?.otherCurrency ? (
          <ForeignCurrencyChoice
            message={preview.otherCurrency}
            currency={currency}
            onCurrency={(next) => {
              setCurrency(next);
              previewWith({ currency: next });
            }}
          />
        ) : null}
        {preview?.eitherDates ? (
          <DateOrderChoice
            message={preview.eitherDates}
            dates={dates}
            onDates={(next) => {
              setDates(next);
              previewWith({ dates: next });
            }}
          />
        ) : null}
        {preview && !(hasOpenQuestion && countNew(preview) === 0) ? (
          <DataImportChoices
            preview={preview}
            program={program}
            differing={differing}
            profile={profile}
            profiles={(profiles ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onDiffering={(next) => {
              setDiffering(next);
              previewWith({ differing: next });
            }}
            onProfile={(next) => {
              setProfile(next);
              previewWith({ profile: next });
            }}
          />
        ) : null}
        {preview?.tables.map((table) => (
          <ImportColumnsCard
            key={table.headings}
            label={`How we read ${table.files.join(", ")}`}
            columns={table.columns}
            choices={table.choices}
            question={
              table.asks
                ? `We don’t recognise ${table.files.join(", ")}. Choose what its columns are, or it won’t be imported.`
                : null
            }
            isChanged={table.headings in columns}
            onChange={(reads) => {
              const next = { ...columns, [table.headings]: reads };
              setColumns(next);
              previewWith({ columns: next });
            }}
          />
        ))}
        {importMutation.data ? <DataImportFindings key="done" dataImport={importMutation.data.last} /> : null}
        {preview ? <DataImportFindings key="found" dataImport={preview} /> : null}
      </div>
      {preview && !hasOpenQuestion && countNew(preview) > 0 ? (
        <ActionBar>
          <Button
            variant="primary"
            busy={importMutation.isPending || previewMutation.isPending}
            busyLabel={importMutation.isPending ? formatProgress(importMutation.done, preview) : "Reading…"}
            onClick={() => importMutation.mutate(request)}
          >
            {importMutation.error ? "Carry on" : "Import everything"}
          </Button>
        </ActionBar>
      ) : null}
    </Page>
  );
}

function formatProgress(done: number, { documents }: DataImport): string {
  const all = documents.quotes + documents.invoices;
  return all > 0 ? `${done} of ${formatCount(all, "document")}…` : "Importing…";
}

/** How many customers, items and documents the import would create or update. */
function countNew({ customers, items, documents }: DataImport): number {
  const changes = customers.new + customers.updated + items.new + items.updated;
  return changes + documents.quotes + documents.invoices;
}

/** A sentence about what will happen, and the choices that the user has to make. */
function DataImportChoices({
  preview,
  program,
  differing,
  profile,
  profiles,
  onDiffering,
  onProfile,
}: {
  preview: DataImport;
  program: SourceProgram;
  differing: DataImportRequest["differing"];
  profile: string;
  profiles: { value: string; label: string }[];
  onDiffering: (differing: DataImportRequest["differing"]) => void;
  onProfile: (profile: string) => void;
}) {
  const { customers, items, documents } = preview;
  const parts: [number, string][] = [
    [customers.new + customers.updated, "customer"],
    [items.new + items.updated, "item"],
    [documents.quotes, "quote"],
    [documents.invoices, "invoice"],
  ];
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <p className="font-semibold">{`This imports ${joinCounts(parts)}.`}</p>
        {documents.same > 0 ? (
          <p className="text-quiet">{`${formatCount(documents.same, "document")} ${documents.same === 1 ? "was" : "were"} imported before and won’t change.`}</p>
        ) : null}
      </div>
      {documents.differing > 0 ? (
        <Checkbox
          label={`Import the ${formatCount(documents.differing, "document")} whose total is different here`}
          help={`Each gets a line with the difference, so that it matches what your customer was charged in ${program.nameInSentence}.`}
          checked={differing === "keep"}
          onCheckedChange={(keep) => onDiffering(keep ? "keep" : "leave")}
        />
      ) : null}
      {profiles.length > 1 ? (
        <SelectField
          label="Which business are they from?"
          className="max-w-sm"
          value={profile}
          options={profiles}
          onChange={(event) => onProfile(event.target.value)}
        />
      ) : null}
    </Card>
  );
}

/** What was imported, with links to it. */
function DataImportDone({ result }: { result: DataImportResult }) {
  const { customers, items, quotes, invoices } = result;
  const parts: [number, string][] = [
    [customers, "customer"],
    [items, "item"],
    [quotes, "quote"],
    [invoices, "invoice"],
  ];
  return (
    <Banner
      tone="green"
      live
      title="Import finished"
      action={
        <Button asChild>
          <Link to={invoices > 0 ? "/invoices" : "/contacts"}>
            {invoices > 0 ? "See invoices" : "See contacts"}
          </Link>
        </Button>
      }
    >
      {`Imported: ${joinCounts(parts)}.`}
    </Banner>
  );
}

/** What to do with amounts in another currency: they are only treated as pounds if the user says so. */
export function ForeignCurrencyChoice({
  message,
  currency,
  onCurrency,
}: {
  /** A sentence about the amounts in another currency. */
  message: string;
  currency: DataImportRequest["currency"];
  onCurrency: (currency: DataImportRequest["currency"]) => void;
}) {
  return (
    <Card className="flex flex-col gap-4">
      <Banner tone="amber" title={message}>
        We don’t convert amounts. Imported as pounds, 100.00 becomes £100.00.
      </Banner>
      <SelectField
        label="What should happen to these amounts?"
        className="max-w-sm"
        value={currency}
        options={[
          { value: "", label: "Please choose", disabled: currency !== "" },
          { value: "leave", label: "Leave them out" },
          { value: "pounds", label: "Import them as pounds, unchanged" },
        ]}
        onChange={({ target: { value } }) => onCurrency(value === "pounds" ? "pounds" : "leave")}
      />
    </Card>
  );
}

/** How to read ambiguous dates: the import doesn't guess between 3 April and 4 March. */
export function DateOrderChoice({
  message,
  dates,
  onDates,
}: {
  /** A sentence about the ambiguous dates. */
  message: string;
  dates: DataImportRequest["dates"];
  onDates: (dates: DataImportRequest["dates"]) => void;
}) {
  return (
    <Card className="flex flex-col gap-4">
      <Banner tone="amber" title={message} />
      <SelectField
        label="Does the day or the month come first in these dates?"
        className="max-w-sm"
        value={dates}
        options={[
          { value: "", label: "Please choose", disabled: dates !== "" },
          { value: "dayFirst", label: "The day, as in 31/12/2026" },
          { value: "monthFirst", label: "The month, as in 12/31/2026" },
        ]}
        onChange={({ target: { value } }) => onDates(value === "monthFirst" ? "monthFirst" : "dayFirst")}
      />
    </Card>
  );
}

/** Formats a count: `1 customer`, `340 invoices`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
}

/** Joins counts: `3 customers, 12 quotes and 340 invoices`; counts of zero are left out. */
export function joinCounts(counts: [number, string][]): string {
  const parts = counts.filter(([count]) => count > 0).map(([count, one]) => formatCount(count, one));
  const last = parts.pop();
  if (last === undefined) return "nothing new";
  return parts.length > 0 ? `${parts.join(", ")} and ${last}` : last;
}
