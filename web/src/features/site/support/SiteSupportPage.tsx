import { ActionLink, PageOpening, QuestionList, SiteSection, TextLink } from "../blocks";
import { type PageAssets, type PageMeta, SitePage, SUPPORT_EMAIL } from "../SitePage";

const SUPPORT_META: PageMeta = {
  path: "/support",
  title: "Support · Plumbline",
  description: "How to reach the people behind Plumbline, and the questions that come up most.",
};

const SUPPORT_QUESTIONS = [
  {
    question: "I can’t log in.",
    answer: (
      <>
        <TextLink href="/forgot-password">Ask for a reset link</TextLink>. It comes by email; look in the spam
        folder too. If nothing comes, write to us from the address that you registered with.
      </>
    ),
  },
  {
    question: "I’m a customer and my link doesn’t open.",
    answer:
      "Links can expire or be replaced. The business that sent it can send it again; we can’t show you their documents.",
  },
  {
    question: "I wrote something without signal. Is it gone?",
    answer:
      "No. It’s saved on that phone and sent once there is signal. Open the app there: ‘Waiting to be sent’ lists it.",
  },
  {
    question: "How do I download my data?",
    answer: "Settings, then ‘Download my data’: everything as files that other programs can read.",
  },
  {
    question: "How do I close my account?",
    answer:
      "Settings, then ‘Delete my account’, at the foot. It asks for your password, and then we remove all of it.",
  },
];

/** How to get help. */
export function SiteSupportPage({ assets }: { assets: PageAssets }) {
  return (
    <SitePage pageMeta={SUPPORT_META} assets={assets}>
      <PageOpening
        label="Support"
        title="Ask a person."
        lead="Say what you did, what you expected and what you saw. A picture of the screen helps. All plans include email support."
      >
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
          <ActionLink href={`mailto:${SUPPORT_EMAIL}`} variant="accent" large className="wrap-anywhere">
            Email us
          </ActionLink>
          <span className="wrap-anywhere text-quiet">
            {SUPPORT_EMAIL}, or <TextLink href="/login">log in</TextLink> and write from the app
          </span>
        </div>
      </PageOpening>
      <SiteSection label="Most asked" title="Perhaps it’s one of these.">
        <QuestionList questions={SUPPORT_QUESTIONS} />
      </SiteSection>
    </SitePage>
  );
}
