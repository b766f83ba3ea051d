// @vitest-environment window
import { expect, test } from "vitest";
import { readInvoiceData, recalculate } from "./RecalculatedTotal";

const rules = (total: string) =>
  ({
    calculate: () => ({ totalAmount: total }),
    gbp: (amount: string) => `£${amount}`,
  }) as unknown as Parameters<typeof recalculate>[0];

test("confirms an equal total, and warns not to pay when the total differs", () => {
  const told = { total: "478.10", figures: {} };
  expect(recalculate(rules("478.10"), told)).toEqual({
    isSame: true,
    message: "Recalculated on this device: £478.10 — the same as the invoice.",
  });
  expect(recalculate(rules("478.11"), told)).toEqual({
    isSame: false,
    message:
      "Recalculated on this device: £478.11. The invoice says £478.10. Do not pay. Call the business on a number you know.",
  });
});

test("does not confirm a total when the rules refuse the figures", () => {
  const refusing = {
    ...rules("0"),
    calculate: () => {
      throw { errors: [] };
    },
  };
  expect(recalculate(refusing, { total: "1.00", figures: {} }).isSame).toBe(false);
});

test("reads the invoice data from the page, and returns null when there is none", () => {
  document.body.innerHTML = `<script type="application/json" id="check-data">{"total":"1.00","figures":{}}</script>`;
  expect(readInvoiceData(document)).toEqual({ total: "1.00", figures: {} });
  document.body.innerHTML = "";
  expect(readInvoiceData(document)).toBeNull();
});
