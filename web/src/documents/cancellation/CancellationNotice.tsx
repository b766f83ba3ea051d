import type { Cancellation } from "../../api/generated/Cancellation";

/** The notice of the customer's right to cancel with the cancellation form, to open and read. */
export function CancellationNotice({ cancellation }: { cancellation: Cancellation }) {
  const { notice, form, formTitle = "Form to cancel with", right, information = [] } = cancellation;
  return (
    <details className="text-sm">
      <summary className="flex min-h-12 items-center font-medium text-ink underline underline-offset-2">
        {right ? "Read your right to cancel" : "Read why"}
      </summary>
      <div className="mb-2 grid gap-2 rounded-md border border-line p-3 text-quiet">
        {notice.map((text) => (
          <p key={text} className="break-words">
            {text}
          </p>
        ))}
        {information.length > 0 && (
          <>
            <p className="mt-1 font-medium text-ink">Dates, complaints and your rights</p>
            <dl className="grid gap-1">
              {information.map(({ label, value }) => (
                <div key={label} className="grid gap-x-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
                  <dt>{label}</dt>
                  <dd className="break-words text-body">{value}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
        {form.length > 0 && (
          <>
            <p className="mt-1 font-medium text-ink">{formTitle}</p>
            <p>Fill this in and send it back only if you want to cancel. It’s in the PDF as well.</p>
            <dl className="grid gap-1">
              {form.map(({ label, value }) => (
                <div key={label} className="grid gap-x-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
                  <dt>{label}</dt>
                  <dd className="break-words border-line border-b text-body">{value || "\u00a0"}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </div>
    </details>
  );
}
