import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { ImportReport } from "../../api/generated/ImportReport";
import type { ImportRow } from "../../api/generated/ImportRow";
import { useImportContacts } from "../../entities/contacts/mutations";
import { ImportColumnsCard } from "../../entities/table-import/ImportColumnsCard";
import { ImportRowsTable } from "../../entities/table-import/ImportRowsTable";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ActionBar, Page, PageHeader } from "../../ui/PageHeader";

/** Imports contacts from a file: choose it, preview what will happen, confirm. */
export function ContactsImportPage() {
  const [file, setFile] = useState<File | null>(null);
  const [columns, setColumns] = useState<string[] | null>(null);
  // Stays while the file is read again, so that nobody loses their place.
  const [report, setReport] = useState<ImportReport | null>(null);
  const { mutate, error, isPending, variables } = useImportContacts();
  const preview = (chosen: File, nextColumns: string[] | null) => {
    setFile(chosen);
    setColumns(nextColumns);
    mutate({ file: chosen, columns: nextColumns, save: false }, { onSuccess: setReport });
  };
  const handleChoose = (chosen: File) => {
    setReport(null);
    preview(chosen, null);
  };
  const changes = report ? report.new + report.updated : 0;
  return (
    <Page>
      <title>Import contacts · Plumbline</title>
      <PageHeader title="Import contacts" back={{ to: "/contacts", label: "Contacts" }} />
      <div className="flex flex-col gap-4">
        {error ? (
          <Banner tone="red" live>
            {getErrorMessage(error)}
          </Banner>
        ) : null}
        {report?.done && !error ? (
          <ContactsImportDone report={report} />
        ) : (
          <ContactsFileChooser file={file} busy={isPending && !variables?.save} onChoose={handleChoose} />
        )}
        {report && !report.done && report.columns.length > 0 && file && !error ? (
          <ImportColumnsCard
            columns={report.columns}
            choices={report.choices}
            question={report.asks ? "Choose the column with the name, or with the company." : null}
            isChanged={columns !== null}
            onChange={(reads) => preview(file, reads)}
          />
        ) : null}
        {report && !error && !report.asks ? <ContactsImportFindings report={report} /> : null}
      </div>
      {report && !report.done && file && !error && changes > 0 ? (
        <ActionBar>
          <Button
            variant="primary"
            busy={isPending}
            busyLabel={variables?.save ? "Importing…" : "Reading…"}
            onClick={() => mutate({ file, columns, save: true }, { onSuccess: setReport })}
          >
            {changes === 1 ? "Import 1 contact" : `Import ${changes} contacts`}
          </Button>
        </ActionBar>
      ) : null}
    </Page>
  );
}

function ContactsFileChooser({
  file,
  busy,
  onChoose,
}: {
  file: File | null;
  busy: boolean;
  onChoose: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Card>
      <p className="mb-4">
        A CSV file from a spreadsheet or another program, or vCards from your phone. You see what will happen
        before anything is saved, and we never overwrite what you already have.
      </p>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.vcf,text/csv,text/vcard"
        aria-label="Contacts file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) onChoose(chosen);
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

function ContactsImportDone({ report }: { report: ImportReport }) {
  return (
    <Banner
      tone="green"
      live
      title="Imported"
      action={
        <Button asChild>
          <Link to="/contacts">See contacts</Link>
        </Button>
      }
    >
      {`${report.new} new, ${report.updated} filled in, ${report.same} already there, ${report.unreadable} left out.`}
    </Banner>
  );
}

/** The text displayed beside a row's outcome. */
function describeRow({ outcome, says }: ImportRow): string {
  if (outcome === "update") return `Adds ${says}`;
  if (outcome === "same" && says) return `The same ${says}`;
  return says;
}

/** What the file contains, and each row with its outcome. */
function ContactsImportFindings({ report }: { report: ImportReport }) {
  const { leftOut } = report;
  return (
    <>
      {leftOut.length > 0 ? (
        <Banner tone="amber" title="Columns that aren’t imported">
          <span className="wrap-anywhere">{leftOut.join(", ")}</span>
        </Banner>
      ) : null}
      <ImportRowsTable report={report} updatedLabel="Filled in" getRowText={describeRow} />
    </>
  );
}
