// @vitest-environment window
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderAlone } from "../../../testing/render-alone";
import { OrderNumberField } from "./OrderNumberField";

function Draft({ begins }: { begins: string }) {
  const [number, setNumber] = useState(begins);
  return (
    <>
      <OrderNumberField value={number} onChange={setNumber} error={undefined} />
      <output>{number}</output>
    </>
  );
}

it("is a button until somebody asks for it, and then a field with the focus", async () => {
  const user = await renderAlone(<Draft begins="" />);
  expect(screen.queryByRole("textbox")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Add their order number" }));
  const field = screen.getByRole("textbox", { name: /Their order number/ });
  expect(document.activeElement).toBe(field);
  await user.type(field, "PO-1234");
  expect(screen.getByRole("status").textContent).toBe("PO-1234");
  // The field remains when it is emptied.
  await user.clear(field);
  expect(screen.getByRole("textbox")).toBeTruthy();
});

it("is a field if the document has an order number", async () => {
  await renderAlone(<Draft begins="PO-9" />);
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("PO-9");
  expect(document.activeElement).toBe(document.body);
});
