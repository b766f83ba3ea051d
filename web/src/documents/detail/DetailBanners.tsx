import { useQuery } from "@tanstack/react-query";
import type { DocumentEmail } from "../../api/generated/DocumentEmail";
import { Banner } from "../../ui/Banner";
import { LostEmailBanner } from "../emails/LostEmailBanner";
import { useResolveLostEmail } from "../mutations";
import { documentQueries } from "../queries";
import type { StoredDocument } from "../types";

/** Why a recurring invoice wasn't sent automatically; shown while it is a draft. */
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

/** Which version the customer signed offline, if the quote had been changed by then. */
export function EarlierVersionBanner({ document: doc }: { document: StoredDocument }) {
  const text = doc.acceptance?.earlierVersion;
  if (!text) return null;
  return (
    <Banner tone="amber" title="The signed version counts" className="mb-4">
      {text} The quote now shows what was signed.
    </Banner>
  );
}

/** Emails that may not have arrived, each with what can be done about it. */
export function LostEmails({ document: doc }: { document: StoredDocument }) {
  const { data } = useQuery(documentQueries.timeline(doc.kind, doc.id));
  // A timeline cached by an older version of the app has no emails.
  const emails: DocumentEmail[] | undefined = data?.emails;
  const lost = (emails ?? []).filter(({ unsettled }) => unsettled);
  return lost.map((email) => <LostEmailItem key={email.id} document={doc} email={email} />);
}

function LostEmailItem({ document: doc, email }: { document: StoredDocument; email: DocumentEmail }) {
  const sendAgain = useResolveLostEmail(doc.kind, doc.id, "again");
  const markArrived = useResolveLostEmail(doc.kind, doc.id, "arrived");
  return (
    <LostEmailBanner
      email={email}
      sendAgain={sendAgain}
      markArrived={markArrived}
      canSend={doc.status !== "void"}
      className="mb-4"
    />
  );
}
