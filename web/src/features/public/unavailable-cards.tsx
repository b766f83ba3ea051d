import { FileX } from "lucide-react";
import type { ApiError } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { VoidedNotice } from "../../api/generated/VoidedNotice";
import { KINDS } from "../../documents/kind";
import { Button } from "../../ui/Button";
import { ContactButtons } from "./HelpCard";
import { BackToAppButton } from "./PublicHeader";
import { useWindowTitle } from "./page-effects";

/**
 * Says that the link leads nowhere, or not any more; `onRetry` is given where the server may only have been
 * unreachable.
 */
export function LinkNotFoundCard({ kind, onRetry }: { kind: DocumentKind; onRetry?: () => void }) {
  const { name, notFound, notFoundTitle } = KINDS[kind];
  useWindowTitle(notFoundTitle);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4 p-4">
      <div className="w-full max-w-md rounded-lg border border-line bg-paper px-6 py-10 text-center">
        <span className="mx-auto flex size-14 items-center justify-center rounded-full bg-canvas text-ink">
          <FileX aria-hidden size={26} strokeWidth={1.5} />
        </span>
        <h1 className="mt-4 font-semibold text-xl">{notFoundTitle}</h1>
        <p className="mt-2">{notFound}</p>
        <p className="mt-2 text-quiet">
          {`The link may have expired or is no longer valid. If you think this is an error, please contact the business that sent you the ${name}.`}
        </p>
        {onRetry && (
          <Button className="mt-5" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
      <BackToAppButton />
    </main>
  );
}

/** The server's notice for a voided invoice, from its 410 response. */
export function readVoidedError(error: ApiError): VoidedNotice | null {
  const body = error.body as { current?: Partial<VoidedNotice> } | undefined;
  const { title, message, replacement = null, help = null } = body?.current ?? {};
  return title && message ? { title, message, replacement, help } : null;
}

/**
 * The invoice was voided: says that it no longer counts, links to its replacement, and gives the business's
 * contact details.
 */
export function VoidedInvoiceCard({
  voided: { title, message, replacement, help },
}: {
  voided: VoidedNotice;
}) {
  useWindowTitle(title);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4 p-4">
      <div className="w-full max-w-md rounded-lg border border-line bg-paper px-6 py-10 text-center">
        <span className="mx-auto flex size-14 items-center justify-center rounded-full bg-canvas text-ink">
          <FileX aria-hidden size={26} strokeWidth={1.5} />
        </span>
        <h1 className="mt-4 text-pretty font-semibold text-xl">{title}</h1>
        <p className="mt-2">{message}</p>
        {replacement && (
          <Button asChild variant="primary" className="mt-5">
            <a href={replacement.url}>{`See ${replacement.heading}`}</a>
          </Button>
        )}
        {help && <ContactButtons help={help} className="mt-5" />}
      </div>
      <BackToAppButton />
    </main>
  );
}
