// @vitest-environment window
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { HelpCard } from "./HelpCard";

afterEach(cleanup);

const SUBJECT = "Re: Quote Q-0012 & more";
const renderLinks = (phone: string | null, email: string | null) => {
  render(<HelpCard help={{ phone, email, subject: SUBJECT }} />);
  const links = screen.queryAllByRole("link");
  return Object.fromEntries(links.map((link) => [link.textContent, link.getAttribute("href")]));
};

it("links to the business's phone number and email address", () => {
  expect(renderLinks("+44 7700 900123", "hello@pipe.example")).toEqual({
    Call: "tel:+447700900123",
    Email: "mailto:hello@pipe.example?subject=Re%3A%20Quote%20Q-0012%20%26%20more",
  });
});

it("offers only the contact details that the business has given", () => {
  expect(renderLinks("07700 900123", null)).toEqual({ Call: "tel:07700900123" });
  cleanup();
  expect(Object.keys(renderLinks(null, "hello@pipe.example"))).toEqual(["Email"]);
});
