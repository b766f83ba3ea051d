import { type ReactNode, useState } from "react";
import { NumberBox } from "./NumberBox";
import {
  BOXES,
  calculateQuoteSums,
  FIRST_CHOICES,
  FIRST_SUMS,
  findInvalidBox,
  type QuoteChoices,
} from "./quote";
import { useCalculation } from "./useFigures";

const TICK_CLASS = "size-5 shrink-0 accent-ink";

/** The id of the sentence that says what is the matter. */
const PROBLEM_ID = "quote-problem";

/** A quote that can be changed: the figures are the app's own rules at work. */
export function LiveQuote() {
  const [choices, setChoices] = useState(FIRST_CHOICES);
  const [{ value: sums, problem, read }, runCalculation] = useCalculation(FIRST_SUMS);
  const change = (patch: Partial<QuoteChoices>) => {
    const next = { ...choices, ...patch };
    setChoices(next);
    runCalculation((rules) => calculateQuoteSums(rules, next));
  };
  const invalidBox = findInvalidBox(choices, read);
  const message = invalidBox
    ? `${BOXES[invalidBox]} must be a number, such as ${FIRST_CHOICES[invalidBox]}.`
    : problem;
  return (
    <div className="rounded-lg border border-line bg-paper text-base shadow-float">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-b px-[20px] pt-5 pb-4">
        <p className="font-bold text-ink text-xl tracking-wide">QUOTE</p>
        <p className="flex-[1_1_8rem] text-right text-quiet text-sm">
          Ackroyd Plumbing &amp; Heating
          <br />
          for Margaret Holroyd
        </p>
      </div>
      <ul className="divide-y divide-line px-[20px]">
        <LiveQuoteLine
          name="Combi boiler 30 kW"
          detail="With flue and 10-year guarantee"
          amount={sums.boiler}
        />
        <LiveQuoteLine
          name="Copper pipe 22 mm"
          detail={
            <>
              <NumberBox
                label={BOXES.metres}
                problem={invalidBox === "metres" ? PROBLEM_ID : undefined}
                value={choices.metres}
                onChange={(metres) => change({ metres })}
              />
              m at £7.85
            </>
          }
          amount={sums.pipe}
        />
        <LiveQuoteLine
          name="Labour"
          detail={
            <>
              <NumberBox
                label={BOXES.hours}
                problem={invalidBox === "hours" ? PROBLEM_ID : undefined}
                value={choices.hours}
                onChange={(hours) => change({ hours })}
              />
              hours at
              <NumberBox
                label={BOXES.rate}
                problem={invalidBox === "rate" ? PROBLEM_ID : undefined}
                lead="£"
                value={choices.rate}
                onChange={(rate) => change({ rate })}
              />
            </>
          }
          amount={sums.labour}
        />
        <li>
          <label className="flex min-h-14 cursor-pointer items-center gap-3 py-2">
            <input
              type="checkbox"
              checked={choices.withFilter}
              onChange={(event) => change({ withFilter: event.target.checked })}
              className={TICK_CLASS}
            />
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
              <span className="flex-[1_1_7rem] font-medium text-ink">
                Magnetic filter <span className="font-normal text-quiet text-sm">(optional)</span>
              </span>
              <LineAmount text={choices.withFilter ? sums.filter : "Left out"} />
            </span>
          </label>
        </li>
      </ul>
      <div
        className="rounded-b-lg border-line border-t bg-canvas px-[20px] pt-3 pb-5"
        aria-live="polite"
        aria-atomic="true"
      >
        {/* A sum stands below its name where both are too large for one row. */}
        <dl className="tabular-nums [&>div]:flex [&>div]:flex-wrap [&>div]:gap-x-3 [&_dd]:ml-auto">
          <div>
            <dt className="text-quiet">Subtotal</dt>
            <dd>{sums.subtotal}</dd>
          </div>
          <div className="items-center">
            <dt>
              <label className="flex min-h-11 cursor-pointer items-center gap-3 text-quiet">
                <input
                  type="checkbox"
                  checked={choices.withVat}
                  onChange={(event) => change({ withVat: event.target.checked })}
                  className={TICK_CLASS}
                />
                VAT at 20%
              </label>
            </dt>
            <dd>{sums.vat}</dd>
          </div>
          <div>
            <dt className="font-semibold text-ink text-lg">Total</dt>
            <dd
              className="wrap-anywhere font-[650] text-ink text-xl tracking-tight min-[360px]:text-sum"
              data-total
            >
              {sums.total}
            </dd>
          </div>
          <div>
            <dt className="text-quiet">Deposit, 25%</dt>
            <dd>{sums.deposit}</dd>
          </div>
        </dl>
        {message ? (
          <p id={PROBLEM_ID} className="mt-2 text-bad text-sm">
            {message}
          </p>
        ) : null}
      </div>
    </div>
  );
}

function LiveQuoteLine({ name, detail, amount }: { name: string; detail: ReactNode; amount: string }) {
  return (
    <li className="flex flex-wrap items-start gap-x-3 py-3">
      <div className="min-w-0 flex-[1_1_8rem]">
        <p className="font-medium text-ink">{name}</p>
        <div className="mt-0.5 flex flex-wrap items-center gap-1.5 text-quiet text-sm">{detail}</div>
      </div>
      <LineAmount text={amount} />
    </li>
  );
}

function LineAmount({ text }: { text: string }) {
  return <span className="ml-auto whitespace-nowrap text-ink tabular-nums">{text}</span>;
}
