import { EllipsisVertical, FileDown, LayoutTemplate, ListChecks, Plus, Sheet } from "lucide-react";
import { Link } from "react-router";
import { fileAddress } from "../../api/calls";
import { Button } from "../../ui/Button";
import { DropdownMenu, type MenuItem } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { KINDS, type KindWords } from "../kind";
import { KIND_ICONS } from "../kindIcons";
import { asked, type ListFilter } from "../queries";

/** They have no place of their own in the bars: they are looked for where the invoices are. */
const creditNotes: MenuItem = {
  label: KINDS.credit_note.Plural,
  icon: KIND_ICONS.credit_note,
  to: KINDS.credit_note.path,
};

/** Whole quotes that are kept to make others of. */
const templates: MenuItem = { label: "New from a template", icon: LayoutTemplate, to: "/quotes/templates" };

/** What is done with the list as a whole: choosing of it, and taking it away. */
export function ListMenu({
  words,
  filter,
  onChoose,
  onPapers,
}: {
  words: KindWords;
  filter: ListFilter;
  onChoose: () => void;
  onPapers: () => void;
}) {
  return (
    <div className="flex items-center gap-2">
      <DropdownMenu
        trigger={
          <IconButton
            label={`More for your ${words.plural}`}
            variant="secondary"
            icon={<EllipsisVertical aria-hidden size={20} strokeWidth={1.75} />}
          />
        }
        items={[
          ...(words.kind === "invoice" ? [creditNotes] : []),
          ...(words.kind === "quote" ? [templates] : []),
          { label: `Choose ${words.plural}`, icon: ListChecks, onSelect: onChoose },
          {
            label: "Export as spreadsheet",
            icon: Sheet,
            file: fileAddress(`${words.api}/export`, { query: asked(filter) }),
            separated: true,
          },
          { label: "Download as PDFs", icon: FileDown, onSelect: onPapers },
        ]}
      />
      {/* On a phone the tab bar's own 'New' is in reach. */}
      {words.isWritten && (
        <div className="hidden md:block">
          <Button asChild variant="primary">
            <Link to={`${words.path}/create`}>
              <Plus aria-hidden size={20} strokeWidth={2} />
              {`New ${words.name}`}
            </Link>
          </Button>
        </div>
      )}
    </div>
  );
}
