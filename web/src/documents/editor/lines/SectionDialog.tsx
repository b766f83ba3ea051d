import { Check } from "lucide-react";
import type { Section } from "../../../api/generated/Section";
import { cx } from "../../../ui/cx";
import { Dialog } from "../../../ui/Dialog";

/** Puts a line into one of the sections, or before them all. */
export function MoveToSectionDialog({
  title,
  sections,
  currentSection,
  onChoose,
  onClose,
}: {
  /** What the line is; null: it is closed. */
  title: string | null;
  sections: readonly Section[];
  /** The section that it is in. */
  currentSection: string | null;
  onChoose: (section: string | null) => void;
  onClose: () => void;
}) {
  const options = [
    { id: null, name: "No section" },
    ...sections.map(({ id, name }, at) => ({ id, name: name.trim() || `Section ${at + 1}` })),
  ];
  return (
    <Dialog
      open={title !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Move to a section"
      description={title ?? undefined}
    >
      <ul className="grid gap-1">
        {options.map(({ id, name }) => (
          <li key={id ?? ""}>
            <button
              type="button"
              aria-current={id === currentSection ? "true" : undefined}
              onClick={() => onChoose(id)}
              className={cx(
                "flex min-h-control w-full items-center gap-3 rounded-md px-3 text-left font-medium text-ink hover:bg-hover",
                id === null && "text-quiet",
              )}
            >
              <span className="min-w-0 flex-1 break-words">{name}</span>
              {id === currentSection && (
                <Check aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
              )}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
