import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ORDER_NUMBER_ID } from "../editor/parties/OrderNumberField";
import type { StoredDocument } from "../types";
import { EinvoiceFindings, ORDER_REFERENCE_ID, OrderReferenceField } from "./EinvoiceFindings";
import { type EinvoiceKind, einvoiceQuery, isEinvoiceKind } from "./queries";

/**
 * What a document's e-invoice still needs, during editing; nothing if the customer doesn't want e-invoices.
 */
export function EinvoiceCheckSection({ stored }: { stored: StoredDocument | null }) {
  if (!stored || !isEinvoiceKind(stored.kind)) return null;
  return <EinvoiceCheckContent kind={stored.kind} stored={stored} />;
}

function EinvoiceCheckContent({ kind, stored }: { kind: EinvoiceKind; stored: StoredDocument }) {
  const { data } = useQuery({
    ...einvoiceQuery(kind, stored.id, stored.version),
    placeholderData: keepPreviousData,
  });
  if (!data?.wanted) return null;
  // A reference added after issuing remains until it is written on the document itself.
  const hasLaterReference = stored.orderNumber === "" && data.orderReference !== "";
  return (
    <section aria-label="E-invoice" className="grid gap-4 rounded-lg bg-canvas p-4">
      <h3 className="font-semibold text-ink">E-invoice</h3>
      <EinvoiceFindings
        findings={data.findings}
        contactId={stored.contactId}
        profileId={stored.businessProfileId}
        editPath={null}
        orderField={hasLaterReference ? ORDER_REFERENCE_ID : ORDER_NUMBER_ID}
      />
      {hasLaterReference && (
        <OrderReferenceField
          key={data.orderReference}
          kind={kind}
          id={stored.id}
          saved={data.orderReference}
        />
      )}
    </section>
  );
}

/** The send dialog's note about the e-invoice. */
export function EinvoiceAttachmentNote({ kind, id }: { kind: EinvoiceKind; id: string }) {
  const { data } = useQuery(einvoiceQuery(kind, id, 0));
  if (!data?.wanted) return null;
  if (data.findings.length === 0) {
    return <p className="text-quiet text-sm">We attach the e-invoice (XML) with the PDF.</p>;
  }
  return (
    <div className="rounded-lg bg-canvas p-4 text-sm">
      <p className="font-medium text-ink">The e-invoice can’t be attached yet</p>
      <ul className="mt-1 grid gap-1">
        {data.findings.map(({ code, field, message }) => (
          <li key={`${code} ${field}`}>{message}</li>
        ))}
      </ul>
    </div>
  );
}
