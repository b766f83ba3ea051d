import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { figuresIn } from "./features/check/figures";
import { Recalculated } from "./features/check/Recalculated";
import "./check.css";

// The page is the server's, and whole: what is added here is the total worked out again on this device.
const place = document.getElementById("recalculated");
const told = figuresIn(document);
if (place && told) {
  createRoot(place).render(
    <StrictMode>
      <Recalculated told={told} />
    </StrictMode>,
  );
}
