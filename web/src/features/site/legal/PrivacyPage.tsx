import { TextLink } from "../links";
import { type PageAssets, type PageMeta, SUPPORT_EMAIL } from "../parts";
import { LegalPage } from "./legal-pages";

const PRIVACY_META: PageMeta = {
  path: "/privacy",
  title: "Privacy · Plumbline",
  description: "What Plumbline keeps, where, for how long, and how to download it.",
};

/** What the software does with what it is told. */
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
