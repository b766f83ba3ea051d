import type { ReactNode } from "react";
import { FRAME_CLASS, PageOpening, TextLink } from "../blocks";
import { type PageAssets, type PageMeta, SitePage, SUPPORT_EMAIL } from "../SitePage";

/** A page of continuous text. */
export function LegalPage({
  pageMeta,
  assets,
  title,
  lead,
  children,
}: {
  pageMeta: PageMeta;
  assets: PageAssets;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  return (
    <SitePage pageMeta={pageMeta} assets={assets}>
      <PageOpening label="The small print" title={title} lead={lead} />
      <div className={`${FRAME_CLASS} pt-8 pb-24 lg:pb-32 lg:pl-[14rem]`}>
        <div className="grid max-w-[64ch] grid-cols-1 gap-4 [&_h2]:mt-8 [&_h2]:font-semibold [&_h2]:text-ink [&_h2]:text-xl [&_h2]:tracking-tight [&_li]:mt-2 [&_ul]:list-disc [&_ul]:pl-5">
          {children}
        </div>
      </div>
    </SitePage>
  );
}

const TERMS_META: PageMeta = {
  path: "/terms",
  title: "Terms · Plumbline",
  description: "What you can expect of Plumbline and what it expects of you, in plain words.",
};

/** The terms of service. */
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

const PRIVACY_META: PageMeta = {
  path: "/privacy",
  title: "Privacy · Plumbline",
  description: "What Plumbline keeps, where, for how long, and how to download it.",
};

/** What the software does with personal data. */
export function PrivacyPage({ assets }: { assets: PageAssets }) {
  return (
    <LegalPage
      pageMeta={PRIVACY_META}
      assets={assets}
      title="What we keep, and why."
      lead="This describes what the software does. The people who run this server run Plumbline and are responsible for it. Their address is below."
    >
      <h2>If you have an account</h2>
      <ul>
        <li>
          Your name, your email address and your password, which we only store as a hash that nobody can read
          back.
        </li>
        <li>
          What you enter: your business, bank details for your documents, customers, prices, quotes, invoices,
          payments, expenses and pictures.
        </li>
        <li>
          The devices you’re logged in on, by the name of their browser, so that you can log them out. A
          session ends after 20 minutes without use.
        </li>
        <li>
          What happened to your documents: sent, opened, accepted, paid. It is your record as much as ours.
        </li>
      </ul>
      <h2>If somebody sent you a quote or an invoice</h2>
      <p>
        The business that sent it decides what is in it, and we hold it for them. Your page has no adverts, no
        tracking and no cookie banner. The business can see that it was opened, but not by whom. If you
        accept, the name you type, your signature if you draw one, the time, your IP address and your
        browser’s name and version are kept with the quote as proof for both of you.
      </p>
      <h2>Cookies, and what stays on your device</h2>
      <ul>
        <li>
          Essential: one cookie for your session, which goes when you close the browser, and one that knows
          your device for a year, so that a PIN can log you in.
        </li>
        <li>
          Essential: on your own device, what you need without signal and what you’ve typed but not sent yet.
          Logging out removes it.
        </li>
        <li>
          Optional: analytics and marketing. They are off until you switch them on, and nothing for them loads
          before that. Your choice is kept in a cookie for half a year; ‘Cookie settings’ at the foot of each
          page changes it, and in the app Settings does.
        </li>
      </ul>
      <h2>Who else sees it</h2>
      <p>Only those needed for what you ask for or allow:</p>
      <ul>
        <li>This server’s mail service delivers your emails to the people you send them to.</li>
        <li>Stripe takes your customers’ card payments on its own page. We never see a card number.</li>
        <li>
          If you pay for a plan, Stripe takes that payment too. We give it your name, your email address and
          your account’s id, and it keeps your card and your invoices.
        </li>
        <li>
          If you switch notifications on, they reach your device through the push service of your browser’s
          maker, such as Google, Apple or Mozilla. They are encrypted for your device: that service sees that
          there is one, but not what it says.
        </li>
        <li>
          If you allow marketing, and the people who run this server have switched it on, we tell Meta that
          you registered, or bought, changed or cancelled a plan. We send it your email address and your
          account’s id as hashes, and your browser’s name and version. Without your permission we don’t send
          it anything.
        </li>
        <li>
          If you use the AI writing assistant, we send it your notes, but no prices, names or addresses. The
          built-in tidier sends nothing anywhere.
        </li>
        <li>
          Support only views your account if you allow it in Settings, within the next 24 hours. They can’t
          change or download anything, and you get an email when they look.
        </li>
        <li>
          The people who answer your support questions see your message, any pictures you send with it and
          your browser’s name and version, in this program and by email. We keep them with the reply.
        </li>
        <li>
          The people who run this server may keep its backups with a storage company, such as Amazon, which
          then holds a copy of everything.
        </li>
        <li>
          The check that you are human runs on this server, unless the people who run it have chosen Google’s
          reCAPTCHA; you then see its logo.
        </li>
      </ul>
      <h2>How long</h2>
      <p>
        As long as you have your account. Delete it in Settings and we remove everything: documents,
        customers, files and links. Copies in the server’s backups go when those backups do. If you paid for a
        plan, Stripe keeps your name, your email address and your invoices, as the law requires.
      </p>
      <h2>Your rights</h2>
      <p>
        You may see what we hold, correct it, download it and have it removed. You can do most of it yourself:
        ‘Download my data’ in Settings gives you all of it. For the rest write to{" "}
        <TextLink href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</TextLink>. If you’re not happy with our
        reply, the Information Commissioner’s Office at{" "}
        <TextLink href="https://ico.org.uk/">ico.org.uk</TextLink> is there for you.
      </p>
    </LegalPage>
  );
}

const ACCESSIBILITY_META: PageMeta = {
  path: "/accessibility",
  title: "Accessibility · Plumbline",
  description: "How accessible Plumbline is, how we know, and what to do where it isn’t.",
};

/** How accessible the product is, and how that was tested. */
export function AccessibilityPage({ assets }: { assets: PageAssets }) {
  return (
    <LegalPage
      pageMeta={ACCESSIBILITY_META}
      assets={assets}
      title="For every thumb, eye and ear."
      lead="Plumbline is made to the Web Content Accessibility Guidelines 2.2, level AA: this site, the app, and the pages that your customers open."
    >
      <h2>What that means</h2>
      <ul>
        <li>Everything can be done by keyboard, and you see where you are.</li>
        <li>
          Text and controls meet the contrast of level AA. We never use colour alone to show what something
          means.
        </li>
        <li>It reads at 200% text and at 400% zoom without scrolling sideways.</li>
        <li>Fields, buttons, totals and messages have names that screen readers announce.</li>
        <li>Nothing moves if your device is set to reduce motion.</li>
        <li>These pages can be read without scripts.</li>
      </ul>
      <h2>How we know</h2>
      <p>
        Each screen is checked by axe, an automatic checker, at the size of a phone and of a desktop whenever
        Plumbline changes. That finds many faults but not all. No outside body has audited it.
      </p>
      <h2>What isn’t there yet</h2>
      <ul>
        <li>
          The PDFs of quotes and invoices are tagged, but haven’t been tested with every screen reader. The
          same document as a web page reads best.
        </li>
        <li>Pictures that you add to an expense have no description other than the expense’s own text.</li>
      </ul>
      <h2>If something is in your way</h2>
      <p>
        Write to <TextLink href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</TextLink> and say which page and
        what you use to read it. We’ll fix it, or get you what you need another way.
      </p>
    </LegalPage>
  );
}
