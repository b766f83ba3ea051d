import { type LucideIcon, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../../ui/IconButton";

/** One option that is on for the whole document: its icon, its fields and a button to remove it. */
export function ExtraCard({
  icon: Icon,
  title,
  amount,
  onRemove,
  children,
}: {
  icon: LucideIcon;
  title: string;
  /** The formatted amount. */
  amount?: ReactNode;
  onRemove: () => void;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="rounded-md border border-line px-4 pt-1 pb-4">
      <header className="flex flex-wrap items-center gap-x-2">
        <Icon aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-quiet" />
        <h3 className="flex-auto font-semibold">{title}</h3>
        <span className="ml-auto font-semibold text-ink">{amount}</span>
        <IconButton
          label={`Remove ${title.toLowerCase()}`}
          icon={<X aria-hidden size={20} strokeWidth={1.75} />}
          onClick={onRemove}
          className="-mr-3 text-quiet"
        />
      </header>
      {children}
    </section>
  );
}
