import type { UseQueryResult } from "@tanstack/react-query";
import { getErrorMessage } from "../../api/errors";
import type { EmailTexts } from "../../api/generated/EmailTexts";
import type { SendTexts } from "../../api/generated/SendTexts";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { ListSkeleton } from "../../ui/Skeleton";
import { TextArea, TextField } from "../../ui/TextField";

/** The texts of an email to the customer. */
export type EmailDraft = EmailTexts;

/**
 * The errors that prevent sending, by field. An empty field would be replaced by text that the user hasn't
 * seen, unless the default texts are wanted.
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

/** The recipient and texts of an email, which are sent exactly as displayed. */
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
  /** It is sent later, with the default texts at that time. */
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
  // Wait for the default texts: a field that fills itself while the user is typing would be confusing.
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
