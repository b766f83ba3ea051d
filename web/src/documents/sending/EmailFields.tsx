import type { UseQueryResult } from "@tanstack/react-query";
import { errorMessage } from "../../api/errors";
import type { EmailTexts } from "../../api/generated/EmailTexts";
import type { SendTexts } from "../../api/generated/SendTexts";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { ListSkeleton } from "../../ui/Skeleton";
import { TextArea, TextField } from "../../ui/TextField";

/** What an e-mail to the customer says above the figures. */
export type Letter = EmailTexts;

/**
 * What keeps it from being sent, field by field: an empty field would go out with words that nobody saw, unless they
 * are to be the usual ones.
 */
export function lettersFault(letter: Letter, isUsual = false): Partial<Letter> | null {
  const faults: Partial<Letter> = {};
  if (!letter.to.trim()) faults.to = "Enter your customer’s email address.";
  else if (!/^\S+@\S+\.\S+$/.test(letter.to.trim())) {
    faults.to = "Enter a full email address, such as name@example.com.";
  }
  if (!isUsual && !letter.subject.trim()) faults.subject = "Enter a subject.";
  if (!isUsual && !letter.message.trim()) faults.message = "Write a few words to your customer.";
  return Object.keys(faults).length > 0 ? faults : null;
}

/** To whom the e-mail goes and what it says; what stands here goes out as it is. */
export function EmailFields({
  letter,
  faults,
  usual,
  isUsual,
  onChange,
}: {
  letter: Letter;
  faults: Partial<Letter>;
  usual: UseQueryResult<SendTexts>;
  /** It goes out later, with the words that are usual then. */
  isUsual: boolean;
  onChange: (changed: Partial<Letter>) => void;
}) {
  const to = (
    <TextField
      label="To"
      type="email"
      inputMode="email"
      autoComplete="off"
      value={letter.to}
      onChange={(event) => onChange({ to: event.target.value })}
      error={faults.to}
    />
  );
  if (isUsual) {
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
  if (usual.isError) {
    return (
      <Banner tone="red" live>
        {`${errorMessage(usual.error)} `}
        <Button className="mt-2" onClick={() => void usual.refetch()}>
          Try again
        </Button>
      </Banner>
    );
  }
  // The words come with the first answer: a field that fills itself while somebody types is a trap.
  if (!usual.data) return <ListSkeleton rows={3} />;
  return (
    <>
      {to}
      <TextField
        label="Subject"
        maxLength={200}
        value={letter.subject}
        onChange={(event) => onChange({ subject: event.target.value })}
        error={faults.subject}
      />
      <TextArea
        label="Message"
        rows={6}
        maxLength={5000}
        value={letter.message}
        onChange={(event) => onChange({ message: event.target.value })}
        help="We add the figures, the link and the PDF below it."
        error={faults.message}
      />
    </>
  );
}
