import { ReceiptPoundSterling } from "lucide-react";
import { useEffect, useState } from "react";
import { type Advice, loadAdvice } from "../../../rules/advice";
import { useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { LineFigure } from "./LineFigure";
import { LineOption } from "./LineOption";
import { type LineRowProps, lineFieldId } from "./lineField";
import { shownWithVat, type TypedWithVat, withVatTyped } from "./vatPrice";

/**
 * A price that is typed with its VAT: the line's own is the one without, and this says what pence make of it. It stays
 * what the customer pays when the rate or the quantity becomes another.
 */
export function VatPriceOption({
  line,
  position,
  rate,
  errors,
  typed,
  deeds,
  onOff,
}: Pick<LineRowProps, "line" | "position" | "errors" | "typed" | "deeds"> & {
  /** The percentage that the line is charged. */
  rate: string;
  onOff: () => void;
}) {
  const { price, gbp, percent } = useRules();
  const [advice, setAdvice] = useState<Advice | null>(null);
  const [hasFailed, setFailed] = useState(false);
  /** What made the price: emptied, the field says that again once it is left. */
  const [last, setLast] = useState<TypedWithVat | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads it again
  useEffect(() => {
    loadAdvice().then(setAdvice, () => setFailed(true));
  }, [tries]);
  const number = position + 1;
  const withVat = typed?.withVat ?? null;
  const shown = advice && shownWithVat(withVat, rate, line, advice);
  const isThere = shown !== null;
  const fieldId = lineFieldId(line.id, "withVat");
  // Whoever switched it on types next; the menu that did it hands its focus back first. A line that was opened again is
  // typed in already.
  useEffect(() => {
    if (!isThere) return;
    const timer = setTimeout(() => {
      const isTyping = document.activeElement?.matches("input, textarea, select");
      if (!isTyping) document.getElementById(fieldId)?.focus();
    }, 50);
    return () => clearTimeout(timer);
  }, [isThere, fieldId]);
  return (
    <LineOption
      icon={<ReceiptPoundSterling aria-hidden size={18} strokeWidth={1.75} />}
      label="With VAT"
      wide
      offLabel={`Type the price of line ${number} without VAT`}
      onOff={onOff}
    >
      {advice && shown && (
        <LineFigure
          id={fieldId}
          label={`Line ${number} price with VAT`}
          prefix="£"
          placeholder="0.00"
          value={shown.text}
          onFocus={() => withVat?.problem || setLast(withVat)}
          onValueChange={(figure) => {
            const made = withVatTyped(line, figure, rate, advice);
            deeds.keepTyped(line.id, { withVat: made.typed });
            if (!made.patch) return;
            setLast(made.typed);
            deeds.change(line.id, made.patch);
          }}
          onBlur={() => withVat?.text === "" && deeds.keepTyped(line.id, { withVat: last })}
          errorId={errors.withVat ? lineFieldId(line.id, "withVat-error") : undefined}
          className="w-30"
        />
      )}
      <span className="text-quiet text-sm">
        {!shown && hasFailed && "This could not be loaded. Check your signal. "}
        {shown && !shown.price && `each, with ${percent(rate)} VAT`}
        {shown?.price && !shown.comesTo && `each, ${price(shown.price)} without VAT`}
        {shown?.price &&
          shown.comesTo &&
          `each, ${price(shown.price)} without VAT. Pence cannot hit that: with VAT the line comes to ${gbp(shown.comesTo)}.`}
      </span>
      {!shown && hasFailed && <Button onClick={() => setTries(tries + 1)}>Try again</Button>}
    </LineOption>
  );
}
