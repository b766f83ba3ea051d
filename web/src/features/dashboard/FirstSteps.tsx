import { ArrowRight, Check } from "lucide-react";
import { Link } from "react-router";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";

/** The way from a new account to the first quote: one step at a time, the next one with the button. */
export function FirstSteps({ done }: { done: { profile: boolean; contact: boolean; document: boolean } }) {
  const steps = [
    {
      done: done.profile,
      title: "Add your business",
      text: "Your name, logo and bank details, as your customers will see them.",
      to: "/settings/business-profiles/new",
      action: "Add your business",
    },
    {
      done: done.contact,
      title: "Add your first customer",
      text: "Whom the quote is for, and where to send it.",
      to: "/add-contact",
      action: "Add a customer",
    },
    {
      done: done.document,
      title: "Make your first quote",
      text: "Add lines and labour, and share it by a link.",
      to: "/quotes/create",
      action: "Make a quote",
    },
  ];
  const next = steps.findIndex((step) => !step.done);
  return (
    <section className="rounded-lg border border-line bg-paper p-5 md:p-8">
      <h2 className="font-semibold text-lg md:text-xl">Three steps to your first quote</h2>
      <ol className="mt-5 flex flex-col gap-1">
        {steps.map((step, index) => (
          <li
            key={step.title}
            className={cx(
              "flex items-start gap-4 rounded-lg p-3 md:items-center md:p-4",
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
              {index === next ? (
                <Button asChild variant="primary" className="self-start md:self-auto">
                  <Link to={step.to}>
                    {step.action}
                    <ArrowRight aria-hidden size={18} strokeWidth={2} />
                  </Link>
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
