import { FileUp } from "lucide-react";
import { useRef } from "react";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { SegmentedControl } from "../../ui/Tabs";
import { SOURCE_PROGRAMS, type SourceProgram } from "./programs";

/** Which program, how its export is made there, and the files of it. */
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
          // The same files, changed meanwhile, may be chosen again.
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
