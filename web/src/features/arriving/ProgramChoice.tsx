import { FileUp } from "lucide-react";
import { useRef } from "react";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Segmented } from "../../ui/Tabs";
import { PROGRAMS, type Program } from "./programs";

/** Which program, how its export is made there, and the files of it. */
export function ProgramChoice({
  program,
  files,
  busy,
  onProgram,
  onFiles,
}: {
  program: Program;
  files: File[];
  busy: boolean;
  onProgram: (program: Program) => void;
  onFiles: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Card>
      <p className="mb-4">
        Import your customers, price list, quotes and invoices. We work out every total again and show you
        each difference before anything is saved. We don’t send anything to anyone.
      </p>
      <Segmented
        label="Your old program"
        value={program.source}
        onValueChange={(source) => onProgram(PROGRAMS.find((one) => one.source === source) ?? program)}
        options={PROGRAMS.map(({ source, name }) => ({ value: source, label: name }))}
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
        multiple={program.several}
        aria-label={`Files from ${program.called}`}
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
          {chooseWords(program, files)}
        </Button>
        <span className="wrap-anywhere min-w-0 text-quiet">
          {files.length > 0 ? files.map(({ name }) => name).join(", ") : program.files}
        </span>
      </div>
    </Card>
  );
}

function chooseWords({ several }: Program, files: File[]): string {
  const what = several ? "files" : "the file";
  if (files.length === 0) return `Choose ${what}`;
  return several ? "Choose other files" : "Choose another file";
}
