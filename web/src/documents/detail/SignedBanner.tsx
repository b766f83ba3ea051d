import { Banner } from "../../ui/Banner";
import type { StoredDocument } from "../types";

/** Which version its customer signed without signal, where the quote had been changed by then. */
export function EarlierVersionBanner({ document: doc }: { document: StoredDocument }) {
  const text = doc.acceptance?.earlierVersion;
  if (!text) return null;
  return (
    <Banner tone="amber" title="The signed version counts" className="mb-4">
      {text} The quote now shows what was signed.
    </Banner>
  );
}
