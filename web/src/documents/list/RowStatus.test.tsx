// @vitest-environment window
import { cleanup, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { EmailState } from "../../api/generated/EmailState";
import type { QuestionKind } from "../../api/generated/QuestionKind";
import { todayInLondon } from "../../rules/calendar";
import { loadRules } from "../../rules/rules";
import { createSummary } from "../../testing/fixtures";
import { renderAlone } from "../../testing/render-alone";
import { RowStatus } from "./RowStatus";

await loadRules();

describe("a row's status", () => {
  it.each([
    ["question", "Question"],
    ["changes", "Changes"],
    [null, null],
    // Cached on this device by an older version of the app.
    [undefined, null],
  ] as [QuestionKind | null, string | null][])(
    "says what its customer asked for: %s",
    async (asked, label) => {
      await renderAlone(<RowStatus row={createSummary("quote", { asked })} />);
      const badges = screen.queryAllByText(/^(Question|Changes)$/).map(({ textContent }) => textContent);
      expect(badges).toEqual(label ? [label] : []);
      cleanup();
    },
  );

  it.each<[EmailState | null, string | null]>([
    ["unconfirmed", "Email not confirmed"],
    ["refused", "Email refused"],
    ["given_up", "Email wasn’t sent"],
    ["sent", null],
    [null, null],
  ])("marks an email that may not have arrived: %s", async (lostEmail, label) => {
    await renderAlone(<RowStatus row={createSummary("quote", { lostEmail })} />);
    const marks = screen.queryAllByRole("img").map((mark) => mark.getAttribute("aria-label"));
    expect(marks).toEqual(label ? [label] : []);
  });

  it("marks a payment that is to be confirmed", async () => {
    await renderAlone(<RowStatus row={createSummary("invoice", { toConfirm: "30.00" })} />);
    screen.getByRole("img", { name: "£30.00 to confirm" });
  });

  it("says of a partly paid invoice that it is late, from the day after the due date", async () => {
    const displayStatus = { code: "partially_paid", label: "Partially Paid", tone: "amber" } as const;
    const row = createSummary("invoice", { status: "partially_paid", displayStatus });
    const said = async (dueDate: string) => {
      await renderAlone(<RowStatus row={{ ...row, dueDate }} />);
      const [badge] = screen.getAllByText(/^Partially Paid/);
      cleanup();
      return badge?.textContent;
    };
    const today = todayInLondon();
    expect(await said(today)).toBe("Partially Paid");
    expect(await said(todayInLondon(new Date(Date.now() - 86_400_000)))).toBe("Partially Paid · overdue");
  });

  it("shows today's status of a sent quote, whatever the server said before", async () => {
    const said = async (status: string, expiryDate: string) => {
      const displayStatus = { code: status, label: "As it was", tone: "blue" } as const;
      await renderAlone(<RowStatus row={createSummary("quote", { status, displayStatus, expiryDate })} />);
      const text = document.body.textContent;
      cleanup();
      return text;
    };
    expect(await said("sent", "2020-01-31")).toBe("Expired");
    expect(await said("accepted", "2020-01-31")).toBe("As it was");
  });
});
