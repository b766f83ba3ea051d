import { memo, useState } from "react";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { Switch } from "../../../ui/Checkbox";
import type { DocumentDraft } from "../draft/draft";
import { createKeepPricesAction, hasPricesAffectedByVat } from "../draft/pricesWithVat";
import type { DraftAction } from "../draft/reducer";
import { ConvertPricesDialog } from "./PricesQuestion";

/** Whether the prices of the whole document include VAT. Where prices were typed already, turning it asks what they are. */
export const PricesIncludeVatSwitch = memo(function PricesIncludeVatSwitch({
  kind,
  isOn,
  isOffered,
  isFixed,
  reason,
  problem,
  getDraft,
  dispatch,
}: {
  kind: DocumentKind;
  isOn: boolean;
  /** VAT is charged somewhere: else a price is the same with it. */
  isOffered: boolean;
  /** It is as another document has it. */
  isFixed: boolean;
  /** Why it cannot be turned on; null where it can. */
  reason: string | null;
  /** What keeps the document from being saved while it is on; null for nothing. */
  problem: string | null;
  getDraft: () => DocumentDraft;
  dispatch: (action: DraftAction) => unknown;
}) {
  const [requestedValue, setRequestedValue] = useState<boolean | null>(null);
  if (!isOn && !isOffered) return null;
  const handleToggle = (to: boolean) => {
    if (hasPricesAffectedByVat(getDraft())) setRequestedValue(to);
    else dispatch(createKeepPricesAction(to));
  };
  const help = isOn ? "What you type is what your customer pays." : "VAT is added to what you type.";
  return (
    <>
      <Switch
        label="Prices include VAT"
        help={isFixed || !isOn ? (reason ?? help) : help}
        error={problem ?? undefined}
        checked={isOn}
        disabled={isFixed || (!isOn && reason !== null)}
        onCheckedChange={handleToggle}
        className="mt-3 sm:max-w-96"
      />
      {requestedValue !== null && (
        <ConvertPricesDialog
          kind={kind}
          includesVat={requestedValue}
          getDraft={getDraft}
          dispatch={dispatch}
          onClose={() => setRequestedValue(null)}
        />
      )}
    </>
  );
});
