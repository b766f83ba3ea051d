import { ArrowLeft, Eye, PanelRightClose, Pencil, Send } from "lucide-react";
import { memo, type ReactNode } from "react";
import { Link } from "react-router";
import type { Badge as StatusShown } from "../../api/generated/Badge";
import type { VariedJob } from "../../offline/unsent-edits";
import { useRules } from "../../rules/rules";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import type { KindInfo } from "../kind";

/** The document's title, its save state, and the buttons to leave, preview and send. */
export const EditorHeader = memo(function EditorHeader({
  kindInfo,
  title,
  status,
  saveStatus,
  history,
  isPreviewing,
  onPreview,
  onSend,
  sendLabel,
  back,
  conflictBar,
}: {
  kindInfo: KindInfo;
  title: string;
  status: StatusShown | null;
  saveStatus: ReactNode;
  /** The undo and redo buttons. */
  history: ReactNode;
  isPreviewing: boolean;
  onPreview: () => void;
  onSend: () => void;
  sendLabel: string;
  back: string;
  /** A conflict that must be resolved before anything more is saved. */
  conflictBar: ReactNode;
}) {
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-paper">
      {/* A fixed height, whatever the save state, so that nothing below moves. */}
      <div className="mx-auto flex h-16 max-w-[90rem] items-center gap-1 px-2 md:gap-3 md:px-6">
        <Link
          to={back}
          aria-label={`Back to ${kindInfo.plural}`}
          className="flex h-control w-control shrink-0 items-center justify-center rounded-md text-quiet hover:bg-hover hover:text-ink"
        >
          <ArrowLeft aria-hidden size={20} strokeWidth={1.75} />
        </Link>
        <div className="h-control min-w-0 flex-1 content-center overflow-hidden md:flex md:items-center md:gap-3">
          <h1 className="flex min-w-0 items-center gap-2 font-semibold text-[length:min(1rem,5vw)] leading-6 md:text-lg">
            <span className="truncate">{title}</span>
            {status && <Badge {...status} className="max-sm:hidden" />}
          </h1>
          {saveStatus}
        </div>
        {history}
        <Button
          variant="quiet"
          aria-pressed={isPreviewing}
          onClick={onPreview}
          className="max-sm:w-control max-sm:px-0"
          icon={
            isPreviewing ? (
              <>
                <Pencil aria-hidden size={20} strokeWidth={1.75} className="lg:hidden" />
                <PanelRightClose aria-hidden size={20} strokeWidth={1.75} className="hidden lg:block" />
              </>
            ) : (
              <Eye aria-hidden size={20} strokeWidth={1.75} />
            )
          }
        >
          {isPreviewing ? (
            <>
              <span className="max-sm:sr-only lg:hidden">Edit</span>
              <span className="hidden lg:inline">Hide preview</span>
            </>
          ) : (
            <span className="max-sm:sr-only">Preview</span>
          )}
        </Button>
        <div className="hidden md:block">
          <Button
            variant="accent"
            onClick={onSend}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            icon={<Send aria-hidden size={18} strokeWidth={1.75} />}
          >
            {sendLabel}
          </Button>
        </div>
      </div>
      {conflictBar}
    </header>
  );
});

/**
 * The job that a variation changes, and the new total while it is edited; `change` is the variation's total
 * in pounds.
 */
export function VariationHeader({ variation, change }: { variation: VariedJob; change: string | null }) {
  const { gbp, sumPounds } = useRules();
  return (
    <div className="border-line border-b bg-canvas px-4 py-3 text-sm md:px-6">
      <p className="font-medium text-ink">
        Variation to quote{" "}
        <Link to={`/quotes/${variation.id}`} className="underline underline-offset-4">
          {variation.quoteNumber}
        </Link>
      </p>
      <p className="text-quiet">
        {`${gbp(variation.agreed)} agreed so far`}
        {change !== null && `; this makes it ${gbp(sumPounds([variation.agreed, change]))}`}
        {". Type a price with a minus to leave something out."}
      </p>
    </div>
  );
}
