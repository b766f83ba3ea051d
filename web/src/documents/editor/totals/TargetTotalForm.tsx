import { type FormEvent, memo, useState } from "react";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { Rest } from "../../../api/generated/Rest";
import { newId } from "../../../api/requests";
import { isRefusal, useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { MoneyField } from "../../../ui/NumberField";
import { type DocumentDraft, toRequestBody } from "../draft/draft";
import { toAmountText, toNumberText } from "../draft/numberText";
import type { DraftAction } from "../draft/reducer";

/** What the line is called that makes up the rest; its person may call it something else. */
const REST_LINE_NAME = "Sundries";

type SetDraftFields = (patch: Partial<Omit<DocumentDraft, "items">>) => void;

/** 'Five hundred, all in': a person says the total, and the rules find the discount that gets there. */
export const TargetTotalForm = memo(function TargetTotalForm({
  kind,
  targetTotal,
  onTargetTotalChange,
  getDraft,
  setFields,
  dispatch,
  discount,
}: {
  kind: DocumentKind;
  /** The total as it is typed; null before it is asked for. Whoever shows this keeps it: the window may grow narrow. */
  targetTotal: string | null;
  onTargetTotalChange: (targetTotal: string | null) => void;
  /** The draft at the time of asking. */
  getDraft: () => DocumentDraft;
  setFields: SetDraftFields;
  dispatch: (action: DraftAction) => void;
  /** The discount as it stands, a decimal string; empty without one. */
  discount: string;
}) {
  const rules = useRules();
  const [error, setError] = useState<string>();
  // What would make up the rest, where the total is to be more than the prices come to.
  const [rest, setRest] = useState<Rest | null>(null);
  // What was said holds for as long as its discount does: undone, or changed by hand, it is no longer so.
  const [message, setMessage] = useState({ text: "", discount: "" });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const target = toNumberText(targetTotal ?? "");
    if (target === "") return setError("Type the total you want.");
    try {
      const result = rules.discountFor(toRequestBody(kind, getDraft()), target);
      const amount = toAmountText(result.discount);
      setFields({ includeDiscount: true, discountType: "other", discount: amount });
      const [off, total] = [rules.gbp(result.discount), rules.gbp(result.totalAmount)];
      setMessage({
        discount: amount,
        text: result.exact
          ? `The discount is now ${off}.`
          : `It can’t come to exactly ${rules.gbp(target)}: with ${off} off it is ${total}.`,
      });
      onTargetTotalChange(null);
      setError(undefined);
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
      const targetError = thrown.errors.find(({ path }) => path === "target");
      // A discount only takes off.
      if (targetError?.code === "above_total") {
        setRest(rules.restFor(toRequestBody(kind, getDraft()), target));
        setError("To make the total higher, raise a price or add a line.");
      } else setError(targetError ? targetError.msg : "Fix the fields in red first.");
    }
  };

  const addRestLine = ({ price, total }: Rest) => {
    dispatch({ type: "add", id: newId(), line: { name: REST_LINE_NAME, quantity: "1", price } });
    setMessage({
      discount,
      text: `A line “${REST_LINE_NAME}” of ${rules.gbp(price)} makes the total ${rules.gbp(total)}.`,
    });
    setRest(null);
    setError(undefined);
    onTargetTotalChange(null);
  };

  return (
    <div className="mt-4">
      {targetTotal !== null ? (
        <form data-own-undo noValidate onSubmit={submit}>
          <MoneyField
            label="Make the total"
            help="We set the discount so that the total comes to this, including VAT."
            autoFocus
            value={targetTotal}
            onValueChange={(next) => {
              onTargetTotalChange(next);
              setError(undefined);
              setRest(null);
            }}
            error={error}
          />
          <div className="mt-2 flex gap-2">
            <Button type="submit" variant="primary" className="flex-auto">
              Set discount
            </Button>
            <Button onClick={() => onTargetTotalChange(null)}>Cancel</Button>
          </div>
          {rest && (
            <Button block className="mt-2" onClick={() => addRestLine(rest)}>
              {`Add a line of ${rules.gbp(rest.price)}`}
            </Button>
          )}
        </form>
      ) : (
        <Button
          variant="quiet"
          onClick={() => {
            setMessage({ text: "", discount: "" });
            onTargetTotalChange("");
          }}
          className="-ml-4"
        >
          Make it £…
        </Button>
      )}
      <p role="status" className="text-quiet text-sm">
        {message.discount === discount ? message.text : ""}
      </p>
    </div>
  );
});
