import { useQuery } from "@tanstack/react-query";
import { useRules } from "../../rules/rules";
import { parsePence } from "../../ui/amounts";
import { Banner } from "../../ui/Banner";
import { Card } from "../../ui/Card";
import { Disclosure } from "../../ui/Disclosure";
import { Money } from "../../ui/Money";
import { CHECK_WITH_ACCOUNTANT } from "../../ui/unchecked";
import { vatThresholdQuery } from "./queries";

/** How near an account is to having to register for VAT. */
export function VatThresholdCard() {
  const { gbp, dateLong } = useRules();
  const { data } = useQuery(vatThresholdQuery);
  if (!data || data.registered) return null;
  const { now, left, months, next30Days, findings } = data;
  const share = Math.min(
    100,
    Math.max(0, (parsePence(now.turnover) * 100) / (parsePence(now.threshold) || 1)),
  );
  return (
    <Card title="Do you have to register?" className="mt-4">
      {findings.map(({ code, msg, confirmed }) => (
        <Banner key={code} tone="amber" className="mb-4">
          {confirmed ? msg : `${msg} ${CHECK_WITH_ACCOUNTANT}.`}
        </Banner>
      ))}
      <p className="text-quiet">
        You must register once your turnover is more than {gbp(now.threshold)} in any 12 months.
      </p>
      <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <Money
            text={gbp(now.turnover)}
            className="font-semibold text-2xl text-ink tracking-tight max-sm:text-[length:min(1.75rem,9vw)]"
          />
          <span className="text-quiet"> in the last 12 months</span>
        </span>
        <span className="text-quiet">{`${gbp(left)} left`}</span>
      </p>
      {/* For the eyes: the figures above say it. */}
      <div aria-hidden className="mt-2 h-3 overflow-hidden rounded-full border border-line-strong bg-paper">
        <div className={now.above ? "h-full bg-bad" : "h-full bg-ink"} style={{ width: `${share}%` }} />
      </div>
      <p className="mt-3 text-quiet text-sm">
        {`Accepted and still to do: ${gbp(next30Days.turnover)}. If you expect more than ${gbp(next30Days.threshold)} in the next 30 days alone, you must register straight away.`}
      </p>
      {months.length > 0 && (
        <div className="mt-4">
          <Disclosure label="Month by month" hint="The 12 months to the end of each">
            <table className="w-full text-sm">
              <thead>
                <tr className="text-left text-quiet">
                  <th scope="col" className="py-1 font-medium">
                    To
                  </th>
                  <th scope="col" className="py-1 text-right font-medium">
                    Turnover in 12 months
                  </th>
                </tr>
              </thead>
              <tbody>
                {months.map((month) => (
                  <tr key={month.to} className="border-line border-t">
                    <th scope="row" className="py-2 text-left font-normal">
                      {dateLong(month.to)}
                    </th>
                    <td className="py-2 text-right">
                      <Money
                        text={gbp(month.turnover)}
                        className={month.above ? "font-semibold text-bad" : ""}
                      />
                      {month.above ? <span className="sr-only"> (above the threshold)</span> : null}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Disclosure>
        </div>
      )}
    </Card>
  );
}
