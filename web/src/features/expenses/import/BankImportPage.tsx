import { Landmark } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { getErrorMessage } from "../../../api/errors";
import type { BankReadingSaid } from "../../../api/generated/BankReadingSaid";
import type { BankReport } from "../../../api/generated/BankReport";
import { useRules } from "../../../rules/rules";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { ActionBar, Page, PageHeader } from "../../../ui/PageHeader";
import { useBankImport } from "../queries";
import { BankReadingCard } from "./BankReadingCard";
import {
  type BankRowChoice,
  BankRows,
  countNew,
  countSettled,
  countUnanswered,
  toBankChoices,
} from "./BankRows";

const NO_READING: BankReadingSaid = { columns: null, dates: null, signs: null };

/** Imports expenses from a bank's file: choose it, preview and correct what will happen, confirm. */
export function BankImportPage() {
  const [file, setFile] = useState<File | null>(null);
  const [choices, setChoices] = useState(new Map<string, BankRowChoice>());
  const [reading, setReading] = useState<BankReadingSaid | null>(null);
  // Stays while the file is read again, so that nobody loses their place.
  const [report, setReport] = useState<BankReport | null>(null);
  const { mutate, error, isPending, variables } = useBankImport();
  const preview = (next: File, nextReading: BankReadingSaid | null) => {
    setFile(next);
    setReading(nextReading);
    setChoices(new Map());
    mutate({ file: next, choices: [], reading: nextReading, save: false }, { onSuccess: setReport });
  };
  const handleChoose = (next: File) => {
    setReport(null);
    preview(next, null);
  };
  const setChoice = (key: string, next: BankRowChoice | undefined) => {
    const all = new Map(choices);
    if (next === undefined) all.delete(key);
    else all.set(key, next);
    setChoices(all);
  };
  const rows = report?.rows ?? [];
  const count = countNew(rows, choices);
  const openCount = report?.done ? 0 : countUnanswered(rows, choices);
  const changes = count + countSettled(rows, choices);
  return (
    <Page>
      <title>Import from your bank · Plumbline</title>
      <PageHeader title="Import from your bank" back={{ to: "/expenses", label: "Expenses" }} />
      <div className="flex flex-col gap-4">
        {error ? (
          <Banner tone="red" live>
            {getErrorMessage(error)}
          </Banner>
        ) : null}
        {report?.done && !error ? (
          <BankImportDone report={report} />
        ) : (
          <BankFileChooser file={file} busy={isPending && !variables?.save} onChoose={handleChoose} />
        )}
        {report && !error ? (
          <>
            {report.done || !file ? null : (
              <BankReadingCard
                report={report}
                isChanged={reading !== null}
                onChange={(change) => preview(file, { ...(reading ?? NO_READING), ...change })}
              />
            )}
            {openCount > 0 ? (
              <Banner tone="amber" title="Are these already there?">
                {openCount === 1
                  ? "You entered an expense of the same amount under another name. Please choose what the row is, or it isn’t imported."
                  : `For ${openCount} rows you entered an expense of the same amount under another name. Please choose what each of them is, or it isn’t imported.`}
              </Banner>
            ) : null}
            {rows.length > 0 ? <BankRows report={report} choices={choices} onChoose={setChoice} /> : null}
          </>
        ) : null}
      </div>
      {report && !report.done && file && !error && report.asks.length === 0 && changes > 0 ? (
        <ActionBar>
          <Button
            variant="primary"
            busy={isPending}
            busyLabel={variables?.save ? "Importing…" : "Reading…"}
            onClick={() =>
              mutate(
                {
                  file,
                  choices: toBankChoices(rows, choices),
                  reading,
                  save: true,
                },
                { onSuccess: setReport },
              )
            }
          >
            {getImportLabel(count)}
          </Button>
        </ActionBar>
      ) : null}
    </Page>
  );
}

function getImportLabel(count: number) {
  if (count === 0) return "Save what you chose";
  return count === 1 ? "Import 1 expense" : `Import ${count} expenses`;
}

function BankFileChooser({
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
        Download your statement from your bank as CSV and choose it here. You see what will happen before
        anything is saved. We leave out money that came in and never add anything twice, so you can import the
        same dates again.
      </p>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv"
        aria-label="Bank statement"
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
          <Landmark aria-hidden size={18} strokeWidth={1.75} />
          {file ? "Choose another file" : "Choose a file"}
        </Button>
        {file ? <span className="wrap-anywhere min-w-0 text-quiet">{file.name}</span> : null}
      </div>
    </Card>
  );
}

function BankImportDone({ report }: { report: BankReport }) {
  const { gbp } = useRules();
  return (
    <Banner
      tone="green"
      live
      title="Imported"
      action={
        <Button asChild>
          <Link to="/expenses">See expenses</Link>
        </Button>
      }
    >
      {`${report.new} new, ${gbp(report.newAmount)} in total. ${report.known} already there, ${report.moneyIn} money in, ${report.unreadable} unreadable.`}
    </Banner>
  );
}
