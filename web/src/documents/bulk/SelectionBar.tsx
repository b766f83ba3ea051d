import { Archive, ArchiveRestore, BellRing, ChevronUp, FileDown, Send, Trash2, X } from "lucide-react";
import { Button } from "../../ui/Button";
import { DropdownMenu, type MenuItem } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import type { KindWords } from "../kind";
import type { ListFilter } from "../queries";
import type { Bulk, BulkAction } from "./useBulk";
import { countChosen, type Selected } from "./useSelection";
import { countOf } from "./words";

/** While documents are chosen: how many, all that match, and what to do with them. */
export function SelectionBar({
  words,
  filter,
  total,
  selected,
  bulk,
  onPapers,
}: {
  words: KindWords;
  filter: ListFilter;
  /** How many match. */
  total: number;
  selected: Selected;
  bulk: Bulk;
  onPapers: () => void;
}) {
  const { chosen } = selected;
  const count = countChosen(chosen, total);
  const { doing } = bulk;
  return (
    <section
      aria-label="Your selection"
      data-bottom-bar
      data-choosing
      className="fixed inset-x-0 bottom-0 z-40 border-line border-t bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:sticky md:z-20 md:mt-3 md:rounded-lg md:border md:shadow-float"
    >
      {doing ? (
        <Under bulk={bulk} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p role="status" className="font-medium text-ink">
            {count === 0 ? `Choose ${words.plural}` : `${countOf(words, count)} chosen`}
          </p>
          {!chosen.isAll && total > chosen.ids.size && (
            <button
              type="button"
              onClick={selected.chooseAll}
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
              items={deeds(words, filter, (action) => bulk.start(action, filter, chosen), onPapers)}
            />
            <IconButton
              label="Stop choosing"
              icon={<X aria-hidden size={20} strokeWidth={1.75} />}
              onClick={selected.end}
              className="-mr-2 text-quiet"
            />
          </div>
        </div>
      )}
    </section>
  );
}

function deeds(
  words: KindWords,
  { archived }: ListFilter,
  start: (action: BulkAction) => void,
  onPapers: () => void,
): MenuItem[] {
  const reminding: MenuItem = {
    label: words.asks === "balance" ? "Remind customers about overdue ones" : "Remind customers to reply",
    icon: BellRing,
    onSelect: () => start("remind"),
  };
  return [
    { label: "Email drafts to their customers", icon: Send, onSelect: () => start("send") },
    ...(words.asks === "nothing" ? [] : [reminding]),
    { label: "Download as PDFs", icon: FileDown, onSelect: onPapers },
    archived
      ? { label: "Restore", icon: ArchiveRestore, separated: true, onSelect: () => start("restore") }
      : { label: "Archive", icon: Archive, separated: true, onSelect: () => start("archive") },
    { label: "Delete drafts", icon: Trash2, danger: true, onSelect: () => start("delete-drafts") },
  ];
}

/** How far it is; where it was stopped, what goes on with it. */
function Under({ bulk }: { bulk: Bulk }) {
  const { doing } = bulk;
  if (!doing) return null;
  const { label, progress, goOn, problem } = doing;
  const far =
    progress.of > 0
      ? ` ${progress.done.toLocaleString("en-GB")} of ${progress.of.toLocaleString("en-GB")}`
      : "…";
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div role="status" className="min-w-0 flex-1 basis-48">
        <p className="font-medium text-ink">{goOn ? label : `${label}${far}`}</p>
        {problem && <p className="text-bad text-sm">{problem}</p>}
        {!goOn && progress.of > 0 && (
          <progress
            value={progress.done}
            max={progress.of}
            aria-label="Progress"
            className="mt-1 block h-1.5 w-full"
          />
        )}
      </div>
      {goOn ? (
        <>
          <Button onClick={bulk.dismiss}>Stop here</Button>
          <Button variant="primary" onClick={goOn}>
            Carry on
          </Button>
        </>
      ) : (
        <Button onClick={bulk.stop}>Stop</Button>
      )}
    </div>
  );
}
