import { CircleAlert } from "lucide-react";
import { Button } from "../../../ui/Button";

/** The way back to a question that was put aside: it stays with the save state, however far the page is scrolled. */
export function ConflictBar({ onChoose }: { onChoose: () => void }) {
  return (
    <div role="status" className="border-warn/25 border-t bg-warn-tint text-sm text-warn">
      <div className="mx-auto flex max-w-[90rem] items-center gap-3 px-4 py-2 md:px-6">
        <CircleAlert aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
        <p className="min-w-0 flex-1">Also changed elsewhere. Nothing more is saved until you choose.</p>
        <Button onClick={onChoose} className="shrink-0">
          Choose
        </Button>
      </div>
    </div>
  );
}
