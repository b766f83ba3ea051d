import type { LucideIcon } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "./cx";
import { useSupportView } from "./support-view";

export interface MenuItem {
  label: string;
  icon?: LucideIcon;
  /** Where the entry navigates to; otherwise `onSelect` says what it does. */
  to?: string;
  /** A file that the entry downloads. */
  file?: string;
  onSelect?: () => void;
  /** The action only reads, so support may use it too. */
  reads?: boolean;
  danger?: boolean;
  disabled?: boolean;
  /** A note under the label, such as why the entry is disabled. */
  note?: string;
  /** Draws a separator above the entry. */
  separated?: boolean;
}

const itemClass =
  "flex min-h-control cursor-pointer select-none items-center gap-3 rounded-md px-3 font-medium text-ink outline-none data-[disabled]:cursor-default data-[highlighted]:bg-hover data-[disabled]:opacity-50";

interface DropdownMenuProps {
  trigger: ReactNode;
  /** The entries, or a function that creates them when the menu is opened. */
  items: MenuItem[] | (() => MenuItem[]);
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | "right";
  heading?: ReactNode;
}

/** A menu under a trigger button, which is passed as one element. */
export function DropdownMenu({ trigger, items: given, align = "end", side, heading }: DropdownMenuProps) {
  const isWritePath = useSupportView();
  const items = isWritePath
    ? resolveItems(given).filter((item) => isAllowedInSupportView(item, isWritePath))
    : given;
  if (isWritePath && items.length === 0) return null;
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={8}
          collisionPadding={12}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-[min(14rem,var(--radix-dropdown-menu-content-available-width))] animate-rise overflow-y-auto overscroll-contain rounded-lg border border-line bg-paper p-1.5 shadow-float"
        >
          {heading ? <div className="px-3 py-2 text-quiet text-sm">{heading}</div> : null}
          <MenuRows items={items} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const resolveItems = (items: MenuItem[] | (() => MenuItem[])) =>
  typeof items === "function" ? items() : items;

/**
 * Whether an entry is offered to support, who may only look: it must navigate to a page that doesn't write,
 * or only read. Downloads aren't offered.
 */
function isAllowedInSupportView(
  { to, file, reads }: MenuItem,
  isWritePath: (path: string) => boolean,
): boolean {
  if (file !== undefined) return false;
  return to === undefined ? reads === true : !isWritePath(to);
}

function MenuRows({ items }: { items: MenuItem[] | (() => MenuItem[]) }) {
  return resolveItems(items).map((item) => <MenuRow key={item.label} item={item} />);
}

function MenuRow({ item }: { item: MenuItem }) {
  const { icon: Icon, label, to, file } = item;
  const content = (
    <>
      {Icon ? (
        <Icon aria-hidden size={20} strokeWidth={1.75} className={item.danger ? "" : "text-quiet"} />
      ) : null}
      {item.note ? (
        <span>
          {label}
          <span className="block font-normal text-sm">{item.note}</span>
        </span>
      ) : (
        label
      )}
    </>
  );
  const className = cx(itemClass, item.danger && "text-bad data-[highlighted]:bg-bad-tint");
  return (
    <>
      {item.separated ? <Radix.Separator className="mx-2 my-1.5 h-px bg-line" /> : null}
      {to ? (
        <Radix.Item asChild disabled={item.disabled} className={className}>
          <Link to={to}>{content}</Link>
        </Radix.Item>
      ) : file ? (
        <Radix.Item asChild disabled={item.disabled} className={className}>
          <a href={file} download>
            {content}
          </a>
        </Radix.Item>
      ) : (
        <Radix.Item disabled={item.disabled} onSelect={item.onSelect} className={className}>
          {content}
        </Radix.Item>
      )}
    </>
  );
}
