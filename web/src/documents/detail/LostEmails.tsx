import { useQuery } from "@tanstack/react-query";
import { Check, RotateCw } from "lucide-react";
import type { DocumentEmail } from "../../api/generated/DocumentEmail";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
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

const TITLES: Partial<Record<DocumentEmail["state"], string>> = {
  unconfirmed: "Email not confirmed",
  refused: "Email refused",
  given_up: "Email did not go out",
};

function Lost({ document: doc, email }: { document: StoredDocument; email: DocumentEmail }) {
  const again = useEmailDeed(doc.kind, doc.id, "again");
  const arrived = useEmailDeed(doc.kind, doc.id, "arrived");
  const busy = again.isPending || arrived.isPending;
  return (
    <Banner
      tone={email.state === "unconfirmed" ? "amber" : "red"}
      title={TITLES[email.state]}
      live
      className="mb-4"
    >
      <p className="wrap-anywhere">{email.says}</p>
      <p className="wrap-anywhere mt-1">{`Subject: ${email.subject}`}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {email.maySendAgain && doc.status !== "void" && (
          <Button
            busy={again.isPending}
            busyLabel="Sending…"
            disabled={busy}
            icon={<RotateCw aria-hidden size={18} strokeWidth={1.75} />}
            onClick={() => again.mutate(email.id)}
          >
            Send again
          </Button>
        )}
        <Button
          busy={arrived.isPending}
          disabled={busy}
          icon={<Check aria-hidden size={18} strokeWidth={1.75} />}
          onClick={() => arrived.mutate(email.id)}
        >
          They have it
        </Button>
      </div>
    </Banner>
  );
}
