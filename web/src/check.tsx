import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RecalculatedTotal, readInvoiceData } from "./features/authenticity/RecalculatedTotal";
import "./check.css";

// The page is the server's, and whole: what is added here is the total worked out again on this device.
const container = document.getElementById("recalculated");
const printedTotals = readInvoiceData(document);
if (container && printedTotals) {
  createRoot(container).render(
    <StrictMode>
      <RecalculatedTotal invoice={printedTotals} />
    </StrictMode>,
  );
}
