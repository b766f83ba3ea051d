import { Printer } from "lucide-react";
import { Button } from "./Button";

/** Prints the page. On a phone its own menu does. */
export function PrintButton() {
  return (
    <Button
      icon={<Printer aria-hidden size={18} strokeWidth={1.75} />}
      onClick={() => window.print()}
      className="max-md:hidden print:hidden"
    >
      Print
    </Button>
  );
}
