import { Link } from "react-router";
import type { VatOutside } from "../../api/generated/VatOutside";
import { getSubjectPath } from "../../entities/activities/activityPath";
import { Banner } from "../../ui/Banner";
import { CHECK_WITH_ACCOUNTANT } from "../../ui/unchecked";

/** What counts in no VAT return, each to be opened. */
export function OutsideReturnNotes({ outside }: { outside: VatOutside[] }) {
  return outside.map(({ subject, kind, number, msg, confirmed }) => (
    <Banner key={subject} tone="amber">
      {confirmed ? msg : `${msg} ${CHECK_WITH_ACCOUNTANT}.`}{" "}
      <Link
        to={getSubjectPath(kind, subject) ?? "/invoices"}
        className="font-semibold underline print:hidden"
      >
        {`Open ${number}`}
      </Link>
    </Banner>
  ));
}
