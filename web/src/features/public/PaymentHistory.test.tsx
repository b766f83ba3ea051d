// @vitest-environment window
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, it } from "vitest";
import type { PaymentRow } from "../../api/generated/PaymentRow";
import type { CustomerMutation } from "./customer-actions";
import { CustomerPaymentHistory } from "./PaymentHistory";

afterEach(cleanup);

const MUTATION = {
  isError: false,
  isPending: false,
  error: null,
  variables: undefined,
} as unknown as CustomerMutation;

const createMissingPayment = (method: string): PaymentRow =>
  ({
    id: "p",
    amount: "£120.00",
    method,
    date: "30/11/2026",
    badge: { code: "not_received", label: "Not received", tone: "red" },
    withdrawable: false,
  }) as PaymentRow;

it.each([
  ["Bank transfer", "Please check with your bank, or ask the business."],
  ["Pay by bank", "Please check with your bank, or ask the business."],
  ["Card", "Please check with your bank, or ask the business."],
  ["PayPal", "Please check in PayPal that it went out, or ask the business."],
  ["Cash", "If you have handed it over, please ask the business."],
  ["Cheque", "Please ask the business."],
])("says where to look for a missing payment by %s", (method, where) => {
  render(
    <CustomerPaymentHistory payments={[createMissingPayment(method)]} help={null} mutation={MUTATION} />,
  );
  screen.getByText(`The business says that this payment has not arrived. ${where}`);
});
