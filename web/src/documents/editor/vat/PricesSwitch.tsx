import { memo, useState } from "react";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { Switch } from "../../../ui/Checkbox";
import type { Draft } from "../draft/draft";
import { asTyped, hasPricesWithVat } from "../draft/pricesWithVat";
import type { Action } from "../draft/reducer";
import { PricesQuestion } from "./PricesQuestion";

/** Whether the prices of the whole document include VAT. Where prices were typed already, turning it asks what they are. */
export const PricesSwitch = memo(function PricesSwitch({
  kind,
  isOn,
  isOffered,
  isFixed,
  why,
  problem,
  current,
  act,
}: {
  kind: DocumentKind;
  isOn: boolean;
  /** VAT is charged somewhere: else a price is the same with it. */
  isOffered: boolean;
  /** It is as another document has it. */
  isFixed: boolean;
  /** Why it cannot be turned on; null where it can. */
  why: string | null;
  /** What keeps the document from being saved while it is on; null for nothing. */
  problem: string | null;
  current: () => Draft;
  act: (action: Action) => unknown;
}) {
  const [asked, setAsked] = useState<boolean | null>(null);
  if (!isOn && !isOffered) return null;
  const turn = (to: boolean) => {
    if (hasPricesWithVat(current())) setAsked(to);
    else act(asTyped(to));
  };
  const help = isOn ? "What you type is what your customer pays." : "VAT is added to what you type.";
  return (
    <>
      <Switch
        label="Prices include VAT"
        help={isFixed || !isOn ? (why ?? help) : help}
        error={problem ?? undefined}
        checked={isOn}
        disabled={isFixed || (!isOn && why !== null)}
        onCheckedChange={turn}
        className="mt-3 sm:max-w-96"
      />
      {asked !== null && (
        <PricesQuestion kind={kind} to={asked} current={current} act={act} onClose={() => setAsked(null)} />
      )}
    </>
  );
});
