import { Banner } from "../../ui/Banner";
import type { StoredDocument } from "../types";

/** Which version its customer signed without signal, where the quote had been changed by then. */
export function SignedBanner({ document: doc }: { document: StoredDocument }) {
  const told = doc.acceptance?.earlierVersion;
  if (!told) return null;
  return (
    <Banner tone="amber" title="The signed version counts" className="mb-4">
      {told} The quote now shows what was signed.
    </Banner>
  );
}
