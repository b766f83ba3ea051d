import type { Kind } from "../../api/generated/Kind";
import type { Presentation } from "../../api/generated/Presentation";
import { Banner } from "../../ui/Banner";
import { Money } from "../../ui/Money";
import { DecideButtons } from "./DecideButtons";
import { ContactButtons } from "./HelpCard";
import { useCustomerDeed } from "./mutations";
import { PayCard } from "./PayCard";

/** The amount, the day and the one thing to do: what a phone shows before anything else. */
export function ActionsPanel({
  kind,
  token,
  document: doc,
}: {
  kind: Kind;
  token: string;
  document: Presentation;
}) {
  const deed = useCustomerDeed(kind, token);
  const { accept, decline, pay } = doc.actions;
  const declined = doc.help !== null && doc.badge.label === "Declined";
  return (
    <>
      <section className="rounded-lg border border-line bg-paper p-4 md:p-5">
        <div className="flex items-end justify-between gap-4">
          <div>
            <p className="text-quiet text-sm">{doc.summary.label}</p>
            <Money text={doc.summary.amount} className="font-semibold text-3xl text-ink tracking-tight" />
          </div>
          {doc.summary.date && <p className="pb-1 text-right font-medium text-sm">{doc.summary.date}</p>}
        </div>
        {doc.banners.map((banner) => (
          <Banner key={banner.text} tone={banner.tone} live className="mt-4">
            {banner.text}
          </Banner>
        ))}
        {declined && doc.help && <ContactButtons help={doc.help} className="mt-3" />}
        {(accept || decline) && (
          <DecideButtons deed={deed} heading={doc.heading} businessName={doc.businessName} />
        )}
      </section>
      {pay && <PayCard pay={pay} deed={deed} />}
    </>
  );
}
