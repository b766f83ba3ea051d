import { encode } from "uqr";
import type { ShareTexts } from "../../api/generated/ShareTexts";
import { cx } from "../../ui/cx";
import { Dialog } from "../../ui/Dialog";
import { Money } from "../../ui/Money";

/** The light border that a QR code needs, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** The customer's link as a QR code to show them: as large as the screen allows, black on white. */
export default function QrScreen({
  share,
  prompt,
  onClose,
}: {
  share: ShareTexts;
  /** The text to the customer if the code is for paying; the amount is then displayed first. */
  prompt?: string;
  onClose: () => void;
}) {
  const amount = (
    <p>
      <span className="block text-quiet">{`${share.title} · ${share.amountLabel}`}</span>
      <Money
        text={share.amount}
        className={cx("font-semibold text-ink tracking-tight", prompt ? "text-3xl" : "text-2xl")}
      />
    </p>
  );
  return (
    <Dialog open full onOpenChange={(open) => !open && onClose()} title={share.title}>
      <div className="flex min-h-full flex-col items-center justify-center gap-4 pb-6 text-center">
        {prompt && amount}
        <p className="text-quiet">{prompt ?? "Your customer points their camera at this."}</p>
        <QrCodeImage text={share.url} label={`QR code that opens ${share.title}`} />
        {!prompt && amount}
      </div>
    </Dialog>
  );
}

function QrCodeImage({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-[min(26rem,60dvh)] rounded-md bg-white"
    >
      <path d={squares.join("")} fill="#000" />
    </svg>
  );
}
