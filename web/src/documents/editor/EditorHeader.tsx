import { ArrowLeft, Eye, PanelRightClose, Pencil, Send } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Badge as StatusShown } from "../../api/generated/Badge";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import type { KindWords } from "../kind";

/** What is edited, whether it is saved, and the way out, to the preview and to the customer. */
export function EditorHeader({
  words,
  title,
  status,
  saveStatus,
  previewing,
  onPreview,
  onSend,
  sendLabel,
  back,
  question,
}: {
  words: KindWords;
  title: string;
  status: StatusShown | null;
  saveStatus: ReactNode;
  previewing: boolean;
  onPreview: () => void;
  onSend: () => void;
  sendLabel: string;
  back: string;
  /** What has to be answered before anything more is saved. */
  question: ReactNode;
}) {
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-paper/95 backdrop-blur">
      <div className="mx-auto flex max-w-[90rem] items-center gap-2 px-2 py-2 md:gap-3 md:px-6">
        <Link
          to={back}
          aria-label={`Back to ${words.plural}`}
          className="flex h-control w-control shrink-0 items-center justify-center rounded-md text-quiet hover:bg-hover hover:text-ink"
        >
          <ArrowLeft aria-hidden size={20} strokeWidth={1.75} />
        </Link>
        <div className="min-w-0 flex-1 md:flex md:items-center md:gap-3">
          <h1 className="flex items-center gap-2 truncate font-semibold text-base md:text-lg">
            {title}
            {status && <Badge {...status} className="max-sm:hidden" />}
          </h1>
          {saveStatus}
        </div>
        <Button
          variant="quiet"
          aria-pressed={previewing}
          onClick={onPreview}
          icon={
            previewing ? (
              <>
                <Pencil aria-hidden size={20} strokeWidth={1.75} className="lg:hidden" />
                <PanelRightClose aria-hidden size={20} strokeWidth={1.75} className="hidden lg:block" />
              </>
            ) : (
              <Eye aria-hidden size={20} strokeWidth={1.75} />
            )
          }
        >
          {previewing ? (
            <>
              <span className="lg:hidden">Edit</span>
              <span className="hidden lg:inline">Hide preview</span>
            </>
          ) : (
            "Preview"
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
      {question}
    </header>
  );
}
