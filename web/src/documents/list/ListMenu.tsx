import { EllipsisVertical, FileDown, LayoutTemplate, ListChecks, Plus, Sheet } from "lucide-react";
import { Link } from "react-router";
import { buildFileUrl } from "../../api/requests";
import { Button } from "../../ui/Button";
import type { Sorting } from "../../ui/DataTable";
import { DropdownMenu, type MenuItem } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { SortPicker } from "../../ui/OrderButton";
import { KINDS, type KindInfo } from "../kind";
import { KIND_ICONS } from "../kindIcons";
import { buildOrderOptions, type ListFilter, type ListOrder, toListQuery } from "../queries";

/** Credit notes have no place of their own in the navigation, so people look for them with the invoices. */
const CREDIT_NOTES_ITEM: MenuItem = {
  label: KINDS.credit_note.Plural,
  icon: KIND_ICONS.credit_note,
  to: KINDS.credit_note.path,
};

/** Quote templates, from which quotes are made. */
const TEMPLATES_ITEM: MenuItem = {
  label: "New from a template",
  icon: LayoutTemplate,
  to: "/quotes/templates",
};

/** The actions on the list as a whole: selecting, exporting and downloading. */
export function ListMenu({
  kindInfo,
  filter,
  onChoose,
  onDownloadPdfs,
}: {
  kindInfo: KindInfo;
  filter: ListFilter;
  onChoose: () => void;
  onDownloadPdfs: () => void;
}) {
  return (
    <div className="flex items-center gap-2">
      {/* On a phone, the tab bar has its own 'New' button. */}
      {kindInfo.isWritten && (
        <div className="hidden md:block">
          <Button asChild variant="primary">
            <Link to={`${kindInfo.path}/create`}>
              <Plus aria-hidden size={20} strokeWidth={2} />
              {`New ${kindInfo.name}`}
            </Link>
          </Button>
        </div>
      )}
      <DropdownMenu
        trigger={
          <IconButton
            label={`More for your ${kindInfo.plural}`}
            variant="secondary"
            icon={<EllipsisVertical aria-hidden size={20} strokeWidth={1.75} />}
          />
        }
        items={[
          ...(kindInfo.kind === "invoice" ? [CREDIT_NOTES_ITEM] : []),
          ...(kindInfo.kind === "quote" ? [TEMPLATES_ITEM] : []),
          { label: `Choose ${kindInfo.plural}`, icon: ListChecks, onSelect: onChoose },
          {
            label: "Export as spreadsheet",
            icon: Sheet,
            file: buildFileUrl(`${kindInfo.api}/export`, { query: toListQuery(filter) }),
            separated: true,
          },
          { label: "Download as PDFs", icon: FileDown, onSelect: onDownloadPdfs },
        ]}
      />
    </div>
  );
}

const buildOrders = (kindInfo: KindInfo) =>
  buildOrderOptions({
    customer: "Customer",
    number: "Number",
    date: "Date",
    ...(kindInfo.endDateField && { due: kindInfo.endDateLabel }),
    ...(kindInfo.requestedPayment === "balance" && { left: "Left to pay" }),
    total: "Total",
  });

/** The label of a list's order; null for its default order. */
export function describeOrder(kindInfo: KindInfo, { sort, order }: ListOrder): string | null {
  if (sort === "") return null;
  return buildOrders(kindInfo).find((one) => one.sort === sort && one.order === order)?.label ?? null;
}

/** Chooses the order of a list on a phone. */
export function OrderPicker({ kindInfo, sorting }: { kindInfo: KindInfo; sorting: Sorting }) {
  return <SortPicker options={buildOrders(kindInfo)} sorting={sorting} />;
}
