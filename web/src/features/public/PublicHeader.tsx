import { ArrowLeft, Download, Printer } from "lucide-react";
import type { LogoSize } from "../../api/generated/LogoSize";
import type { Presentation } from "../../api/generated/Presentation";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { isInstalled } from "../../ui/device";

/** Whose document this is, which one, and its status. */
export function PublicHeader({
  document: doc,
  logo,
  pdf,
  onPrint,
}: {
  document: Presentation;
  /** The size of the logo: space is reserved until it loads. */
  logo: LogoSize | undefined;
  pdf: string;
  onPrint: () => void;
}) {
  return (
    <header className="print:hidden border-line border-b bg-paper">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-3 px-4 py-3 md:gap-4 md:px-6 md:py-4">
        {doc.logoUrl && (
          <img
            src={doc.logoUrl}
            alt=""
            {...logo}
            className="h-[44px] w-auto max-w-[96px] shrink-0 rounded-sm object-contain max-[344px]:max-w-[80px] md:h-14 md:max-w-40"
          />
        )}
        {/* On a phone 320 px wide, the logo, this and the button are just in one row. */}
        <div className="min-w-[min(100%,max(136px,6rem))] flex-1 basis-0">
          <p className="break-words font-semibold text-ink md:text-lg">{doc.businessName}</p>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h1 className="text-quiet text-sm md:text-base">{doc.heading}</h1>
            <Badge {...doc.badge} />
          </div>
        </div>
        <DownloadLink pdf={pdf} className="max-md:hidden" />
        <Button
          onClick={onPrint}
          icon={<Printer aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />}
          aria-label="Print/Download"
          className="max-sm:w-control max-sm:gap-0 max-sm:px-0!"
        >
          <span className="max-sm:hidden">Print/Download</span>
        </Button>
      </div>
    </header>
  );
}

/** Downloads the server's PDF: for saving, and for browsers that print badly. */
export function DownloadLink({ pdf, className }: { pdf: string; className?: string }) {
  return (
    <Button asChild className={cx(className)}>
      <a href={pdf} download>
        <Download aria-hidden size={20} strokeWidth={1.75} />
        Download PDF
      </a>
    </Button>
  );
}

/**
 * Goes back to the page from which this one was opened, or to the app without such a page, as after a link in
 * an email.
 */
function goBack() {
  if (window.history.length > 1) window.history.back();
  else window.location.assign("/");
}

/** Displayed in an installed app only, which has no browser controls to go back with. */
export function BackToAppButton() {
  if (!isInstalled()) return null;
  return (
    <div className="lg:col-span-2">
      <Button icon={<ArrowLeft aria-hidden size={20} strokeWidth={1.75} />} onClick={goBack}>
        Back to App
      </Button>
    </div>
  );
}
