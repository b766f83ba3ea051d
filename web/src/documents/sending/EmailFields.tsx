import type { UseQueryResult } from "@tanstack/react-query";
import { getErrorMessage } from "../../api/errors";
import type { EmailTexts } from "../../api/generated/EmailTexts";
import type { SendTexts } from "../../api/generated/SendTexts";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { ListSkeleton } from "../../ui/Skeleton";
import { TextArea, TextField } from "../../ui/TextField";

/** What an e-mail to the customer says above the figures. */
export type EmailDraft = EmailTexts;

/**
 * What keeps it from being sent, field by field: an empty field would go out with words that nobody saw, unless they
 * are to be the usual ones.
 */
export function findEmailFaults(email: EmailDraft, usesDefaultTexts = false): Partial<EmailDraft> | null {
  const faults: Partial<EmailDraft> = {};
  if (!email.to.trim()) faults.to = "Enter your customer’s email address.";
  else if (!/^\S+@\S+\.\S+$/.test(email.to.trim())) {
    faults.to = "Enter a full email address, such as name@example.com.";
  }
  if (!usesDefaultTexts && !email.subject.trim()) faults.subject = "Enter a subject.";
  if (!usesDefaultTexts && !email.message.trim()) faults.message = "Write a few words to your customer.";
  return Object.keys(faults).length > 0 ? faults : null;
}

/** To whom the e-mail goes and what it says; what stands here goes out as it is. */
export function EmailFields({
  email,
  faults,
  defaultTexts,
  usesDefaultTexts,
  onChange,
}: {
  email: EmailDraft;
  faults: Partial<EmailDraft>;
  defaultTexts: UseQueryResult<SendTexts>;
  /** It goes out later, with the words that are usual then. */
  usesDefaultTexts: boolean;
  onChange: (changed: Partial<EmailDraft>) => void;
}) {
  const to = (
    <TextField
      label="To"
      type="email"
      inputMode="email"
      autoComplete="off"
      value={email.to}
      onChange={(event) => onChange({ to: event.target.value })}
      error={faults.to}
    />
  );
  if (usesDefaultTexts) {
    return (
      <>
        {to}
        <p className="text-quiet text-sm">
          It goes out when there is signal, with your usual message. We add the figures, the link and the PDF
          below it.
        </p>
      </>
    );
  }
  if (defaultTexts.isError) {
    return (
      <Banner tone="red" live>
        {`${getErrorMessage(defaultTexts.error)} `}
        <Button className="mt-2" onClick={() => void defaultTexts.refetch()}>
          Try again
        </Button>
      </Banner>
    );
  }
  // The words come with the first answer: a field that fills itself while somebody types is a trap.
  if (!defaultTexts.data) return <ListSkeleton rows={3} />;
  return (
    <>
      {to}
      <TextField
        label="Subject"
        maxLength={200}
        value={email.subject}
        onChange={(event) => onChange({ subject: event.target.value })}
        error={faults.subject}
      />
      <TextArea
        label="Message"
        rows={6}
        maxLength={5000}
        value={email.message}
        onChange={(event) => onChange({ message: event.target.value })}
        help="We add the figures, the link and the PDF below it."
        error={faults.message}
      />
    </>
  );
}
