import { useQuery } from "@tanstack/react-query";
import type { DocumentEmail } from "../../api/generated/DocumentEmail";
import { LostEmail } from "../emails/LostEmail";
import { useEmailDeed } from "../mutations";
import { documentQueries } from "../queries";
import type { StoredDocument } from "../types";

/** Emails of which nobody knows that they arrived, each with what can be done about it. */
export function LostEmails({ document: doc }: { document: StoredDocument }) {
  const { data } = useQuery(documentQueries.timeline(doc.kind, doc.id));
  // A timeline that this device has held since an older version has no emails.
  const emails: DocumentEmail[] | undefined = data?.emails;
  const lost = (emails ?? []).filter(({ unsettled }) => unsettled);
  return lost.map((email) => <Lost key={email.id} document={doc} email={email} />);
}

function Lost({ document: doc, email }: { document: StoredDocument; email: DocumentEmail }) {
  const again = useEmailDeed(doc.kind, doc.id, "again");
  const arrived = useEmailDeed(doc.kind, doc.id, "arrived");
  return (
    <LostEmail
      email={email}
      again={again}
      arrived={arrived}
      maySend={doc.status !== "void"}
      className="mb-4"
    />
  );
}
