import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { EinvoiceFinding } from "../../api/generated/EinvoiceFinding";
import { useSupportView } from "../../ui/support-view";
import { TextField } from "../../ui/TextField";
import { type EinvoiceKind, useSaveOrderReference } from "./queries";

interface EinvoiceFixTargets {
  contactId: string | null;
  profileId: string | null;
  /** The path of the document's editor; null if it is already open or can't be edited. */
  editPath: string | null;
  /** The id of this page's field for the order number; null if it has none. */
  orderField: string | null;
}

const LINK_CLASS = "font-medium text-ink underline underline-offset-4";

/** What an e-invoice still needs, each with a link to where it can be fixed. */
export function EinvoiceFindings({
  findings,
  ...places
}: { findings: EinvoiceFinding[] } & EinvoiceFixTargets) {
  if (findings.length === 0) return null;
  return (
    <div role="status">
      <p className="mb-2 font-medium text-ink">Needed for an e-invoice</p>
      <ul className="grid gap-3">
        {findings.map((finding) => (
          <li key={`${finding.code} ${finding.field}`} className="flex items-start gap-2">
            <CircleAlert aria-hidden size={20} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warn" />
            <span className="wrap-anywhere min-w-0">
              {finding.message} <FindingFixLink finding={finding} {...places} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function FindingFixLink({
  finding,
  contactId,
  profileId,
  editPath,
  orderField,
}: { finding: EinvoiceFinding } & EinvoiceFixTargets) {
  const { place, field } = finding;
  if (place === "contact") {
    return contactId ? (
      <Link to={`/contacts/${contactId}/edit`} className={LINK_CLASS}>
        Edit customer
      </Link>
    ) : null;
  }
  if (place === "profile") {
    return (
      <Link to={`/settings/business-profiles${profileId ? `/${profileId}` : ""}`} className={LINK_CLASS}>
        Edit your business
      </Link>
    );
  }
  const isOrder = field === "orderReference";
  const id = isOrder ? orderField : field;
  if (editPath && !(isOrder && orderField)) {
    return (
      <Link to={editPath} className={LINK_CLASS}>
        Edit it
      </Link>
    );
  }
  return (
    <button
      type="button"
      className={LINK_CLASS}
      onClick={() => id && focusField(id)}
      // Without such a field on this page, there is nothing to focus.
      hidden={!(isOrder ? orderField : field === "issueDate" || field === "dueDate")}
    >
      Enter it
    </button>
  );
}

/** Focuses a field, or presses the button that reveals it. */
function focusField(id: string) {
  const element = document.getElementById(id);
  element?.focus();
  if (element instanceof HTMLButtonElement) element.click();
}

/** The id of the field for an order number that was received later. */
export const ORDER_REFERENCE_ID = "orderReference";

/** The customer's order number. It is saved on its own, because it isn't part of the issued version. */
export function OrderReferenceField({
  kind,
  id,
  saved,
  optional = true,
}: {
  kind: EinvoiceKind;
  id: string;
  saved: string;
  /** Whether the e-invoice is valid without it. */
  optional?: boolean;
}) {
  const [typed, setTyped] = useState(saved);
  const isReadOnly = useSupportView() !== null;
  const save = useSaveOrderReference(kind, id);
  const saveIfChanged = () => {
    if (typed.trim() !== saved) save.mutate(typed.trim());
  };
  return (
    <TextField
      id={ORDER_REFERENCE_ID}
      label="Their order number"
      optional={optional}
      maxLength={100}
      autoComplete="off"
      readOnly={isReadOnly}
      value={typed}
      help={
        save.isPending
          ? "Saving…"
          : save.isSuccess
            ? "Saved"
            : "Exactly as your customer writes it, such as PO-1234."
      }
      onChange={({ target }) => setTyped(target.value)}
      onBlur={saveIfChanged}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        saveIfChanged();
      }}
    />
  );
}
