import { ReceiptPoundSterling } from "lucide-react";
import { useEffect, useState } from "react";
import { type Advice, loadAdvice } from "../../../rules/advice";
import { useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { LineFigure } from "./LineFigure";
import { LineOption } from "./LineOption";
import { type LineRowProps, lineFieldId } from "./lineField";
import { priceWithoutVat, shownWithVat, type TypedWithVat } from "./vatPrice";

/** A price that is typed with its VAT: the line's own is the one without, and this says what pence make of it. */
export function VatPriceOption({
  line,
  position,
  rate,
  deeds,
  onOff,
}: Pick<LineRowProps, "line" | "position" | "deeds"> & {
  /** The percentage that the line is charged. */
  rate: string;
  onOff: () => void;
}) {
  const { price, gbp, percent } = useRules();
  const [advice, setAdvice] = useState<Advice | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [typed, setTyped] = useState<TypedWithVat | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads it again
  useEffect(() => {
    loadAdvice().then(setAdvice, () => setFailed(true));
  }, [tries]);
  const number = position + 1;
  const shown = advice && shownWithVat(typed, rate, line, advice);
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
          id={lineFieldId(line.id, "withVat")}
          label={`Line ${number} price with VAT`}
          prefix="£"
          placeholder="0.00"
          value={shown.text}
          onValueChange={(text) => {
            const made = priceWithoutVat(text, rate, line, advice);
            setTyped({ text, price: made ?? line.price });
            if (made !== null) deeds.change(line.id, { price: made });
          }}
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
