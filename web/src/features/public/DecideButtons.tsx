import { Check } from "lucide-react";
import { useState } from "react";
import type { PublicPage } from "../../api/generated/PublicPage";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { AcceptSheet } from "./accept/AcceptSheet";
import { DeclineSheet } from "./DeclineSheet";
import type { CustomerDeed } from "./mutations";
import type { Choice } from "./useChoice";

/** 'Accept Quote' and 'Decline Quote'; each asks once more for what belongs to it. */
export function DecideButtons({
  page,
  choice,
  deed,
}: {
  page: PublicPage;
  choice: Choice;
  deed: CustomerDeed;
}) {
  const [firstVersion] = useState(page.version);
  const [asking, setAsking] = useState<{ what: "accept" | "decline"; version: string } | null>(null);
  // An answer is about the version that was read: a sheet that was opened on another one is gone.
  const asked = asking?.version === page.version ? asking.what : null;
  const close = () => setAsking(null);
  const ask = (what: "accept" | "decline") => {
    deed.reset();
    setAsking({ what, version: page.version });
  };
  return (
    <div className="mt-4 grid gap-2">
      {page.version !== firstVersion && (
        <Banner tone="amber" live title="The quote has just changed">
          The business changed it while you had it open. This is the new version: please read it before you
          accept.
        </Banner>
      )}
      <Button
        variant="accent"
        block
        className="h-14 text-lg md:h-12"
        disabled={choice.isReckoning}
        icon={<Check aria-hidden size={22} strokeWidth={2} />}
        onClick={() => ask("accept")}
      >
        Accept Quote
      </Button>
      <Button variant="quiet" block onClick={() => ask("decline")}>
        Decline Quote
      </Button>
      {asked === "accept" && (
        <AcceptSheet deed={deed} version={page.version} choice={choice} onClose={close} />
      )}
      {asked === "decline" && <DeclineSheet deed={deed} document={choice.shown} onClose={close} />}
    </div>
  );
}
