import { FileUp } from "lucide-react";
import { useRef } from "react";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { NumberField } from "../../../ui/NumberField";
import { SegmentedControl } from "../../../ui/Tabs";

/** The file, and what its prices are: a merchant's are what the business pays. */
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
  /** What they were when the file was looked at last. */
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
            // Whoever goes on to 'Import' has seen what happens, unless the mark-up is another now.
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
          <FileUp aria-hidden size={18} strokeWidth={1.75} />
          {file ? "Choose another file" : "Choose a file"}
        </Button>
        {file ? <span className="wrap-anywhere min-w-0 text-quiet">{file.name}</span> : null}
      </div>
    </Card>
  );
}
