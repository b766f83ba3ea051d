import { useQuery } from "@tanstack/react-query";
import { Banner } from "../../ui/Banner";
import { documentQueries } from "../queries";
import type { StoredDocument } from "../types";

/** Why an invoice that came by itself was not sent, for as long as it is a draft. */
export function RecurringInvoiceBanner({ document: doc }: { document: StoredDocument }) {
  const { data } = useQuery(documentQueries.timeline(doc.kind, doc.id));
  const origin = doc.status === "draft" ? data?.madeOf : null;
  if (origin?.outcome === "not_sent") {
    return (
      <Banner tone="amber" title="It wasn’t sent on its date" className="mb-4">
        {origin.reason}
      </Banner>
    );
  }
  if (origin?.outcome === "late") {
    return (
      <Banner tone="amber" title="It was made late" className="mb-4">
        Its date had passed before it could be made, so we didn’t send it. Check it, then send it.
      </Banner>
    );
  }
  return null;
}
