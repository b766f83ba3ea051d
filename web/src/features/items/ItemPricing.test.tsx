// @vitest-environment window
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { afterEach, expect, it, vi } from "vitest";
import type { ItemInput } from "../../entities/items/item";
import { ItemPricing } from "./ItemPricing";

const soon = vi.hoisted(() => ({ rules: undefined as object | undefined }));
vi.mock("../../rules/rules", () => ({ useLoadedRules: () => soon.rules }));

afterEach(cleanup);

function Form() {
  const values = { cost: "", price: "", unit: "", quantity: "" } as unknown as ItemInput;
  return <ItemPricing form={useForm<ItemInput>({ defaultValues: values })} />;
}

it("calculates the price from a mark-up that was typed before the rules were loaded", async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Form />);
  await user.type(screen.getByLabelText(/^Costs you/), "5.60");
  await user.type(screen.getByLabelText(/^Mark-up/), "25");
  const price = screen.getByLabelText<HTMLInputElement>(/^Price/);
  expect(price.value).toBe("");
  soon.rules = {
    priceWithMarkUp: (cost: string, percent: string) => `${cost} and ${percent} %`,
    markUpIn: () => "",
  };
  rerender(<Form />);
  await vi.waitFor(() => expect(price.value).toBe("5.60 and 25 %"));
});

it("says that the price stays unchanged while the cost is invalid", async () => {
  soon.rules = {
    priceWithMarkUp: (cost: string) => (cost.startsWith("?") ? "" : "7.00"),
    markUpIn: () => "",
  };
  const user = userEvent.setup();
  render(<Form />);
  await user.type(screen.getByLabelText(/^Costs you/), "5.60");
  await user.type(screen.getByLabelText(/^Mark-up/), "25");
  const price = screen.getByLabelText<HTMLInputElement>(/^Price/);
  await vi.waitFor(() => expect(price.value).toBe("7.00"));
  expect(screen.queryByText(/^The last one/)).toBeNull();
  await user.type(screen.getByLabelText(/^Costs you/), "5.6.0");
  await screen.findByText("The price stays as it was until you fix the cost or the mark-up.");
  expect(price.value).toBe("7.00");
});

it("allows a negative price, but no negative cost or quantity", async () => {
  soon.rules = { markUpIn: () => "", priceWithMarkUp: () => "" };
  const user = userEvent.setup();
  render(<Form />);
  const price = screen.getByLabelText<HTMLInputElement>("Price");
  await user.type(price, "12.50");
  // There is a minus button.
  await user.click(screen.getByRole("button", { name: "Minus" }));
  expect(price.value).toBe("-12.50");
});
