// @vitest-environment window
import { cleanup, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Wish } from "../../api/generated/Wish";
import { loadRules } from "../../rules/rules";
import { showAlone } from "../../testing/alone";
import { summaryOf } from "../../testing/records";
import { RowStatus } from "./RowStatus";

await loadRules();

describe("a row's status", () => {
  it.each([
    ["question", "Question"],
    ["changes", "Changes"],
    [null, null],
    // Left on this device by an older version.
    [undefined, null],
  ] as [Wish | null, string | null][])("says what its customer asked for: %s", async (asked, label) => {
    await showAlone(<RowStatus row={summaryOf("quote", { asked })} />);
    const badges = screen.queryAllByText(/^(Question|Changes)$/).map(({ textContent }) => textContent);
    expect(badges).toEqual(label ? [label] : []);
    cleanup();
  });
});
