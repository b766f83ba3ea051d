// @vitest-environment window
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { DateField } from "./DateField";

afterEach(cleanup);

const RANGE = "The date must be between 1 January 2000 and 31 December 2099.";

function renderField(value: string, error?: string) {
  return <DateField label="Issue date" value={value} error={error} onValueChange={() => {}} />;
}

it.each([
  ["2026-11-05", "5 Nov 2026"],
  ["2026-12-06", "6 Dec 2026"],
  ["2027-01-31", "31 Jan 2027"],
  ["2028-02-29", "29 Feb 2028"],
])("shows %s as %s, with the month as a word", (value, written) => {
  const { container } = render(renderField(value));
  expect(container.querySelector("span[aria-hidden]")?.textContent).toBe(written);
});

it("refuses a year that a browser made of six typed digits, once it is left", () => {
  render(renderField("0126-11-20"));
  const input = screen.getByLabelText("Issue date");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  screen.getByText(RANGE);
  fireEvent.focus(input);
  expect(screen.queryByText(RANGE)).toBeNull();
  fireEvent.blur(input);
  screen.getByText(RANGE);
});

it.each(["", "2000-01-01", "2026-11-20", "2099-12-31"])("accepts %s", (value) => {
  render(renderField(value));
  expect(screen.queryByText(RANGE)).toBeNull();
});

it.each(["1999-12-31", "2100-01-01", "12026-11-20"])("refuses %s", (value) => {
  render(renderField(value));
  screen.getByText(RANGE);
});

it("shows the server's error about a valid date", () => {
  render(renderField("2026-11-20", "Another sentence."));
  screen.getByText("Another sentence.");
});

it("is not sent with its form while its year is invalid", () => {
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
  const form = (value: string) => <form onSubmit={onSubmit}>{renderField(value)}</form>;
  const { rerender } = render(form("0126-11-20"));
  const input = screen.getByLabelText("Issue date");
  fireEvent.focus(input);
  // Submitted with Enter, while the field still has the focus.
  fireEvent.submit(input);
  expect(onSubmit).not.toHaveBeenCalled();
  screen.getByText(RANGE);
  rerender(form("2026-11-20"));
  fireEvent.submit(input);
  expect(onSubmit).toHaveBeenCalledOnce();
});
