import { useQuery } from "@tanstack/react-query";
import type { DocumentEmail } from "../../api/generated/DocumentEmail";
import { LostEmailBanner } from "../emails/LostEmailBanner";
import { useResolveLostEmail } from "../mutations";
import { documentQueries } from "../queries";
import type { StoredDocument } from "../types";

/** Emails of which nobody knows that they arrived, each with what can be done about it. */
export function LostEmails({ document: doc }: { document: StoredDocument }) {
  const { data } = useQuery(documentQueries.timeline(doc.kind, doc.id));
  // A timeline that this device has held since an older version has no emails.
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
