// @vitest-environment window
// Other income that was removed by mistake comes back whole.
import { act, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { OtherIncome } from "../../api/generated/OtherIncome";
import { mockResponse } from "../../testing/network";
import { renderAlone } from "../../testing/render-alone";
import { toastStore } from "../../ui/toast";
import { OtherIncomeCard } from "./OtherIncomeCard";

const ROWS: OtherIncome[] = [
  { id: "o1", date: "2026-06-01", description: "Scrap copper", amount: "17.00", businessProfileId: "p2" },
  { id: "o2", date: "2026-07-09", description: "Bank interest", amount: "3.50", businessProfileId: null },
];

it.each(ROWS.map((row) => [row.description, row] as const))(
  "restores removed income with all its fields: %s",
  async (description, row) => {
    const user = await renderAlone(<OtherIncomeCard rows={ROWS} trades={[]} />);
    const removed = mockResponse("DELETE /api/income-tax/other-income/{id}", undefined);
    const added = mockResponse("POST /api/income-tax/other-income", row);
    await user.click(await screen.findByRole("button", { name: `Remove ${description}` }));
    await waitFor(() => expect(toastStore.snapshot()?.title).toBe(`${description} removed`));
    expect(removed.map(({ params }) => params.id)).toEqual([row.id]);
    await act(async () => toastStore.snapshot()?.action?.onPress());
    await waitFor(() => expect(added.map(({ body }) => body)).toEqual([row]));
  },
);
