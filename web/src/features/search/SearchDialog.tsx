import { useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { SearchPanel } from "./SearchPanel";
import type { SearchCommand } from "./search-rows";

/** The search dialog over any page. It starts empty each time it is opened. */
export function SearchDialog({
  commands,
  onClose,
}: {
  commands: readonly SearchCommand[];
  onClose: () => void;
}) {
  const [typed, setTyped] = useState("");
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title="Search">
      <SearchPanel
        typed={typed}
        onType={setTyped}
        commands={commands}
        onGo={onClose}
        className="md:h-[26rem]"
      />
    </Dialog>
  );
}
