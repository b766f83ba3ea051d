import { ChevronLeft, ChevronRight, RotateCw, Trash2, TriangleAlert, X, ZoomIn, ZoomOut } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { cx } from "../../../ui/cx";
import { Dialog } from "../../../ui/Dialog";
import { IconButton } from "../../../ui/IconButton";
import { PicturePicker } from "../../../ui/PicturePicker";
import { Spinner } from "../../../ui/Spinner";
import { type FormReceipt, type ReceiptsState as Held, MAX_RECEIPTS, type ReceiptPhase } from "./useReceipts";

const PHASE_TEXTS: Record<ReceiptPhase, string> = {
  shrinking: "Making it smaller…",
  sending: "Saving…",
  saved: "",
  failed: "",
};

/** The receipts of an expense: photographed, or chosen from the library. */
export function ReceiptsCard({ receipts }: { receipts: Held }) {
  const { list, add, retry, remove } = receipts;
  const [viewedId, setViewedId] = useState<string | null>(null);
  const failed = list.filter(({ phase }) => phase === "failed");
  return (
    <Card
      title="Receipts"
      hint={list.length === 0 ? "Up to 10 photos, for receipts with several pages." : undefined}
    >
      <div className="flex flex-col gap-4">
        {list.length > 0 ? (
          <ul aria-label="Receipts" className="grid grid-cols-3 gap-3 sm:grid-cols-5">
            {list.map((receipt, at) => (
              <ReceiptThumbnail
                key={receipt.id}
                receipt={receipt}
                name={`Receipt ${at + 1}`}
                onOpen={() => setViewedId(receipt.id)}
                onRemove={() => remove(receipt.id)}
              />
            ))}
          </ul>
        ) : null}
        {failed.map(({ id, problem, isRefused }) => (
          <div
            key={id}
            role="alert"
            className="flex flex-wrap items-center gap-3 rounded-lg bg-bad-tint px-4 py-3"
          >
            <p className="min-w-0 flex-1 basis-48 text-bad">
              {`Receipt ${list.findIndex((one) => one.id === id) + 1} was not saved. ${problem}`}
            </p>
            {isRefused ? (
              <Button onClick={() => remove(id)} icon={<X aria-hidden size={18} strokeWidth={1.75} />}>
                Remove it
              </Button>
            ) : (
              <Button onClick={() => retry(id)} icon={<RotateCw aria-hidden size={18} strokeWidth={1.75} />}>
                Try again
              </Button>
            )}
          </div>
        ))}
        <PicturePicker
          names={{ camera: "Photo of a receipt", library: "Photos of receipts" }}
          chooseLabel="Choose photos"
          isFull={list.length >= MAX_RECEIPTS}
          onPick={add}
          className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-2"
        />
      </div>
      <ReceiptViewer list={list} id={viewedId} onSelect={setViewedId} onRemove={remove} />
    </Card>
  );
}

function ReceiptThumbnail({
  receipt,
  name,
  onOpen,
  onRemove,
}: {
  receipt: FormReceipt;
  name: string;
  onOpen: () => void;
  onRemove: () => void;
}) {
  const { url, phase } = receipt;
  const isUnderWay = phase === "shrinking" || phase === "sending";
  return (
    <li className="relative">
      <button
        type="button"
        onClick={onOpen}
        aria-label={`Look at ${name.toLowerCase()}`}
        className="block aspect-[3/4] w-full overflow-hidden rounded-lg border border-line bg-canvas hover:border-line-strong"
      >
        <img src={url} alt="" loading="lazy" className="h-full w-full object-cover object-top" />
      </button>
      <span className="absolute -top-2 -right-2">
        <IconButton
          label={`Remove ${name.toLowerCase()}`}
          variant="secondary"
          onClick={onRemove}
          className="rounded-full"
          icon={<X aria-hidden size={18} strokeWidth={2} />}
        />
      </span>
      {isUnderWay ? (
        <span
          role="status"
          className="pointer-events-none absolute inset-0 flex flex-col items-center justify-center gap-2 rounded-lg bg-paper/80 p-2 text-center text-ink text-xs"
        >
          <Spinner />
          {PHASE_TEXTS[phase]}
        </span>
      ) : phase === "failed" ? (
        <span className="pointer-events-none absolute inset-0 flex items-center justify-center rounded-lg bg-paper/70">
          <TriangleAlert aria-hidden size={28} strokeWidth={1.75} className="text-bad" />
        </span>
      ) : null}
    </li>
  );
}

/** A receipt at full size, with navigation to the others. */
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
      {/* Focusable, so that the keyboard can scroll a picture larger than the window. */}
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
