import { memo, useDeferredValue, useEffect, useMemo, useState } from "react";
import type { AgreedAt } from "../../api/generated/AgreedAt";
import type { Agreement } from "../../api/generated/Agreement";
import type { BuysAs } from "../../api/generated/BuysAs";
import type { CancellationDecision } from "../../api/generated/CancellationDecision";
import type { Supplies } from "../../api/generated/Supplies";
import type { Treatment } from "../../api/generated/Treatment";
import type { Contact } from "../../entities/contacts/contact";
import type { Profile } from "../../entities/profiles/profile";
import { type DocumentAdvice, loadAdvice } from "../../rules/advice";
import { isRefusal, type Rules, useRules } from "../../rules/rules";
import { Switch } from "../../ui/Checkbox";
import { Disclosure } from "../../ui/Disclosure";
import { SelectField } from "../../ui/SelectField";
import { TextArea } from "../../ui/TextField";
import { type DocumentDraft, toRequestBody } from "../editor/draft/draft";
import { applyAnswer, buildAgreedJob } from "./agreedJob";
import { SourcedSentences } from "./SourcedSentences";

/**
 * Whether the customer may end up paying a different amount from the draft's total: because they can pick
 * something, or because it varies a job.
 */
export const hasOpenTotal = ({
  items,
  choices,
  varies,
}: Pick<DocumentDraft, "items" | "choices" | "varies">): boolean =>
  varies !== undefined || choices.length > 0 || items.some(({ optional }) => optional);

/** The most that may be payable for a draft, in pounds; null if the rules can't read the draft yet. */
export function calculateMaxTotal(rules: Pick<Rules, "maxPayable">, draft: DocumentDraft): string | null {
  try {
    return rules.maxPayable(toRequestBody("quote", draft), draft.varies?.agreed ?? "0") ?? null;
  } catch (thrown) {
    if (isRefusal(thrown)) return null;
    throw thrown;
  }
}

/** The delay between opening the editor and loading the advice, which is then available offline as well. */
const ADVICE_DELAY = 2_000;

const PLACE_LABELS: Record<AgreedAt, string> = {
  away: "At the customer’s home, or elsewhere away from my premises",
  distance: "By phone, email or link, without meeting",
  premises: "At my business premises",
};

const BUYER_LABELS: Record<BuysAs, string> = { consumer: "Themselves", business: "A business" };

const SUPPLY_LABELS: Record<Supplies, string> = {
  goods: "Goods, or goods and labour",
  labour: "Labour only",
};

/** The decision in a few words; if goods are supplied, the 14 days start when they arrive. */
const formatVerdict = ({ verdict, supplies }: CancellationDecision): string =>
  verdict === "right" && supplies === "goods"
    ? "The customer has 14 days to cancel once the last goods arrive"
    : VERDICT_TEXTS[verdict];

const VERDICT_TEXTS: Record<CancellationDecision["verdict"], string> = {
  right: "The customer has 14 days to cancel",
  urgent: "Urgent repair: no 14-day right to cancel",
  premises: "At your premises: no 14-day right to cancel",
  small: "£42 or less: no 14-day right to cancel",
  newBuild: "New building: no 14-day right to cancel",
  business: "A business: no 14-day right to cancel",
};

