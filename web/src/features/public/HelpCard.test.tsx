// @vitest-environment window
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { HelpCard } from "./HelpCard";

afterEach(cleanup);

const SUBJECT = "Re: Quote Q-0012 & more";
const linksOf = (phone: string | null, email: string | null) => {
  render(<HelpCard help={{ phone, email, subject: SUBJECT }} />);
  const links = screen.queryAllByRole("link");
  return Object.fromEntries(links.map((link) => [link.textContent, link.getAttribute("href")]));
};

it("rings and writes to the business", () => {
  expect(linksOf("+44 7700 900123", "hello@pipe.example")).toEqual({
    Call: "tel:+447700900123",
    Email: "mailto:hello@pipe.example?subject=Re%3A%20Quote%20Q-0012%20%26%20more",
  });
});

it("offers the ways that the business gave", () => {
  expect(linksOf("07700 900123", null)).toEqual({ Call: "tel:07700900123" });
  cleanup();
  expect(Object.keys(linksOf(null, "hello@pipe.example"))).toEqual(["Email"]);
});
