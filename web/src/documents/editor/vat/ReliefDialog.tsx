import { useState } from "react";
import type { VatRelief } from "../../../api/generated/VatRelief";
import type { VatReliefOn } from "../../../api/generated/VatReliefOn";
import type { Advice } from "../../../rules/advice";
import { STANDARD } from "../../../rules/rates";
import { useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { Checkbox } from "../../../ui/Checkbox";
import { Dialog } from "../../../ui/Dialog";
import { toast } from "../../../ui/toast";
import { UNCHECKED } from "../../../ui/unchecked";
import type { Draft } from "../draft/draft";
import type { Action } from "../draft/reducer";
import { OPEN } from "./answers";

interface Props {
  current: () => Draft;
  act: (action: Action) => unknown;
  advice: Advice;
  onClose: () => void;
}

/** The reliefs of the day on which the work is done, each with what must be so for it. */
export default function ReliefDialog({ current, act, advice, onClose }: Props) {
  const [draft] = useState(current);
  const reliefs = advice.reliefs(draft.supplyDate || draft.issueDate);
  const claimed = draft.vatAnswers?.reliefs ?? [];
  const [chosen, setChosen] = useState<VatRelief | null>(claimed[0] ?? null);
  const [yes, setYes] = useState<ReadonlySet<string>>(
    () => new Set(reliefs.filter(({ relief }) => claimed.includes(relief)).flatMap((one) => one.questions)),
  );
  const relief = reliefs.find((one) => one.relief === chosen) ?? null;
  const isWhole = relief?.questions.every((question) => yes.has(question)) ?? false;

  const keep = (all: readonly VatRelief[]) => ({ ...(current().vatAnswers ?? OPEN), reliefs: [...all] });
  const claim = (one: VatReliefOn, everything: boolean) => {
    const all = claimed.includes(one.relief) ? claimed : [...claimed, one.relief];
    const patch = { vatAnswers: keep(all) };
    act({
      type: "set",
      patch: everything ? { ...patch, vatTreatment: "taxable", tax: one.rate } : patch,
    });
    if (!everything) toast({ title: `Now set the VAT for those lines to ${one.rate}%` });
    onClose();
  };
  const leave = (one: VatReliefOn) => {
    act({ type: "set", patch: { vatAnswers: keep(claimed.filter((other) => other !== one.relief)) } });
    onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Work with reduced VAT"
      description={`Some work on homes is charged at less than ${STANDARD}%. Tick what applies to this job.`}
      footer={
        relief ? (
          <>
            {claimed.includes(relief.relief) ? (
              <Button onClick={() => leave(relief)}>It doesn’t apply</Button>
            ) : (
              <Button disabled={!isWhole} onClick={() => claim(relief, false)}>
                Only some lines
              </Button>
            )}
            <Button variant="primary" disabled={!isWhole} onClick={() => claim(relief, true)}>
              {`Charge ${relief.rate}% on everything`}
            </Button>
          </>
        ) : undefined
      }
    >
      <div className="grid gap-2">
        {reliefs.map((one) => (
          <Relief
            key={one.relief}
            relief={one}
            isOpen={one.relief === chosen}
            onOpen={() => setChosen(one.relief)}
            yes={yes}
            onTick={(question, isSo) =>
              setYes((before) => {
                const after = new Set(before);
                if (isSo) after.add(question);
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

function Relief({
  relief,
  isOpen,
  onOpen,
  yes,
  onTick,
}: {
  relief: VatReliefOn;
  isOpen: boolean;
  onOpen: () => void;
  yes: ReadonlySet<string>;
  onTick: (question: string, isSo: boolean) => void;
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
            {relief.confirmed ? "" : ` · ${UNCHECKED}`}
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
              checked={yes.has(question)}
              onCheckedChange={(isSo) => onTick(question, isSo)}
            />
          ))}
        </div>
      )}
    </section>
  );
}
