import { useEffect, useMemo, useState } from "react";

/** The light border that a QR code needs, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A link as a QR code: modules per side, and the dark ones as an SVG path. */
export interface QrCodePath {
  size: number;
  path: string;
}

/**
 * The QR code of a link for printing; null until it is drawn, since its library is loaded in the background.
 */
export function useQrCode(link: string | null): QrCodePath | null {
  const [drawnCode, setDrawnCode] = useState<{ link: string; qrCode: QrCodePath } | null>(null);
  useEffect(() => {
    if (link === null) return;
    let isLeft = false;
    // Without the code, the document is still complete.
    void import("uqr").then(
      ({ encode }) => {
        if (isLeft) return;
        const { data, size } = encode(link, { ecc: "M", border: QUIET_ZONE });
        const squares = data.flatMap((row, y) =>
          row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])),
        );
        setDrawnCode({ link, qrCode: { size, path: squares.join("") } });
      },
      () => {},
    );
    return () => {
      isLeft = true;
    };
  }, [link]);
  return drawnCode !== null && drawnCode.link === link ? drawnCode.qrCode : null;
}

/** The online page of a printed document: its address, also as a QR code. */
export interface OnlinePage {
  /** The printed address. */
  link: string;
  /** The QR code; null until it is drawn. */
  qrCode: QrCodePath | null;
}

/**
 * The customer's page of a document, for printing; null if it has none or there is nothing left to do there.
 */
export function useOnlinePage(link: string | null, isPayable: boolean): OnlinePage | null {
  // The code leads directly to the payment methods.
  const qrCode = useQrCode(link && isPayable ? `${link}#pay` : link);
  return useMemo(() => (link ? { link, qrCode } : null), [link, qrCode]);
}
