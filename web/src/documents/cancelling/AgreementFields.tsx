import { memo, useDeferredValue, useEffect, useMemo, useState } from "react";
import type { AgreedAt } from "../../api/generated/AgreedAt";
import type { Agreement } from "../../api/generated/Agreement";
import type { BuysAs } from "../../api/generated/BuysAs";
import type { CancellationDecision } from "../../api/generated/CancellationDecision";
import type { Supplies } from "../../api/generated/Supplies";
import type { Treatment } from "../../api/generated/Treatment";
import type { Contact } from "../../entities/contacts/contact";
import type { Profile } from "../../entities/profiles/profile";
import { type Advice, loadAdvice } from "../../rules/advice";
import { useRules } from "../../rules/rules";
import { Switch } from "../../ui/Checkbox";
import { Disclosure } from "../../ui/Disclosure";
import { SelectField } from "../../ui/SelectField";
import { TextArea } from "../../ui/TextField";
import type { Draft } from "../editor/draft/draft";
import { mostPaid } from "./mostPaid";
import { situationOf, withAnswer } from "./situation";
import { Told } from "./Told";

/** Once the editor stands, what it takes without signal is fetched, while there is some. */
const FETCHED_AFTER = 2_000;

const PLACES: Record<AgreedAt, string> = {
  away: "At the customer’s home, or elsewhere away from my premises",
  distance: "By phone, email or link, without meeting",
  premises: "At my business premises",
};

const BUYERS: Record<BuysAs, string> = { consumer: "Themselves", business: "A business" };

const SUPPLIES: Record<Supplies, string> = {
  goods: "Goods, or goods and labour",
  labour: "Labour only",
};

/** What it comes to, in a few words; of goods that are supplied the 14 days run from their arrival. */
const verdictOf = ({ verdict, supplies }: CancellationDecision): string =>
  verdict === "right" && supplies === "goods"
    ? "The customer has 14 days to cancel once the last goods arrive"
    : VERDICTS[verdict];

const VERDICTS: Record<CancellationDecision["verdict"], string> = {
  right: "The customer has 14 days to cancel",
  urgent: "Urgent repair: no 14-day right to cancel",
  premises: "At your premises: no 14-day right to cancel",
  small: "£42 or less: no 14-day right to cancel",
  newBuild: "New building: no 14-day right to cancel",
  business: "A business: no 14-day right to cancel",
};

/** How a quote's job is agreed, and what core makes of it: whether its customer may cancel. */
export const AgreementFields = memo(function AgreementFields({
  agreement,
  onAgreement,
  contact,
  profile,
  total,
  cisRate,
  treatments,
  prices,
  open,
}: {
  agreement: Agreement | null;
  onAgreement: (agreement: Agreement | null) => void;
  contact: Contact | null;
  profile: Profile | null;
  /** Pounds. */
  total: string;
  /** Empty where the document is not under CIS. */
  cisRate: string;
  /** Every VAT treatment on the document with spaces between: a text, so that no key draws the questions anew. */
  treatments: string;
  /** The quantity and the price of each line, with line breaks between: a text, as above. */
  prices: string;
  /** The draft, where its customer has something to pick of it or it varies a job; null: the total is all. */
  open: Draft | null;
}) {
  const [advice, setAdvice] = useState<Advice | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      // Without signal it is told when the quote is sent.
      loadAdvice().then(setAdvice, () => null);
    }, FETCHED_AFTER);
    return () => clearTimeout(timer);
  }, []);
  // No key waits for it.
  const later = useDeferredValue(total);
  const priced = useDeferredValue(prices);
  const offered = useDeferredValue(open);
  const rules = useRules();
  const most = useMemo(() => (offered && mostPaid(rules, offered)) ?? later, [rules, offered, later]);
  const decision = useMemo(() => {
    if (!advice) return null;
    const forTheTrade = advice.isForTheTrade(cisRate, treatments.split(" ") as Treatment[]);
    const job = { total: most, forTheTrade, prices: priced.split("\n") };
    return advice.cancellation(situationOf(agreement, contact, profile, job));
  }, [advice, agreement, contact, profile, most, cisRate, treatments, priced]);
  const answer = (said: Partial<Agreement>) => onAgreement(withAnswer(agreement, said));
  const usual = profile?.agreedAt ? PLACES[profile.agreedAt as AgreedAt] : PLACES.away;
  return (
    <Disclosure label="How this job is agreed" hint={decision ? verdictOf(decision) : undefined}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <SelectField
          label="Where it is agreed"
          value={agreement?.place ?? ""}
          onChange={({ target }) => answer({ place: (target.value || null) as AgreedAt | null })}
          options={[
            { value: "", label: `As usual: ${usual}` },
            ...Object.entries(PLACES).map(([value, label]) => ({ value, label })),
          ]}
        />
        <SelectField
          label="The customer is buying for"
          value={agreement?.customer ?? ""}
          onChange={({ target }) => answer({ customer: (target.value || null) as BuysAs | null })}
          options={[
            { value: "", label: "As saved in their details" },
            ...Object.entries(BUYERS).map(([value, label]) => ({ value, label })),
          ]}
        />
        <SelectField
          label="What you supply"
          help="If you supply goods, a private customer can cancel until 14 days after the last of them arrives."
          value={agreement?.supplies ?? ""}
          onChange={({ target }) => answer({ supplies: (target.value || null) as Supplies | null })}
          options={[
            { value: "", label: "Worked out from the lines: a line with a price counts as goods" },
            ...Object.entries(SUPPLIES).map(([value, label]) => ({ value, label })),
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
          onChange={({ target }) => answer({ workTime: target.value || null })}
        />
        <Switch
          label="They asked you to come for an urgent repair"
          checked={agreement?.urgent ?? false}
          onCheckedChange={(urgent) => answer({ urgent: urgent || null })}
        />
        <Switch
          label="It is a new building"
          checked={agreement?.newBuild ?? false}
          onCheckedChange={(newBuild) => answer({ newBuild: newBuild || null })}
        />
        {decision && <Decided decision={decision} />}
      </div>
    </Disclosure>
  );
});

const Decided = memo(function Decided({ decision }: { decision: CancellationDecision }) {
  const { reason, duties, doubts } = decision;
  return (
    <section aria-label="What this means" className="grid gap-3 rounded-md bg-canvas p-4">
      <Told said={[reason, ...duties]} />
      {doubts.length > 0 && (
        <>
          <h3 className="font-semibold text-sm">What to check</h3>
          <Told said={doubts} />
        </>
      )}
    </section>
  );
});
