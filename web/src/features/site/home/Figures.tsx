import { SiteSection } from "../blocks";
import { TextLink } from "../links";

const CLAIMS = [
  { figure: "3x", text: "faster quotes" },
  { figure: "67%", text: "faster payment collection" },
  { figure: "5+", text: "hours saved per week" },
  { figure: "£600+", text: "a month saved" },
];

/** What we say of it ourselves. */
export function ClaimsSection() {
  return (
    <SiteSection label="What we claim" title="Less time on paper. More in the bank.">
      {/* Two in a row, and one below the other once large text needs the room; a figure never breaks. */}
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(max(7.5rem,40%),1fr))] gap-x-6 gap-y-10 lg:grid-cols-4">
        {CLAIMS.map(({ figure, text }) => (
          <div key={figure} className="flex flex-col-reverse justify-end">
            <dt className="mt-2 text-quiet">{text}</dt>
            <dd className="wrap-normal font-[640] text-figure text-ink tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-10 max-w-[60ch] text-quiet">
        These are our own claims for Plumbline, not a survey. The last is 5 hours a week at £30 an hour.{" "}
        <TextLink href="/pricing#savings">Work it out at your own rate</TextLink>.
      </p>
    </SiteSection>
  );
}
