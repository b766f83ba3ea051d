import { useState } from "react";
import { Link } from "react-router";
import { getErrorMessage } from "../../../api/errors";
import type { Contact } from "../../../entities/contacts/contact";
import { useUpdateContact } from "../../../entities/contacts/mutations";
import type { DocumentAdvice } from "../../../rules/advice";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Checkbox } from "../../../ui/Checkbox";
import { Dialog } from "../../../ui/Dialog";
import { CHECK_WITH_ACCOUNTANT } from "../../../ui/LabelledAmount";
import { SegmentedControl } from "../../../ui/Tabs";
import { toast } from "../../../ui/toast";
import { type DocumentDraft, isBlankLine, toRequestBody } from "../draft/draft";
import type { DraftAction } from "../draft/reducer";
import {
  ANSWER_FIELDS,
  createDecisionActions,
  getChangedContact,
  getKnownAnswers,
  getVisibleQuestions,
  setConstructionWork,
} from "./vatAnswers";

interface ReverseChargeDialogProps {
  getDraft: () => DocumentDraft;
  dispatch: (action: DraftAction) => unknown;
  contact: Contact | null;
  advice: DocumentAdvice;
  onClose: () => void;
}

const YES_NO = [
  { value: "", label: "Not sure" },
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

/** HMRC's questions one after the other, and the result for the whole document. */
export default function ReverseChargeDialog({
  getDraft,
  dispatch,
  contact,
  advice,
  onClose,
}: ReverseChargeDialogProps) {
  const [answers, setAnswers] = useState(() => getKnownAnswers(getDraft(), contact));
  const update = useUpdateContact();
  const questions = advice.listReverseChargeQuestions();
  const draft = getDraft();
  const lines = draft.items.filter((line) => !isBlankLine(line));
  const decision = advice.decideReverseCharge(answers, toRequestBody("invoice", draft));
  const visibleQuestions = getVisibleQuestions(
    questions.map(({ question }) => question),
    decision,
  );
  const applies = decision.outcome === "applies";

  const applyDecision = () => {
    for (const action of createDecisionActions(getDraft(), answers, applies)) dispatch(action);
    const input = contact && getChangedContact(contact, answers);
    if (contact && input) {
      // The dialog is closed by then.
      void update.mutateAsync({ contact, input }).then(
        () => toast({ title: `Remembered for ${contact.name || contact.company}` }),
        (error: unknown) => toast({ title: getErrorMessage(error), tone: "bad" }),
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
          <Button variant="primary" disabled={decision.outcome === "ask"} onClick={applyDecision}>
            {applies ? "Use the reverse charge" : "Charge VAT as usual"}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {questions.map(({ question, text }) => {
          const answer = ANSWER_FIELDS[question];
          if (!answer || !visibleQuestions.includes(question)) return null;
          const givenAnswer = answers[answer];
          return (
            <div key={question} className="grid gap-1.5">
              <p className="font-medium text-ink">{text}</p>
              {question === "inCis" && (
                <p className="text-quiet text-sm">
                  Building, decorating and repairs count, along with the materials for them. Where they are 5%
                  of the job or less, you charge VAT as usual. {CHECK_WITH_ACCOUNTANT}.
                </p>
              )}
              <SegmentedControl
                label={text}
                value={givenAnswer === null ? "" : givenAnswer ? "yes" : "no"}
                onValueChange={(value) =>
                  setAnswers((before) => ({ ...before, [answer]: value === "" ? null : value === "yes" }))
                }
                options={YES_NO}
              />
              {question === "inCis" && givenAnswer !== false && lines.length > 1 ? (
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
                          setAnswers((before) => setConstructionWork(before, draft, line.id, !isNot))
                        }
                      />
                    ))}
                  </div>
                </details>
              ) : null}
              {question === "noEndUserNotice" &&
                givenAnswer === true &&
                contact &&
                !contact.end_user_notice && (
                  <p className="text-quiet text-sm">
                    <Link
                      to={`/contacts/${contact.id}/edit`}
                      className="text-ink underline underline-offset-4"
                    >
                      Save their notice with the customer
                    </Link>
                  </p>
                )}
            </div>
          );
        })}
        {decision.outcome !== "ask" && (
          <Banner tone={applies ? "blue" : "grey"} live title={decision.msg}>
            {decision.confirmed ? null : `${CHECK_WITH_ACCOUNTANT}.`}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
