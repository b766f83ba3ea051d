// @vitest-environment window
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { MARGARET } from "../../testing/fixtures";
import { renderAlone } from "../../testing/render-alone";
import { ContactDetails } from "./ContactDetails";

it("links to the customer's phone number and email address", async () => {
  await renderAlone(<ContactDetails contact={{ ...MARGARET, phone: "(0113) 496 0000" }} />);
  const phone = await screen.findByRole("link", { name: "(0113) 496 0000" });
  expect(phone.getAttribute("href")).toBe("tel:01134960000");
  // A long address wraps after its @.
  const email = screen.getByRole("link", { name: /^margaret@ ?example\.com$/ });
  expect(email.getAttribute("href")).toBe("mailto:margaret@example.com");
  expect([email.textContent, email.querySelector("wbr")?.previousSibling?.textContent]).toEqual([
    "margaret@example.com",
    "margaret@",
  ]);
});
