import { Plus } from "lucide-react";
import { Button } from "../../../ui/Button";

/** The foot of a section: the way to one more line. */
export function AddLineToSectionButton({
  name,
  isEmpty,
  onAdd,
}: {
  /** The section's; null of the lines that are in none. */
  name: string | null;
  isEmpty: boolean;
  onAdd: () => void;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-line border-t py-1">
      <Button
        variant="quiet"
        icon={<Plus aria-hidden size={18} strokeWidth={1.75} />}
        aria-label={name === null ? "Add line to no section" : `Add line to ${name}`}
        onClick={onAdd}
        className="-ml-4"
      >
        Add line
      </Button>
      {isEmpty && <span className="text-quiet text-sm">Your customer doesn’t see empty sections.</span>}
    </li>
  );
}
