import { type FormEvent, memo, useState } from "react";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { Rest } from "../../../api/generated/Rest";
import { newId } from "../../../api/ids";
import { isRefusal, useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { MoneyField } from "../../../ui/NumberField";
import { type Draft, toWire } from "../draft/draft";
import { amountText, numberText } from "../draft/numberText";
import type { Action } from "../draft/reducer";

/** What the line is called that makes up the rest; its person may call it something else. */
const REST = "Sundries";

type Set = (patch: Partial<Omit<Draft, "items">>) => void;

/** 'Five hundred, all in': a person says the total, and the rules find the discount that gets there. */
export const MakeIt = memo(function MakeIt({
  kind,
  wanted,
  onWanted,
  current,
  set,
  act,
  discount,
}: {
  kind: DocumentKind;
  /** The total as it is typed; null before it is asked for. Whoever shows this keeps it: the window may grow narrow. */
  wanted: string | null;
  onWanted: (wanted: string | null) => void;
  /** The draft at the time of asking. */
  current: () => Draft;
  set: Set;
  act: (action: Action) => void;
  /** The discount as it stands, a decimal string; empty without one. */
  discount: string;
}) {
  const rules = useRules();
  const [error, setError] = useState<string>();
  // What would make up the rest, where the total is to be more than the prices come to.
  const [rest, setRest] = useState<Rest | null>(null);
  // What was said holds for as long as its discount does: undone, or changed by hand, it is no longer so.
  const [said, setSaid] = useState({ words: "", discount: "" });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const target = numberText(wanted ?? "");
    if (target === "") return setError("Type the total you want.");
    try {
      const found = rules.discountFor(toWire(kind, current()), target);
      const amount = amountText(found.discount);
      set({ includeDiscount: true, discountType: "other", discount: amount });
      const [off, total] = [rules.gbp(found.discount), rules.gbp(found.totalAmount)];
      setSaid({
        discount: amount,
        words: found.exact
          ? `The discount is now ${off}.`
          : `It can’t come to exactly ${rules.gbp(target)}: with ${off} off it is ${total}.`,
      });
      onWanted(null);
      setError(undefined);
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
      const own = thrown.errors.find(({ path }) => path === "target");
      // A discount only takes off.
      if (own?.code === "above_total") {
        setRest(rules.restFor(toWire(kind, current()), target));
        setError("To make the total higher, raise a price or add a line.");
      } else setError(own ? own.msg : "Fix the fields in red first.");
    }
  };

  const add = ({ price, total }: Rest) => {
    act({ type: "add", id: newId(), line: { name: REST, quantity: "1", price } });
    setSaid({
      discount,
      words: `A line “${REST}” of ${rules.gbp(price)} makes the total ${rules.gbp(total)}.`,
    });
    setRest(null);
    setError(undefined);
    onWanted(null);
  };

  return (
    <div className="mt-4">
      {wanted !== null ? (
        <form data-own-undo noValidate onSubmit={submit}>
          <MoneyField
            label="Make the total"
            help="We set the discount so that the total comes to this, including VAT."
            autoFocus
            value={wanted}
            onValueChange={(next) => {
              onWanted(next);
              setError(undefined);
              setRest(null);
            }}
            error={error}
          />
          <div className="mt-2 flex gap-2">
            <Button type="submit" variant="primary" className="flex-auto">
              Set discount
            </Button>
            <Button onClick={() => onWanted(null)}>Cancel</Button>
          </div>
          {rest && (
            <Button block className="mt-2" onClick={() => add(rest)}>
              {`Add a line of ${rules.gbp(rest.price)}`}
            </Button>
          )}
        </form>
      ) : (
        <Button
          variant="quiet"
          onClick={() => {
            setSaid({ words: "", discount: "" });
            onWanted("");
          }}
          className="-ml-4"
        >
          Make it £…
        </Button>
      )}
      <p role="status" className="text-quiet text-sm">
        {said.discount === discount ? said.words : ""}
      </p>
    </div>
  );
});
