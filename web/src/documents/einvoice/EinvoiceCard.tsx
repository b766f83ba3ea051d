import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileCode2 } from "lucide-react";
import { buildFileUrl } from "../../api/requests";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { KINDS } from "../kind";
import type { StoredDocument } from "../types";
import { EinvoiceFindings, ORDER_REFERENCE_ID, OrderReferenceField } from "./EinvoiceFindings";
import { type EinvoiceKind, einvoiceQuery, getEinvoicePath, isEinvoiceKind } from "./queries";

/** A document's e-invoice, if its customer wants one: what is still missing, and the file. */
export function EinvoiceCard({ document: doc }: { document: StoredDocument }) {
  if (!isEinvoiceKind(doc.kind) || doc.status === "void") return null;
  return <EinvoiceCardContent kind={doc.kind} document={doc} />;
}

function EinvoiceCardContent({ kind, document: doc }: { kind: EinvoiceKind; document: StoredDocument }) {
  const { data } = useQuery({
    ...einvoiceQuery(kind, doc.id, doc.version),
    placeholderData: keepPreviousData,
  });
  if (!data?.wanted) return null;
  const kindInfo = KINDS[kind];
  // Drafts and documents that already contain a reference are edited themselves.
  const canAddOrderReference = doc.orderNumber === "" && (doc.status !== "draft" || !kindInfo.isWritten);
  const isReady = data.findings.length === 0;
  return (
    <Card title="E-invoice" id="einvoice">
      <div className="grid gap-4">
        <EinvoiceFindings
          findings={data.findings}
          contactId={doc.contactId}
          profileId={doc.businessProfileId}
          orderField={canAddOrderReference ? ORDER_REFERENCE_ID : null}
          editPath={kindInfo.isWritten && doc.allowed.edit ? `${kindInfo.path}/edit/${doc.id}` : null}
        />
        {canAddOrderReference ? (
          <OrderReferenceField
            key={data.orderReference}
            kind={kind}
            id={doc.id}
            saved={data.orderReference}
          />
        ) : (
          data.orderReference && (
            <p className="wrap-anywhere">{`Their order number: ${data.orderReference}`}</p>
          )
        )}
        {isReady && doc.status === "draft" && (
          <p className="text-quiet text-sm">{`Ready. We attach it when you email this ${kindInfo.name}.`}</p>
        )}
        {isReady && doc.status !== "draft" && (
          <div className="grid gap-2">
            <Button asChild>
              <a href={buildFileUrl(getEinvoicePath(kind), { params: { id: doc.id } })} download>
                <FileCode2 aria-hidden size={18} strokeWidth={1.75} />
                Download e-invoice
              </a>
            </Button>
            <p className="text-quiet text-sm">
              A Peppol file (XML) for your customer’s bookkeeping software. We also attach it to every email
              with this {kindInfo.name}.
            </p>
          </div>
        )}
      </div>
    </Card>
  );
}