/** The questions about how a quote's job was agreed, and core's decision whether the customer may cancel. */
export const AgreementFields = memo(function AgreementFields({
  agreement,
  onAgreementChange,
  contact,
  profile,
  total,
  cisRate,
  treatments,
  prices,
  openDraft,
}: {
  agreement: Agreement | null;
  onAgreementChange: (agreement: Agreement | null) => void;
  contact: Contact | null;
  profile: Profile | null;
  /** In pounds. */
  total: string;
  /** Empty if the document isn't under CIS. */
  cisRate: string;
  /**
   * All VAT treatments of the document, joined with spaces: a string, so that typing doesn't render the
   * questions again.
   */
  treatments: string;
  /** The quantity and price of each line, joined with line breaks: a string for the same reason. */
  prices: string;
  /** The draft, if the customer can pick something or it varies a job; null if the total is fixed. */
  openDraft: DocumentDraft | null;
}) {
  const [advice, setAdvice] = useState<DocumentAdvice | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      // If this fails offline, the advice is given when the quote is sent.
      loadAdvice().then(setAdvice, () => null);
    }, ADVICE_DELAY);
    return () => clearTimeout(timer);
  }, []);
  // Deferred, so that typing isn't delayed.
  const deferredTotal = useDeferredValue(total);
  const deferredPrices = useDeferredValue(prices);
  const deferredDraft = useDeferredValue(openDraft);
  const rules = useRules();
  const maxTotal = useMemo(
    () => (deferredDraft && calculateMaxTotal(rules, deferredDraft)) ?? deferredTotal,
    [rules, deferredDraft, deferredTotal],
  );
  const decision = useMemo(() => {
    if (!advice) return null;
    const forTheTrade = advice.isTradeOnly(cisRate, treatments.split(" ") as Treatment[]);
    const job = { total: maxTotal, forTheTrade, prices: deferredPrices.split("\n") };
    return advice.decideCancellation(buildAgreedJob(agreement, contact, profile, job));
  }, [advice, agreement, contact, profile, maxTotal, cisRate, treatments, deferredPrices]);
  const updateAgreement = (answers: Partial<Agreement>) => onAgreementChange(applyAnswer(agreement, answers));
  const usualPlace = profile?.agreedAt ? PLACE_LABELS[profile.agreedAt as AgreedAt] : PLACE_LABELS.away;
  return (
    <Disclosure label="How this job is agreed" hint={decision ? formatVerdict(decision) : undefined}>
      <div className="grid gap-4">
        <SelectField
          label="Where it is agreed"
          value={agreement?.place ?? ""}
          onChange={({ target }) => updateAgreement({ place: (target.value || null) as AgreedAt | null })}
          options={[
            { value: "", label: `As usual: ${usualPlace}` },
            ...Object.entries(PLACE_LABELS).map(([value, label]) => ({ value, label })),
          ]}
        />
        <SelectField
          label="The customer is buying for"
          value={agreement?.customer ?? ""}
          onChange={({ target }) => updateAgreement({ customer: (target.value || null) as BuysAs | null })}
          options={[
            { value: "", label: "As saved in their details" },
            ...Object.entries(BUYER_LABELS).map(([value, label]) => ({ value, label })),
          ]}
        />
        <SelectField
          label="What you supply"
          help="If you supply goods, a private customer can cancel until 14 days after the last of them arrives. Unless you choose, a line with a price counts as goods."
          value={agreement?.supplies ?? ""}
          onChange={({ target }) => updateAgreement({ supplies: (target.value || null) as Supplies | null })}
          options={[
            { value: "", label: "Worked out from the lines" },
            ...Object.entries(SUPPLY_LABELS).map(([value, label]) => ({ value, label })),
          ]}
        />
        <TextArea
          label="When it will be done"
          optional
          rows={2}
          maxLength={300}
          help="Private customers see this before they agree. Leave empty to use the text in your business profile."
          placeholder={profile?.workTime || undefined}
          value={agreement?.workTime ?? ""}
          onChange={({ target }) => updateAgreement({ workTime: target.value || null })}
        />
        <Switch
          label="They asked you to come for an urgent repair"
          checked={agreement?.urgent ?? false}
          onCheckedChange={(urgent) => updateAgreement({ urgent: urgent || null })}
        />
        <Switch
          label="It is a new building"
          checked={agreement?.newBuild ?? false}
          onCheckedChange={(newBuild) => updateAgreement({ newBuild: newBuild || null })}
        />
        {decision && <DecisionSection decision={decision} />}
      </div>
    </Disclosure>
  );
});

const DecisionSection = memo(function DecisionSection({ decision }: { decision: CancellationDecision }) {
  const { reason, duties, doubts } = decision;
  return (
    <section aria-label="What this means" className="grid gap-3 rounded-md bg-canvas p-4">
      <SourcedSentences sentences={[reason, ...duties]} />
      {doubts.length > 0 && (
        <>
          <h3 className="font-semibold text-sm">What to check</h3>
          <SourcedSentences sentences={doubts} />
        </>
      )}
    </section>
  );
});
