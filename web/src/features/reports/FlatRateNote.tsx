import { CHECK_WITH_ACCOUNTANT } from "../../ui/unchecked";

/** How income under the flat rate scheme of VAT counts. */
export const FlatRateNote = () => (
  <p className="mt-1 text-quiet text-sm">
    {`Under the flat rate scheme, income is what came in including VAT, less the VAT due at your flat rate. ${CHECK_WITH_ACCOUNTANT}.`}
  </p>
);
