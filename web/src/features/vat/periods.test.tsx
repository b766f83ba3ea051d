// @vitest-environment window
// A second business's VAT return stays that business's, whichever period and file is asked for.
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { VatBusiness } from "../../api/generated/VatBusiness";
import type { VatReturnReport } from "../../api/generated/VatReturnReport";
import { mockResponse, type RecordedRequest } from "../../testing/network";
import { openSignedIn, waitForPath } from "../../testing/open-app";

const createBusiness = (id: string, name: string): VatBusiness => ({
  id,
  name,
  number: "GB123456789",
  registration: {
    version: 1,
    from: "2026-01-01",
    until: null,
    periods: "march",
    annualEndsIn: 3,
    schemes: [],
  },
  flatPercent: null,
  outside: [],
});

const RETURN: VatReturnReport = {
  profile: "p2",
  name: "Roofs & Co",
  number: "GB123456789",
  from: "2026-04-01",
  to: "2026-06-30",
  due: "2026-08-07",
  dueConfirmed: true,
  filedAt: null,
  elsewhere: false,
  canFile: false,
  filing: "",
  canOpen: false,
  boxes: [],
  reclaims: false,
  flat: [],
  limitedCost: null,
  late: 0,
  notes: [],
  outside: [],
  before: "2026-03-31",
  after: "2026-09-30",
  today: "2026-10-01",
};

/** Opens the second business's return; answers who is at it, and the requests for returns. */
async function openSecond() {
  mockResponse("GET /api/vat", [createBusiness("p1", "Pipe & Sons"), createBusiness("p2", "Roofs & Co")]);
  mockResponse("GET /api/vat/{id}/bad-debts", {
    name: "",
    unclaimed: [],
    unclaimedCount: 0,
    unclaimedVat: "0.00",
    writtenOff: [],
  });
  const asked = mockResponse("GET /api/vat/{id}/return", RETURN);
  const user = await openSignedIn("/vat?business=p2&on=2026-06-30");
  await screen.findByText("1 Apr 2026 to 30 Jun 2026");
  return { user, asked };
}

const listAsked = (asked: RecordedRequest<"GET /api/vat/{id}/return">[]) =>
  asked.map(({ params: { id }, query }) => `${id} ${query.get("on") ?? ""}`);

it.each([
  ["Earlier period", "2026-03-31"],
  ["Later period", "2026-09-30"],
])("'%s' stays with the same business", async (name, on) => {
  const { user, asked } = await openSecond();
  await user.click(screen.getByRole("button", { name }));
  await waitForPath(`/vat?business=p2&on=${on}`);
  await waitFor(() => expect(listAsked(asked).at(-1)).toBe(`p2 ${on}`));
  expect(new Set(listAsked(asked))).toEqual(new Set(["p2 2026-06-30", `p2 ${on}`]));
});

it("offers downloads for the displayed business and period", async () => {
  const { user } = await openSecond();
  await user.click(screen.getByRole("button", { name: "Download" }));
  const items = await screen.findAllByRole("menuitem");
  expect(items.map((item) => item.getAttribute("href"))).toEqual(
    ["pdf", "xlsx", "csv"].map((as) => `/api/vat/p2/return/file?on=2026-06-30&as=${as}`),
  );
});

it("shows the current period when another business is chosen", async () => {
  const { user } = await openSecond();
  const asked = mockResponse("GET /api/vat/{id}/return", { ...RETURN, profile: "p1", name: "Pipe & Sons" });
  await user.selectOptions(screen.getByLabelText("Business"), "p1");
  await waitForPath("/vat?business=p1");
  await waitFor(() => expect(listAsked(asked)).toContain("p1 "));
});
