import { Landmark } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { errorMessage } from "../../../api/errors";
import type { BankChoice } from "../../../api/generated/BankChoice";
import type { BankReport } from "../../../api/generated/BankReport";
import { useRules } from "../../../rules/rules";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { ActionBar, Page, PageHeader } from "../../../ui/PageHeader";
import { useBankImport } from "../mutations";
import { BankRows } from "./BankRows";
import { type Chosen, newCount } from "./choices";

/** Expenses from a bank's file: choose it, see what will happen and put it right, let it happen. */
export function BankImportPage() {
  const [file, setFile] = useState<File | null>(null);
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const { mutate, data: report, error, isPending, variables } = useBankImport();
  const choose = (next: File) => {
    setFile(next);
    setChosen(new Map());
    mutate({ file: next, choices: [], keep: false });
  };
  const choices: BankChoice[] = [...chosen].map(([row, category]) => ({ row, category }));
  const count = report ? newCount(report.rows, chosen) : 0;
  return (
    <Page>
      <title>Import from your bank · Plumbline</title>
      <PageHeader title="Import from your bank" back={{ to: "/expenses", label: "Expenses" }} />
      <div className="flex flex-col gap-4">
        {error ? (
          <Banner tone="red" live>
            {errorMessage(error)}
          </Banner>
        ) : null}
        {report?.done && !error ? (
          <Done report={report} />
        ) : (
          <Chooser file={file} busy={isPending && !variables?.keep} onChoose={choose} />
        )}
        {report && !error ? (
          <>
            {report.isCard ? (
              <Banner tone="amber" title="A card statement?">
                No amount in this file is below zero, so we treat them all as money you spent.
              </Banner>
            ) : null}
            <BankRows
              report={report}
              chosen={chosen}
              onChoose={(row, category) => setChosen(new Map(chosen).set(row, category))}
            />
          </>
        ) : null}
      </div>
      {report && !report.done && file && !error && count > 0 ? (
        <ActionBar>
          <Button
            variant="primary"
            busy={isPending}
            busyLabel={variables?.keep ? "Importing…" : "Reading…"}
            onClick={() => mutate({ file, choices, keep: true })}
          >
            {count === 1 ? "Import 1 expense" : `Import ${count} expenses`}
          </Button>
        </ActionBar>
      ) : null}
    </Page>
  );
}

function Chooser({
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
          // The same file, changed meanwhile, may be chosen again.
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

function Done({ report }: { report: BankReport }) {
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
