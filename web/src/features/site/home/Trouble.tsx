import { SiteSection } from "../blocks";

const TROUBLES = [
  {
    trouble: "Ten at night, still doing quotes.",
    answer: "Send it from the drive. Your prices are already in there, so it’s pick, count, send.",
  },
  {
    trouble: "“Did you get my quote?”",
    answer: "See when it was opened. If they go quiet, a polite reminder goes out automatically.",
  },
  {
    trouble: "Work done in March, paid in June.",
    answer: "Quote to invoice in one press, bank details on top, and who owes you what on one screen.",
  },
  {
    trouble: "A carrier bag of receipts every January.",
    answer: "Photograph each one at the till. It’s filed under HMRC’s own headings, ready for your return.",
  },
];

/** What it is for. */
export function TroublesSection() {
  return (
    <SiteSection label="The trouble" title="The evening job nobody pays you for.">
      <dl>
        {TROUBLES.map(({ trouble, answer }) => (
          <div
            key={trouble}
            className="grid grid-cols-1 gap-x-12 gap-y-2 border-line border-t py-7 md:grid-cols-2 md:py-9 [&:last-child]:border-b"
          >
            <dt className="max-w-[22ch] font-semibold text-ink text-xl tracking-tight md:text-2xl">
              {trouble}
            </dt>
            <dd className="max-w-[44ch] self-center text-quiet">{answer}</dd>
          </div>
        ))}
      </dl>
    </SiteSection>
  );
}
