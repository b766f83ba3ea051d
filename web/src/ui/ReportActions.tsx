import { Download, Printer } from "lucide-react";
import { Button } from "./Button";
import { DropdownMenu } from "./DropdownMenu";

/** The files of a report: each kind with its address. */
export function DownloadMenu({ files }: { files: { label: string; note?: string; file: string }[] }) {
  return (
    <DropdownMenu
      align="end"
      trigger={
        <Button icon={<Download aria-hidden size={18} strokeWidth={1.75} />} className="print:hidden">
          Download
        </Button>
      }
      items={files}
    />
  );
}

/** Prints the page. On a phone its own menu does. */
export function PrintButton() {
  return (
    <Button
      icon={<Printer aria-hidden size={18} strokeWidth={1.75} />}
      onClick={() => window.print()}
      className="max-md:hidden print:hidden"
    >
      Print
    </Button>
  );
}
