import { type ReactNode, useState } from "react";
import type { Rules } from "../../../rules/rules";
import { NumberBox, parseFigure, type ReadFigure, useCalculation } from "./NumberBox";

/** The values that can be changed on the home page's quote. */
export interface QuoteChoices {
  metres: string;
  hours: string;
  rate: string;
  withFilter: boolean;
  withVat: boolean;
}

/** The formatted amounts of the quote. */
export interface QuoteSums {
  boiler: string;
  pipe: string;
  labour: string;
  filter: string;
  subtotal: string;
  vat: string;
  total: string;
  deposit: string;
}

export const FIRST_CHOICES: QuoteChoices = {
  metres: "6.5",
  hours: "8",
  rate: "48",
  withFilter: true,
  withVat: true,
};

/** The rules' results for the first values; a test compares them. */
export const FIRST_SUMS: QuoteSums = {
  boiler: "£1,240.00",
  pipe: "£51.03",
  labour: "£384.00",
  filter: "£94.50",
  subtotal: "£1,769.53",
  vat: "£353.91",
  total: "£2,123.44",
  deposit: "£530.86",
};

/** The labels of the fields. */
export const BOXES = { metres: "Metres of pipe", hours: "Hours", rate: "Rate for an hour" } as const;

export type QuoteBox = keyof typeof BOXES;

/** The first field without a valid number: then nothing is calculated. */
export const findInvalidBox = (choices: QuoteChoices, read: ReadFigure): QuoteBox | undefined =>
  read === null
    ? undefined
    : (Object.keys(BOXES) as QuoteBox[]).find((box) => parseFigure(choices[box], read) === null);

/** Calculates the quote by the rules, as the app itself does; null where a field has no valid number. */
export function calculateQuoteSums(rules: Rules, choices: QuoteChoices): QuoteSums | null {
  const { metres, hours, rate, withFilter, withVat } = choices;
  const read = rules.parseNumber;
  if (findInvalidBox(choices, read)) return null;
  const totals = rules.calculate({
    items: [
      { id: "boiler", quantity: "1", price: "1240" },
      { id: "pipe", quantity: parseFigure(metres, read) ?? "", price: "7.85" },
      { id: "filter", quantity: "1", price: "94.50", optional: true, selected: withFilter },
    ],
    includeLabour: true,
    labourHours: parseFigure(hours, read) ?? "",
    labourRate: parseFigure(rate, read) ?? "",
    labourUnitType: "hours",
    tax: withVat ? "20" : "0",
    includeDeposit: true,
    deposit: "25",
    depositType: "percentage",
  });
  const formatLineTotal = (id: string) =>
    rules.gbp(totals.items.find((item) => item.id === id)?.total ?? "0");
  return {
    boiler: formatLineTotal("boiler"),
    pipe: formatLineTotal("pipe"),
    labour: rules.gbp(totals.labourTotal),
    filter: formatLineTotal("filter"),
    subtotal: rules.gbp(totals.subtotalAmount),
    vat: rules.gbp(totals.vatAmount),
    total: rules.gbp(totals.totalAmount),
    deposit: rules.gbp(totals.depositAmount),
  };
}

const TICK_CLASS = "size-5 shrink-0 accent-ink";

/** The id of the error message. */
const PROBLEM_ID = "quote-problem";

/** A quote that can be changed: its amounts are calculated by the app's own rules. */
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
        {/* An amount is below its label where both are too large for one row. */}
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
