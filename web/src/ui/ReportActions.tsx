import { Download, Printer } from "lucide-react";
import { Button } from "./Button";
import { DropdownMenu } from "./DropdownMenu";

/** A menu with the downloadable files of a report. */
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

/** Prints the page. Not on phones, whose own menu can print. */
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
