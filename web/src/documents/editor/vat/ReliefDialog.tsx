import { useState } from "react";
import type { VatRelief } from "../../../api/generated/VatRelief";
import type { VatReliefOn } from "../../../api/generated/VatReliefOn";
import type { DocumentAdvice } from "../../../rules/advice";
import { STANDARD_VAT_RATE } from "../../../rules/rates";
import { useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { Checkbox } from "../../../ui/Checkbox";
import { Dialog } from "../../../ui/Dialog";
import { CHECK_WITH_ACCOUNTANT } from "../../../ui/LabelledAmount";
import { toast } from "../../../ui/toast";
import type { DocumentDraft } from "../draft/draft";
import type { DraftAction } from "../draft/reducer";
import { NO_ANSWERS } from "./vatAnswers";

interface ReliefDialogProps {
  getDraft: () => DocumentDraft;
  dispatch: (action: DraftAction) => unknown;
  advice: DocumentAdvice;
  onClose: () => void;
}

/** The reliefs on the day of the work, each with its conditions. */
export default function ReliefDialog({ getDraft, dispatch, advice, onClose }: ReliefDialogProps) {
  const [draft] = useState(getDraft);
  const reliefs = advice.listReliefs(draft.supplyDate || draft.issueDate);
  const claimed = draft.vatAnswers?.reliefs ?? [];
  const [chosen, setChosen] = useState<VatRelief | null>(claimed[0] ?? null);
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(
    () => new Set(reliefs.filter(({ relief }) => claimed.includes(relief)).flatMap((one) => one.questions)),
  );
  const relief = reliefs.find((one) => one.relief === chosen) ?? null;
  const isComplete = relief?.questions.every((question) => confirmed.has(question)) ?? false;

  const createAnswers = (all: readonly VatRelief[]) => ({
    ...(getDraft().vatAnswers ?? NO_ANSWERS),
    reliefs: [...all],
  });
  const claimRelief = (one: VatReliefOn, onAllLines: boolean) => {
    const all = claimed.includes(one.relief) ? claimed : [...claimed, one.relief];
    const patch = { vatAnswers: createAnswers(all) };
    dispatch({
      type: "set",
      patch: onAllLines ? { ...patch, vatTreatment: "taxable", tax: one.rate } : patch,
    });
    if (!onAllLines) toast({ title: `Now set the VAT for those lines to ${one.rate}%` });
    onClose();
  };
  const removeRelief = (one: VatReliefOn) => {
    dispatch({
      type: "set",
      patch: { vatAnswers: createAnswers(claimed.filter((other) => other !== one.relief)) },
    });
    onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Work with reduced VAT"
      description={`Some work on homes is charged at less than ${STANDARD_VAT_RATE}%. Tick what applies to this job.`}
      footer={
        relief ? (
          <>
            {claimed.includes(relief.relief) ? (
              <Button onClick={() => removeRelief(relief)}>It doesn’t apply</Button>
            ) : (
              <Button disabled={!isComplete} onClick={() => claimRelief(relief, false)}>
                Only some lines
              </Button>
            )}
            <Button variant="primary" disabled={!isComplete} onClick={() => claimRelief(relief, true)}>
              {`Charge ${relief.rate}% on everything`}
            </Button>
          </>
        ) : undefined
      }
    >
      <div className="grid gap-2">
        {reliefs.map((one) => (
          <ReliefOption
            key={one.relief}
            relief={one}
            isOpen={one.relief === chosen}
            onOpen={() => setChosen(one.relief)}
            confirmed={confirmed}
            onTick={(question, isTrue) =>
              setConfirmed((before) => {
                const after = new Set(before);
                if (isTrue) after.add(question);
                else after.delete(question);
                return after;
              })
            }
          />
        ))}
      </div>
    </Dialog>
  );
}

function ReliefOption({
  relief,
  isOpen,
  onOpen,
  confirmed,
  onTick,
}: {
  relief: VatReliefOn;
  isOpen: boolean;
  onOpen: () => void;
  confirmed: ReadonlySet<string>;
  onTick: (question: string, isTrue: boolean) => void;
}) {
  const { dateLong } = useRules();
  return (
    <section className="rounded-lg border border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onOpen}
        className="flex min-h-control w-full items-center justify-between gap-3 px-4 py-3 text-left"
      >
        <span className="min-w-0">
          <span className="block font-medium text-ink">{relief.name}</span>
          <span className="block text-quiet text-sm">
            {relief.until ? `Until ${dateLong(relief.until)} · ` : ""}
            {relief.source}
            {relief.confirmed ? "" : ` · ${CHECK_WITH_ACCOUNTANT}`}
          </span>
        </span>
        <span className="font-semibold text-ink text-lg tabular-nums">{`${relief.rate}%`}</span>
      </button>
      {isOpen && (
        <div className="grid gap-1 border-line border-t px-4 py-2">
          {relief.questions.map((question) => (
            <Checkbox
              key={question}
              label={question}
              checked={confirmed.has(question)}
              onCheckedChange={(isTrue) => onTick(question, isTrue)}
            />
          ))}
        </div>
      )}
    </section>
  );
}
