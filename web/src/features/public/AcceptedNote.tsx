import { FileCheck } from "lucide-react";
import type { Acceptance } from "../../api/generated/Acceptance";
import { appendVatText } from "../../documents/accepting/vatWords";
import { Button } from "../../ui/Button";

/** Who accepted, when and what; and the certificate that keeps it. */
export function AcceptanceNote({
  token,
  acceptance,
  vat,
}: {
  token: string;
  acceptance: Acceptance;
  /** What to say of the VAT in its total; left out where there is none. */
  vat?: string;
}) {
  const { name, acceptedAt, total, choice, options, witness, withoutSignal, earlierVersion, recorded } =
    acceptance;
  return (
    <div className="mt-4 border-line border-t pt-3 text-sm">
      <p>
        {name ? `Accepted by ${name}` : "Accepted"}
        {`, ${acceptedAt}, for `}
        {appendVatText(total, vat)}
      </p>
      {choice && <p className="mt-1">{`The choice: ${choice}`}</p>}
      {witness && (
        <p className="mt-1 text-quiet">{`Signed on the business’s device with ${witness} present`}</p>
      )}
      {recorded && <p className="mt-1 text-quiet">{recorded}</p>}
      {withoutSignal && <p className="mt-1 text-quiet">{withoutSignal}</p>}
      {earlierVersion && <p className="mt-2 font-medium">{earlierVersion}</p>}
      {options.length > 0 && <p className="mt-1 text-quiet">{`With ${options.join(", ")}`}</p>}
      <Button asChild className="mt-3 w-full">
        <a href={`/q/${encodeURIComponent(token)}/certificate.pdf`} download>
          <FileCheck aria-hidden size={20} strokeWidth={1.75} />
          {recorded ? "Record of acceptance" : "Acceptance certificate"}
        </a>
      </Button>
    </div>
  );
}
