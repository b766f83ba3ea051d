// @vitest-environment window
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderAlone } from "../../testing/render-alone";
import { NavigationRail } from "./NavigationBars";

it("says beside each list how many payments wait to be confirmed", async () => {
  await renderAlone(
    <NavigationRail paymentsToConfirm={{ "/quotes": 2, "/invoices": 3 }} hasNewButton onSearch={() => {}} />,
  );
  const name = (to: string) => document.querySelector(`nav a[href="${to}"]`)?.textContent;
  await screen.findByRole("navigation", { name: "Main" });
  expect([name("/quotes"), name("/invoices"), name("/contacts")]).toEqual([
    "Quotes2 payments to confirm",
    "Invoices3 payments to confirm",
    "Contacts",
  ]);
});

it.each([
  ["/vat/returns", "Reports"],
  ["/owed", "Reports"],
  ["/credit-notes/1", "Invoices"],
  ["/contacts/1/statement", "Contacts"],
  ["/support", undefined],
])("marks where the page at %s belongs", async (path, place) => {
  await renderAlone(<NavigationRail paymentsToConfirm={{}} hasNewButton onSearch={() => {}} />, path);
  const current = [...document.querySelectorAll("nav a[aria-current=page]")];
  expect(current.map(({ textContent }) => textContent)).toEqual(place ? [place] : []);
});
