import { TextLink } from "../links";
import { type PageAssets, type PageMeta, SUPPORT_EMAIL } from "../parts";
import { LegalPage } from "./legal-pages";

const TERMS_META: PageMeta = {
  path: "/terms",
  title: "Terms · Plumbline",
  description: "What you can expect of Plumbline and what it expects of you, in plain words.",
};

/** What both sides agree to. */
export function TermsPage({ assets }: { assets: PageAssets }) {
  return (
    <LegalPage
      pageMeta={TERMS_META}
      assets={assets}
      title="Terms, in plain words."
      lead="By using Plumbline you agree to these. ‘We’ are the people who run this server."
    >
      <h2>Trying and paying</h2>
      <ul>
        <li>
          The trial is 14 days, without a card. When it ends you choose a plan or you stop; nothing is taken.
        </li>
        <li>Core is £15 a month and Plus £20. There is no setup fee.</li>
        <li>You may change plan at any time. It takes effect immediately and the month is pro-rated.</li>
        <li>You may cancel at any time, free.</li>
        <li>On a server without plans, everything is included and free.</li>
      </ul>
      <h2>Your work is yours</h2>
      <p>
        What you write, and what you know about your customers, belongs to you. You can download all of it at
        any time. We use it to run Plumbline for you and for nothing else.
      </p>
      <h2>What you’re responsible for</h2>
      <ul>
        <li>
          What your quotes and invoices say, and having the right to use the names, logos and details in them.
        </li>
        <li>
          Your customers’ details: under data protection law you decide how they’re used, and we hold them for
          you.
        </li>
        <li>Your tax. Plumbline works out VAT and CIS by the published rules, but it isn’t a tax adviser.</li>
        <li>Your password, and who uses your account.</li>
      </ul>
      <h2>What is not allowed</h2>
      <p>
        Sending spam, pretending to be someone else, trying to get into other people’s accounts, or
        overloading the server on purpose. We may suspend an account that does; its owner can write to us to
        get their data.
      </p>
      <h2>What we’re responsible for</h2>
      <p>
        We run Plumbline with care. It may not always be available, which is why it works without signal. We
        are not liable for losses nobody could have foreseen, or for lost profit. Nothing here takes away your
        legal rights.
      </p>
      <h2>Changes and questions</h2>
      <p>
        If these terms change, this page says so before they do. The law of England and Wales applies. Write
        to <TextLink href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</TextLink>; what we keep is on the{" "}
        <TextLink href="/privacy">privacy page</TextLink>.
      </p>
    </LegalPage>
  );
}
