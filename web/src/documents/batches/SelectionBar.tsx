import { Archive, ArchiveRestore, BellRing, ChevronUp, FileDown, Send, Trash2, X } from "lucide-react";
import { Button } from "../../ui/Button";
import { DropdownMenu, type MenuItem } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import type { KindInfo } from "../kind";
import type { ListFilter } from "../queries";
import { formatCount } from "./batches";
import type { BulkActionState, SelectionAction } from "./useBulkAction";
import { countChosen, type DocumentSelection } from "./useSelection";

/** Shown while documents are being selected: how many, a button for all that match, and the actions. */
export function SelectionBar({
  kindInfo,
  filter,
  total,
  documentSelection,
  bulk,
  onDownloadPdfs,
}: {
  kindInfo: KindInfo;
  filter: ListFilter;
  /** The number of documents that match. */
  total: number;
  documentSelection: DocumentSelection;
  bulk: BulkActionState;
  onDownloadPdfs: () => void;
}) {
  const { chosen } = documentSelection;
  const count = countChosen(chosen, total);
  const { running } = bulk;
  return (
    <section
      aria-label="Your selection"
      data-bottom-bar
      data-choosing
      className="fixed inset-x-0 bottom-0 z-40 border-line border-t bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:sticky md:z-20 md:mt-3 md:rounded-lg md:border md:shadow-float"
    >
      {running ? (
        <RunningBulkActionBar bulk={bulk} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p role="status" className="font-medium text-ink">
            {count === 0 ? `Choose ${kindInfo.plural}` : `${formatCount(kindInfo, count)} chosen`}
          </p>
          {!chosen.isAll && total > chosen.ids.size && (
            <button
              type="button"
              onClick={documentSelection.chooseAll}
              className="min-h-11 text-left font-medium text-ink underline underline-offset-4 md:min-h-9"
            >
              {`Choose all ${total.toLocaleString("en-GB")} that match`}
            </button>
          )}
          <div className="ml-auto flex items-center gap-2">
            <DropdownMenu
              side="top"
              trigger={
                <Button
                  variant="primary"
                  disabled={count === 0}
                  icon={<ChevronUp aria-hidden size={18} strokeWidth={2} />}
                >
                  Actions
                </Button>
              }
              items={buildMenuItems(
                kindInfo,
                filter,
                (action) => bulk.start(action, filter, chosen),
                onDownloadPdfs,
              )}
            />
            <IconButton
              label="Stop choosing"
              icon={<X aria-hidden size={20} strokeWidth={1.75} />}
              onClick={documentSelection.end}
              className="-mr-2 text-quiet"
            />
          </div>
        </div>
      )}
    </section>
  );
}

function buildMenuItems(
  kindInfo: KindInfo,
  { archived }: ListFilter,
  onStart: (action: SelectionAction) => void,
  onDownloadPdfs: () => void,
): MenuItem[] {
  const remindItem: MenuItem = {
    label:
      kindInfo.requestedPayment === "balance"
        ? "Remind customers about overdue ones"
        : "Remind customers to reply",
    icon: BellRing,
    onSelect: () => onStart("remind"),
  };
  return [
    { label: "Email drafts to their customers", icon: Send, onSelect: () => onStart("send") },
    ...(kindInfo.requestedPayment === "nothing" ? [] : [remindItem]),
    { label: "Download as PDFs", icon: FileDown, onSelect: onDownloadPdfs },
    archived
      ? { label: "Restore", icon: ArchiveRestore, separated: true, onSelect: () => onStart("restore") }
      : { label: "Archive", icon: Archive, separated: true, onSelect: () => onStart("archive") },
    { label: "Delete drafts", icon: Trash2, danger: true, onSelect: () => onStart("delete-drafts") },
  ];
}

/** The progress of an action; if it was stopped, a button to continue. */
function RunningBulkActionBar({ bulk }: { bulk: BulkActionState }) {
  const { running } = bulk;
  if (!running) return null;
  const { label, progress, resume, problem } = running;
  const progressText =
    progress.total > 0
      ? ` ${progress.done.toLocaleString("en-GB")} of ${progress.total.toLocaleString("en-GB")}`
      : "…";
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div role="status" className="min-w-0 flex-1 basis-48">
        <p className="font-medium text-ink">{resume ? label : `${label}${progressText}`}</p>
        {problem && <p className="text-bad text-sm">{problem}</p>}
        {!resume && progress.total > 0 && (
          <progress
            value={progress.done}
            max={progress.total}
            aria-label="Progress"
            className="mt-1 block h-1.5 w-full"
          />
        )}
      </div>
      {resume ? (
        <>
          <Button onClick={bulk.dismiss}>Stop here</Button>
          <Button variant="primary" onClick={resume}>
            Carry on
          </Button>
        </>
      ) : (
        <Button onClick={bulk.stop}>Stop</Button>
      )}
    </div>
  );
}
