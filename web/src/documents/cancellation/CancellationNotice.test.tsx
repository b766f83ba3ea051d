// @vitest-environment window
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Cancellation } from "../../api/generated/Cancellation";
import { renderAlone } from "../../testing/render-alone";
import { CancellationNotice } from "./CancellationNotice";

const GIVEN: Cancellation = {
  right: true,
  line: "You may cancel until 14 days after the last of the goods reach you.",
  earlyNote: "",
  notice: ["You may cancel this job within 14 days."],
  form: [{ label: "Goods received on", value: "" }],
  early: "",
  cancel: false,
};

it("shows the other information that a customer gets before they agree", async () => {
  const information = [
    { label: "When", value: "Two days in May." },
    { label: "Returning goods", value: "We’ll collect them at our own cost." },
  ];
  await renderAlone(<CancellationNotice cancellation={{ ...GIVEN, information }} />);
  expect(screen.getByText("Dates, complaints and your rights")).toBeTruthy();
  for (const { label, value } of information) {
    expect(screen.getByText(label)).toBeTruthy();
    expect(screen.getByText(value)).toBeTruthy();
  }
  expect(screen.getByText("Goods received on")).toBeTruthy();
});

it("shows an older notice as it was issued", async () => {
  await renderAlone(<CancellationNotice cancellation={GIVEN} />);
  expect(screen.queryByText("Dates, complaints and your rights")).toBeNull();
  expect(screen.getByText("You may cancel this job within 14 days.")).toBeTruthy();
});
