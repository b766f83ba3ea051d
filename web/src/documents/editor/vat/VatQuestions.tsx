import { Landmark, Percent } from "lucide-react";
import { lazy, memo, Suspense, useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import type { Contact } from "../../../entities/contacts/contact";
import { createProfileReturnState } from "../../../entities/profiles/profileReturn";
import { type DocumentAdvice, loadAdvice } from "../../../rules/advice";
import { STANDARD_VAT_RATE } from "../../../rules/rates";
import { Button } from "../../../ui/Button";
import { toast } from "../../../ui/toast";
import type { DocumentDraft } from "../draft/draft";
import type { DraftAction } from "../draft/reducer";

const loadReverseChargeDialog = () => import("./ReverseChargeDialog");
const loadReliefDialog = () => import("./ReliefDialog");
const ReverseChargeDialog = lazy(loadReverseChargeDialog);
const ReliefDialog = lazy(loadReliefDialog);

/** How long after the editor has opened the dialogs are loaded, so that they are available offline later. */
const PRELOAD_DELAY = 2_000;

interface VatQuestionsProps {
  /** The draft except its lines. */
  draft: DocumentDraft;
  getDraft: () => DocumentDraft;
  dispatch: (action: DraftAction) => unknown;
  /** The whole contact; null if no customer is chosen or the contact isn't cached. */
  contact: Contact | null;
  /** Whether the business has a VAT number: without one, no VAT is charged and nothing is asked. */
  registered: boolean;
  /** The name of the business. */
  business: string;
  profileId: string | null;
}

/** The VAT questions about a job: the reverse charge, and why a rate is below the standard one. */
export const VatQuestions = memo(function VatQuestions(props: VatQuestionsProps) {
  const { draft, contact, registered, profileId } = props;
  const location = useLocation();
  const [open, setOpen] = useState<"reverse" | "reliefs" | null>(null);
  const [advice, setAdvice] = useState<DocumentAdvice | null>(null);

  useEffect(() => {
    if (!registered) return;
    const preload = () => {
      // Offline, or replaced by a newer build: reported when a dialog is opened.
      for (const load of [loadReverseChargeDialog, loadReliefDialog, loadAdvice]) load().catch(() => null);
    };
    const timer = setTimeout(preload, PRELOAD_DELAY);
    return () => clearTimeout(timer);
  }, [registered]);

  if (!registered) {
    if (draft.vatTreatment !== "taxable" || !profileId) return null;
    return (
      <p className="mt-2 text-quiet text-sm">
        {props.business} has no VAT number, so it can’t charge VAT.{" "}
        <Link
          to={`/settings/business-profiles/${profileId}#taxNumber`}
          state={createProfileReturnState({ to: location.pathname + location.search, state: location.state })}
          className="text-ink underline underline-offset-4"
        >
          Enter it
        </Link>{" "}
        or choose ‘No VAT (not registered)’.
      </p>
    );
  }
  const openDialog = async (which: "reverse" | "reliefs") => {
    try {
      const [loaded] = await Promise.all([
        loadAdvice(),
        which === "reverse" ? loadReverseChargeDialog() : loadReliefDialog(),
      ]);
      setAdvice(loaded);
      setOpen(which);
    } catch {
      toast({ title: "This could not be opened without signal. Please try again.", tone: "bad" });
    }
  };
  // A consumer isn't in the scheme.
  const canAskReverseCharge = contact?.customer_type !== "consumer";
  return (
    <div className="-ml-3 flex flex-wrap">
      {canAskReverseCharge && (
        <Button
          variant="quiet"
          onClick={() => void openDialog("reverse")}
          icon={<Landmark aria-hidden size={18} strokeWidth={1.75} />}
          className="px-3!"
        >
          Reverse charge?
        </Button>
      )}
      <Button
        variant="quiet"
        onClick={() => void openDialog("reliefs")}
        icon={<Percent aria-hidden size={18} strokeWidth={1.75} />}
        className="px-3!"
      >
        {`Less than ${STANDARD_VAT_RATE}%?`}
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
