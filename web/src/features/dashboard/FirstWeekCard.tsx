import { ArrowRight, Check } from "lucide-react";
import { Link } from "react-router";
import type { FirstWeek as Week } from "../../api/generated/FirstWeek";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";

/**
 * The first week: one step at a time, the next one with its button, each completed by doing it. A person who
 * can only view the account sees the progress.
 */
export function FirstWeekCard({ week, canEdit }: { week: Week; canEdit: boolean }) {
  const steps = [
    {
      done: week.profile,
      title: "Add your business",
      text: "Your name, logo and terms, as your customers will see them.",
      to: "/settings/business-profiles/new",
      action: "Add your business",
    },
    {
      done: week.contact,
      title: "Add your first customer",
      text: "Who the quote is for, and where to send it.",
      to: "/add-contact",
      action: "Add a customer",
    },
    {
      done: week.document,
      title: "Make your first quote",
      text: "Add lines and labour, and see it as your customer will.",
      to: "/quotes/create",
      action: "Make a quote",
    },
    {
      done: week.sent,
      title: "Send it",
      text: "By email or link. Your customer can accept it on any phone.",
      to: "/quotes?status=draft",
      action: "See your drafts",
    },
    {
      done: week.payment,
      title: "Add how you get paid",
      text: "Your bank details go on every invoice. You can take card payments too.",
      to: "/settings/business-profiles",
      action: "Add bank details",
    },
  ];
  const next = steps.findIndex((step) => !step.done);
  const count = steps.filter((step) => step.done).length;
  return (
    <section aria-labelledby="first-week" className="rounded-lg border border-line bg-paper p-4 md:p-8">
      <h2 id="first-week" className="font-semibold text-lg md:text-xl">
        Your first week
      </h2>
      <p className="text-quiet">{`${count} of ${steps.length} done`}</p>
      <ol className="mt-5 flex flex-col gap-1">
        {steps.map((step, index) => (
          <li
            key={step.title}
            className={cx(
              "flex items-start gap-3 rounded-lg p-3 md:items-center md:gap-4 md:p-4",
              index === next && "bg-canvas",
            )}
          >
            <span
              aria-hidden
              className={cx(
                "flex size-8 shrink-0 items-center justify-center rounded-full font-semibold text-sm",
                step.done
                  ? "bg-ok-tint text-ok"
                  : index === next
                    ? "bg-ink text-paper"
                    : "border border-line text-quiet",
              )}
            >
              {step.done ? <Check size={18} strokeWidth={2.25} /> : index + 1}
            </span>
            <div className="flex min-w-0 flex-1 flex-col gap-3 md:flex-row md:items-center md:justify-between">
              <div>
                <h3 className={cx("font-semibold", step.done && "text-quiet")}>
                  {step.title}
                  {step.done ? <span className="sr-only"> (done)</span> : null}
                </h3>
                {step.done ? null : <p className="text-quiet">{step.text}</p>}
              </div>
              {index === next && canEdit ? (
                <Button asChild variant="primary" className="self-start md:self-auto">
                  <Link to={step.to}>
                    {step.action}
                    <ArrowRight aria-hidden size={18} strokeWidth={2} className="max-sm:hidden" />
                  </Link>
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
      {canEdit ? (
        <p className="mt-4 text-quiet">
          Coming from Tradify, Invoice Ninja or another program?{" "}
          <Link to="/arriving" className="font-medium text-ink underline">
            Import everything
          </Link>
        </p>
      ) : null}
    </section>
  );
}
