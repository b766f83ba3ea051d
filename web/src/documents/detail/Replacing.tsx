import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "../../ui/Button";
import type { StoredDocument } from "../types";

const linkClass = "font-medium text-ink underline underline-offset-4";

/** What takes the place of a voided invoice, or how to make it. */
export function Replacing({
  invoice: { replacedBy, stageOfId },
  busy,
  disabled,
  onCopy,
  menu,
}: {
  invoice: StoredDocument;
  busy: boolean;
  disabled: boolean;
  onCopy: () => void;
  /** What else can be done with it, beside the button. */
  menu: ReactNode;
}) {
  if (replacedBy) {
    return (
      <p>
        {"Replaced by "}
        <Link to={`/invoices/${replacedBy.id}`} className={linkClass}>
          {replacedBy.number}
        </Link>
      </p>
    );
  }
  if (stageOfId) {
    // A copy would be no part of the job, which would then ask for the same again.
    return (
      <p className="text-quiet text-sm">
        {"Invoice this part again from "}
        <Link to={`/quotes/${stageOfId}`} className={linkClass}>
          the job’s quote
        </Link>
        {", and this invoice’s link will lead to it."}
      </p>
    );
  }
  return (
    <>
      <div className="flex gap-2">
        <Button
          variant="primary"
          className="flex-auto"
          icon={<Copy aria-hidden size={18} strokeWidth={1.75} />}
          busy={busy}
          disabled={disabled}
          onClick={onCopy}
        >
          Make a replacement
        </Button>
        {menu}
      </div>
      <p className="text-quiet text-sm">
        Send the copy to the same customer, and this invoice’s link will take them to it.
      </p>
    </>
  );
}
