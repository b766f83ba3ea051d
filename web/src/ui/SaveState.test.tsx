// @vitest-environment window
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { SaveStateLabel } from "./SaveState";

afterEach(cleanup);

it.each([
  ["saving", "Saving"],
  ["saved", "Saved"],
  ["onDevice", "On this computer only"],
  ["unsent", "On this computer only"],
  ["error", "Not saved"],
] as const)(
  "says in the state %s whether the document is saved: nothing is sent before 'Send quote' is pressed",
  (status, says) => {
    render(<SaveStateLabel status={status} />);
    expect(screen.getByRole("status").textContent).toBe(says);
  },
);
