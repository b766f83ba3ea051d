import type { LucideIcon } from "lucide-react";
import { DropdownMenu as Radix, Slot } from "radix-ui";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useRef,
  useState,
} from "react";
import { Link } from "react-router";
import { cx } from "./cx";

export interface MenuItem {
  label: string;
  icon?: LucideIcon;
  /** Where it leads; or `onSelect` for what it does. */
  to?: string;
  /** A file that it downloads. */
  file?: string;
  onSelect?: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** A few words under it: why it cannot be chosen. */
  note?: string;
  /** A line above it. */
  separated?: boolean;
}

const itemClass =
  "flex min-h-control cursor-pointer select-none items-center gap-3 rounded-md px-3 font-medium text-ink outline-none data-[disabled]:cursor-default data-[highlighted]:bg-hover data-[disabled]:opacity-50";

interface Props {
  trigger: ReactNode;
  /** Or what makes them once it is opened: a page of a hundred menus has none of theirs before. */
  items: MenuItem[] | (() => MenuItem[]);
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | "right";
  heading?: ReactNode;
}

/** How a menu was first asked for. */
type Asked = "pointer" | "keyboard";

/**
 * A menu under a trigger button. The trigger is passed as one element. What is behind it is there from the first press
 * on: each menu listens to every key of the page, and a long document has one a line.
 */
export function DropdownMenu(props: Props) {
  const [asked, setAsked] = useState<Asked | null>(null);
  if (asked) return <Menu {...props} asked={asked} />;
  return (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={false}
      data-state="closed"
      // A press by a key has no count of clicks.
      onClick={(event: MouseEvent) => setAsked(event.detail === 0 ? "keyboard" : "pointer")}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        setAsked("keyboard");
      }}
    >
      {props.trigger}
    </Slot.Root>
  );
}

function Menu({ trigger, items, align = "end", side, heading, asked }: Props & { asked: Asked }) {
  /** The first time it was not there yet to see that a key opened it; from then on it sees that itself. */
  const unseen = useRef(asked === "keyboard");
  // The menu takes the focus when it opens, whenever that is, and hands it on.
  const begin = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (!unseen.current || target !== currentTarget) return;
    unseen.current = false;
    currentTarget.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  };
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          onFocus={begin}
          align={align}
          side={side}
          sideOffset={8}
          collisionPadding={12}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 animate-rise overflow-y-auto overscroll-contain rounded-lg border border-line bg-paper p-1.5 shadow-float"
        >
          {heading ? <div className="px-3 py-2 text-quiet text-sm">{heading}</div> : null}
          <Rows items={items} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Rows({ items }: { items: MenuItem[] | (() => MenuItem[]) }) {
  const made = typeof items === "function" ? items() : items;
  return made.map((item) => <MenuRow key={item.label} item={item} />);
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
