import { SiteSection } from "../blocks";
import { Island } from "../Island";
import { TidyDemo } from "../islands/TidyDemo";

/** The description demo: by the built-in tidier, with nobody else's computer. */
export function TidyNotesSection() {
  return (
    <SiteSection
      label="What you write"
      title="Say it rough. Send it tidy."
      lead="Talk into your phone on the way back to the van. Plumbline drops the ums, splits the jobs and writes units the way the trade does. It adds nothing you didn’t say."
    >
      <Island name="notes">
        <TidyDemo />
      </Island>
      <p className="mt-4 max-w-[64ch] text-quiet text-sm">
        Try your own words. This runs in your browser: what you type stays on this page. On Plus, an AI
        writing assistant can take it further.
      </p>
    </SiteSection>
  );
}
