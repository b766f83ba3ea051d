import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RecalculatedTotal, readInvoiceData } from "./features/authenticity/RecalculatedTotal";
import "./check.css";

// The server renders the whole page. This script only adds the total, recalculated on this device.
const container = document.getElementById("recalculated");
const printedTotals = readInvoiceData(document);
if (container && printedTotals) {
  createRoot(container).render(
    <StrictMode>
      <RecalculatedTotal invoice={printedTotals} />
    </StrictMode>,
  );
}
