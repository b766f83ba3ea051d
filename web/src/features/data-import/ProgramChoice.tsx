import { FileUp } from "lucide-react";
import { useRef } from "react";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { SegmentedControl } from "../../ui/Tabs";

/** A program that businesses import from. */
export interface SourceProgram {
  source: "tradify" | "invoice_ninja" | "other";
  /** Its name in the list of programs. */
  name: string;
  /** Its name within a sentence. */
  nameInSentence: string;
  /** How to export from that program, step by step. */
  steps: string[];
  /** A description of its files. */
  files: string;
  /** The file types that the picker accepts. */
  accept: string;
  /** Whether the export is several files. */
  allowsSeveral: boolean;
}

export const SOURCE_PROGRAMS: SourceProgram[] = [
  {
    source: "tradify",
    name: "Tradify",
    nameInSentence: "Tradify",
    steps: [
      "On a computer, open Customers, then Import/Export, and export customers to a file.",
      "Do the same in Settings, Price List.",
      "Open Invoices, then Options, and export to a file. Do the same in Quotes.",
      "Choose all the files here together.",
    ],
    files: "CSV files, or a zip of them",
    accept: ".csv,.txt,.zip,text/csv,application/zip",
    allowsSeveral: true,
  },
  {
    source: "invoice_ninja",
    name: "Invoice Ninja",
    nameInSentence: "Invoice Ninja",
    steps: [
      "Open Settings, then Import | Export, and make a backup.",
      "Invoice Ninja emails you a link to a zip file. Download it.",
      "Choose the zip file here, as it is.",
    ],
    files: "The zip file of the backup",
    accept: ".zip,.json,application/zip,application/json",
    allowsSeveral: false,
  },
  {
    source: "other",
    name: "Another program",
    nameInSentence: "your old program",
    steps: [
      "Export your customers, price list, quotes and invoices as CSV files. FreshBooks, Zoho and Invoice2go can all do this.",
      "Choose all the files here together. If we don’t recognise a column, you can tell us what it is.",
    ],
    files: "CSV files, or a zip of them",
    accept: ".csv,.txt,.zip,text/csv,application/zip",
    allowsSeveral: true,
  },
];

/** Which program, how to export from it, and its files. */
export function ProgramChoice({
  program,
  files,
  busy,
  onProgram,
  onFiles,
}: {
  program: SourceProgram;
  files: File[];
  busy: boolean;
  onProgram: (program: SourceProgram) => void;
  onFiles: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Card>
      <p className="mb-4">
        Import your customers, price list, quotes and invoices. We work out every total again and show you
        each difference before anything is saved. We don’t send anything to anyone.
      </p>
      <SegmentedControl
        label="Your old program"
        value={program.source}
        onValueChange={(source) => onProgram(SOURCE_PROGRAMS.find((one) => one.source === source) ?? program)}
        options={SOURCE_PROGRAMS.map(({ source, name }) => ({ value: source, label: name }))}
      />
      <ol className="my-4 flex list-decimal flex-col gap-1 pl-6 marker:text-quiet">
        {program.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <input
        ref={input}
        type="file"
        accept={program.accept}
        multiple={program.allowsSeveral}
        aria-label={`Files from ${program.nameInSentence}`}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          if (chosen.length > 0) onFiles(chosen);
          // Lets the same files be chosen again after they were edited.
          event.target.value = "";
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant={files.length > 0 ? "secondary" : "primary"}
          busy={busy}
          busyLabel="Reading…"
          onClick={() => input.current?.click()}
        >
          <FileUp aria-hidden size={18} strokeWidth={1.75} />
          {getChooseLabel(program, files)}
        </Button>
        <span className="wrap-anywhere min-w-0 text-quiet">
          {files.length > 0 ? files.map(({ name }) => name).join(", ") : program.files}
        </span>
      </div>
    </Card>
  );
}

function getChooseLabel({ allowsSeveral }: SourceProgram, files: File[]): string {
  const what = allowsSeveral ? "files" : "the file";
  if (files.length === 0) return `Choose ${what}`;
  return allowsSeveral ? "Choose other files" : "Choose another file";
}
