import { useEffect, useMemo, useState } from "react";

/** The light edge that a reader needs around a code, in its squares (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A link as a code for a phone's camera: squares a side, and the dark ones as the path of an SVG. */
export interface QrCodePath {
  size: number;
  path: string;
}

/** The code of a link, for paper; null until it is drawn, by a library of its own that nobody waits for. */
export function useQrCode(link: string | null): QrCodePath | null {
  const [drawnCode, setDrawnCode] = useState<{ link: string; qrCode: QrCodePath } | null>(null);
  useEffect(() => {
    if (link === null) return;
    let isLeft = false;
    // Without it the sheet is whole: it is one way more.
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

/** Where on the internet a document is, for who has its paper: its address, and the same as a code. */
export interface OnlinePage {
  /** The address that is printed. */
  link: string;
  /** The code; null until it is drawn. */
  qrCode: QrCodePath | null;
}

/** The customer's page of a document for its paper; null of one that has none, and where nothing is left to do there. */
export function useOnlinePage(link: string | null, isPayable: boolean): OnlinePage | null {
  // A code leads to the ways to pay at once.
  const qrCode = useQrCode(link && isPayable ? `${link}#pay` : link);
  return useMemo(() => (link ? { link, qrCode } : null), [link, qrCode]);
}
