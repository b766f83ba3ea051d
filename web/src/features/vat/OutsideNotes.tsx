import { Link } from "react-router";
import type { VatOutside } from "../../api/generated/VatOutside";
import { subjectPlace } from "../../entities/activities/place";
import { Banner } from "../../ui/Banner";
import { UNCHECKED } from "../../ui/unchecked";

/** What counts in no VAT return, each to be opened. */
export function OutsideNotes({ outside }: { outside: VatOutside[] }) {
  return outside.map(({ subject, kind, number, msg, confirmed }) => (
    <Banner key={subject} tone="amber">
      {confirmed ? msg : `${msg} ${UNCHECKED}.`}{" "}
      <Link to={subjectPlace(kind, subject) ?? "/invoices"} className="font-semibold underline print:hidden">
        {`Open ${number}`}
      </Link>
    </Banner>
  ));
}
