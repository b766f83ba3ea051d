import { useState } from "react";
import { Link } from "react-router";
import { errorMessage } from "../../../api/errors";
import type { Contact } from "../../../entities/contacts/contact";
import { useUpdateContact } from "../../../entities/contacts/mutations";
import type { Advice } from "../../../rules/advice";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Checkbox } from "../../../ui/Checkbox";
import { Dialog } from "../../../ui/Dialog";
import { Segmented } from "../../../ui/Tabs";
import { toast } from "../../../ui/toast";
import { UNCHECKED } from "../../../ui/unchecked";
import { type Draft, isBlank, toWire } from "../draft/draft";
import type { Action } from "../draft/reducer";
import { ANSWERS, decided, known, remembered, shown, withConstruction } from "./answers";

interface Props {
  current: () => Draft;
  act: (action: Action) => unknown;
  contact: Contact | null;
  advice: Advice;
  onClose: () => void;
}

const YES_NO = [
  { value: "", label: "Not sure" },
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

/** HMRC's questions one after the other, and what they come to for the whole document. */
export default function ReverseChargeDialog({ current, act, contact, advice, onClose }: Props) {
  const [answers, setAnswers] = useState(() => known(current(), contact));
  const update = useUpdateContact();
  const questions = advice.questions();
  const draft = current();
  const lines = draft.items.filter((line) => !isBlank(line));
  const decision = advice.reverseCharge(answers, toWire("invoice", draft));
  const asked = shown(
    questions.map(({ question }) => question),
    decision,
  );
  const applies = decision.outcome === "applies";

  const apply = () => {
    for (const action of decided(current(), answers, applies)) act(action);
    const input = contact && remembered(contact, answers);
    if (contact && input) {
      // The dialog is gone by then.
      void update.mutateAsync({ contact, input }).then(
        () => toast({ title: `Remembered for ${contact.name || contact.company}` }),
        (error: unknown) => toast({ title: errorMessage(error), tone: "bad" }),
      );
    }
    onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Does the reverse charge apply?"
      description="For building work between businesses, your customer may have to pay the VAT to HMRC in your place."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={decision.outcome === "ask"} onClick={apply}>
            {applies ? "Use the reverse charge" : "Charge VAT as usual"}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {questions.map(({ question, text }) => {
          const answer = ANSWERS[question];
          if (!answer || !asked.includes(question)) return null;
          const given = answers[answer];
          return (
            <div key={question} className="grid gap-1.5">
              <p className="font-medium text-ink">{text}</p>
              {question === "inCis" && (
                <p className="text-quiet text-sm">
                  Building, decorating and repairs count, along with the materials for them. Where they are 5%
                  of the job or less, you charge VAT as usual. {UNCHECKED}.
                </p>
              )}
              <Segmented
                label={text}
                value={given === null ? "" : given ? "yes" : "no"}
                onValueChange={(value) =>
                  setAnswers((before) => ({ ...before, [answer]: value === "" ? null : value === "yes" }))
                }
                options={YES_NO}
              />
              {question === "inCis" && given !== false && lines.length > 1 ? (
                <details className="text-sm" open={(answers.notConstruction ?? []).length > 0}>
                  <summary className="flex min-h-control cursor-pointer items-center font-medium text-ink">
                    Some of it is not construction work
                  </summary>
                  <p className="text-quiet">Such as goods you only supply, or a survey. Tick those lines.</p>
                  <div className="mt-1 grid">
                    {lines.map((line) => (
                      <Checkbox
                        key={line.id}
                        label={line.name || line.description || "A line without a name"}
                        checked={(answers.notConstruction ?? []).includes(line.id)}
                        onCheckedChange={(isNot) =>
                          setAnswers((before) => withConstruction(before, draft, line.id, !isNot))
                        }
                      />
                    ))}
                  </div>
                </details>
              ) : null}
              {question === "noEndUserNotice" && given === true && contact && !contact.end_user_notice && (
                <p className="text-quiet text-sm">
                  <Link to={`/contacts/${contact.id}/edit`} className="text-ink underline underline-offset-4">
                    Save their notice with the customer
                  </Link>
                </p>
              )}
            </div>
          );
        })}
        {decision.outcome !== "ask" && (
          <Banner tone={applies ? "blue" : "grey"} live title={decision.msg}>
            {decision.confirmed ? null : `${UNCHECKED}.`}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
