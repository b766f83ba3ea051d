import { ChevronLeft, ChevronRight, Trash2, ZoomIn, ZoomOut } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/Button";
import { cx } from "../../../ui/cx";
import { Dialog } from "../../../ui/Dialog";
import { IconButton } from "../../../ui/IconButton";
import type { FormReceipt } from "./useReceipts";

/** A receipt in full, and the others beside it. */
export function ReceiptViewer({
  list,
  id,
  onSelect,
  onRemove,
}: {
  list: FormReceipt[];
  id: string | null;
  onSelect: (id: string | null) => void;
  onRemove: (id: string) => void;
}) {
  const [isLarge, setLarge] = useState(false);
  const at = list.findIndex((one) => one.id === id);
  const receipt = list[at];
  const step = (by: number) => {
    const next = list[at + by];
    if (next) onSelect(next.id);
  };
  return (
    <Dialog
      open={receipt !== undefined}
      onOpenChange={(open) => {
        if (!open) onSelect(null);
      }}
      wide
      title={list.length > 1 ? `Receipt ${at + 1} of ${list.length}` : "Receipt"}
      footer={
        <div className="flex flex-1 flex-wrap items-center justify-between gap-2">
          <Button
            onClick={() => {
              onSelect(null);
              if (receipt) onRemove(receipt.id);
            }}
            icon={<Trash2 aria-hidden size={20} strokeWidth={1.75} />}
          >
            Remove
          </Button>
          <span className="ml-auto flex gap-2">
            <IconButton
              label={isLarge ? "Smaller" : "Larger"}
              variant="secondary"
              onClick={() => setLarge(!isLarge)}
              icon={
                isLarge ? (
                  <ZoomOut aria-hidden size={20} strokeWidth={1.75} />
                ) : (
                  <ZoomIn aria-hidden size={20} strokeWidth={1.75} />
                )
              }
            />
            {list.length > 1 ? (
              <>
                <IconButton
                  label="Previous receipt"
                  variant="secondary"
                  disabled={at <= 0}
                  onClick={() => step(-1)}
                  icon={<ChevronLeft aria-hidden size={20} strokeWidth={1.75} />}
                />
                <IconButton
                  label="Next receipt"
                  variant="secondary"
                  disabled={at === list.length - 1}
                  onClick={() => step(1)}
                  icon={<ChevronRight aria-hidden size={20} strokeWidth={1.75} />}
                />
              </>
            ) : null}
          </span>
        </div>
      }
    >
      {/* The keyboard scrolls what is larger than the window. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached */}
      <section aria-label="The picture" tabIndex={0} className="max-h-[62dvh] overflow-auto">
        {receipt ? (
          <img
            src={receipt.url}
            alt={`Receipt ${at + 1}`}
            className={cx("mx-auto rounded-lg", isLarge ? "max-w-none" : "max-h-[60dvh] w-auto max-w-full")}
          />
        ) : null}
      </section>
    </Dialog>
  );
}
