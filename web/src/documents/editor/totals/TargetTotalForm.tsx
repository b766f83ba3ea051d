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

/** The default name of the line that makes up the difference. */
const REST_LINE_NAME = "Sundries";

type SetDraftFields = (patch: Partial<Omit<DocumentDraft, "items">>) => void;

/** 'Five hundred, all in': the user enters a total, and the rules find the discount that leads to it. */
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
  /**
   * The typed total; null while the form is closed. The parent stores it, because the form is remounted when
   * the window becomes narrow.
   */
  targetTotal: string | null;
  onTargetTotalChange: (targetTotal: string | null) => void;
  /** Returns the current draft. */
  getDraft: () => DocumentDraft;
  setFields: SetDraftFields;
  dispatch: (action: DraftAction) => void;
  /** The current discount, a decimal string; empty if there is none. */
  discount: string;
}) {
  const rules = useRules();
  const [error, setError] = useState<string>();
  // What would make up the difference, if the total is higher than the prices add up to.
  const [rest, setRest] = useState<Rest | null>(null);
  // The message applies to one discount: it disappears if the discount is undone or changed by hand.
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
      // A discount can't raise the total.
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
