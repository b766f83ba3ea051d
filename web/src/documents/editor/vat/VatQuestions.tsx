import { Landmark, Percent } from "lucide-react";
import { lazy, memo, Suspense, useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import type { Contact } from "../../../entities/contacts/contact";
import { onTheWay } from "../../../entities/profiles/adding";
import { type Advice, loadAdvice } from "../../../rules/advice";
import { STANDARD } from "../../../rules/rates";
import { Button } from "../../../ui/Button";
import { toast } from "../../../ui/toast";
import type { Draft } from "../draft/draft";
import type { Action } from "../draft/reducer";

const loadReverse = () => import("./ReverseChargeDialog");
const loadReliefs = () => import("./ReliefDialog");
const ReverseChargeDialog = lazy(loadReverse);
const ReliefDialog = lazy(loadReliefs);

/** Once the editor stands, what it takes without signal is fetched, while there is some. */
const FETCHED_AFTER = 2_000;

interface Props {
  /** Around its lines. */
  draft: Draft;
  current: () => Draft;
  act: (action: Action) => unknown;
  /** The whole contact; null where none is chosen or it is not known here. */
  contact: Contact | null;
  /** Whether the business has a VAT number: without one none is charged, and nothing is asked. */
  registered: boolean;
  /** What the business is called. */
  business: string;
  profileId: string | null;
}

/** What VAT asks about a job: the reverse charge, and why a rate is below the standard one. */
export const VatQuestions = memo(function VatQuestions(props: Props) {
  const { draft, contact, registered, profileId } = props;
  const here = useLocation();
  const [open, setOpen] = useState<"reverse" | "reliefs" | null>(null);
  const [advice, setAdvice] = useState<Advice | null>(null);

  useEffect(() => {
    if (!registered) return;
    const fetchAll = () => {
      // Offline, or a newer build has taken the old one's place: it is said when a dialog is opened.
      for (const load of [loadReverse, loadReliefs, loadAdvice]) load().catch(() => null);
    };
    const timer = setTimeout(fetchAll, FETCHED_AFTER);
    return () => clearTimeout(timer);
  }, [registered]);

  if (!registered) {
    if (draft.vatTreatment !== "taxable" || !profileId) return null;
    return (
      <p className="mt-2 text-quiet text-sm">
        {props.business} has no VAT number, so it can’t charge VAT.{" "}
        <Link
          to={`/settings/business-profiles/${profileId}#taxNumber`}
          state={onTheWay({ to: here.pathname + here.search, state: here.state })}
          className="text-ink underline underline-offset-4"
        >
          Enter it
        </Link>{" "}
        or choose ‘No VAT (not registered)’.
      </p>
    );
  }
  const show = async (which: "reverse" | "reliefs") => {
    try {
      const [loaded] = await Promise.all([loadAdvice(), which === "reverse" ? loadReverse() : loadReliefs()]);
      setAdvice(loaded);
      setOpen(which);
    } catch {
      toast({ title: "This could not be opened without signal. Please try again.", tone: "bad" });
    }
  };
  // Nobody is under the scheme who buys for themselves.
  const asksReverse = contact?.customer_type !== "consumer";
  return (
    <div className="-ml-3 flex flex-wrap">
      {asksReverse && (
        <Button
          variant="quiet"
          onClick={() => void show("reverse")}
          icon={<Landmark aria-hidden size={18} strokeWidth={1.75} />}
          className="px-3!"
        >
          Reverse charge?
        </Button>
      )}
      <Button
        variant="quiet"
        onClick={() => void show("reliefs")}
        icon={<Percent aria-hidden size={18} strokeWidth={1.75} />}
        className="px-3!"
      >
        {`Less than ${STANDARD}%?`}
      </Button>
      {open && advice ? (
        <Suspense fallback={null}>
          {open === "reverse" ? (
            <ReverseChargeDialog {...props} advice={advice} onClose={() => setOpen(null)} />
          ) : (
            <ReliefDialog {...props} advice={advice} onClose={() => setOpen(null)} />
          )}
        </Suspense>
      ) : null}
    </div>
  );
});
