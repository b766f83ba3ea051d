// @vitest-environment window

import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ProfileRecord } from "../../api/generated/ProfileRecord";
import { loadRules } from "../../rules/rules";
import { fillField } from "../../testing/each-test";
import { SELF_HOSTED } from "../../testing/fixtures";
import { mockFault, mockResponse, respondJson } from "../../testing/network";
import { findHeading, findToast, openSignedIn } from "../../testing/open-app";
import { describeFormSave, describeScreenStates, NOT_FOUND } from "../../testing/screen-states";

const PIPES: ProfileRecord = {
  id: "c3b2a190-8f7e-4d6c-9b5a-493827161509",
  version: 1,
  stripe_account_id: null,
  createdAt: 0,
  updatedAt: 0,
  name: "Pipe & Sons",
  email: "",
  phone: "",
  website: "",
  logoUrl: null,
  template: "classic",
  brandColour: null,
  address_line1: "",
  address_line2: "",
  city: "",
  county: "",
  post_code: "",
  country: "GB",
  taxNumber: "",
  registrationNumber: "",
  ownerName: "",
  serviceAddress: "",
  peppolId: "",
  quoteTerms: "",
  invoiceTerms: "",
  quoteMessage: "",
  invoiceMessage: "",
  quoteReminder: "",
  invoiceReminder: "",
  accepts_cash: false,
  accepts_bank_transfer: false,
  accepts_card: false,
  accepts_paypal: false,
  paypal: "",
  bankName: "",
  accountName: "",
  accountNumber: "",
  sortCode: "",
  quoteDays: 30,
  invoiceDays: 14,
  invoiceDueUnit: "days",
  includeDeposit: false,
  deposit: "0",
  depositType: "percentage",
  cisRate: null,
  agreedAt: "",
  workTime: "",
  complaints: "",
  returns: "",
  pricesIncludeVat: false,
};

describeScreenStates("the business profiles", {
  path: "/settings/business-profiles",
  call: "GET /api/business-profiles",
  answer: [PIPES],
  shows: PIPES.name,
  empty: {
    answer: [],
    says: "No business profile yet",
    next: ["Add your business", "/settings/business-profiles/new"],
  },
  fails: "Your profiles could not be loaded",
});

describeScreenStates("a business profile", {
  path: `/settings/business-profiles/${PIPES.id}`,
  call: "GET /api/business-profiles/{id}",
  answer: PIPES,
  shows: PIPES.name,
  besides: () => {
    mockResponse("GET /api/business-profiles/{id}/numbering", []);
    mockResponse("GET /api/business-profiles/{id}/card", {
      state: "off",
      connected: false,
      chargesEnabled: false,
      detailsSubmitted: false,
    });
  },
  fails: "This profile could not be loaded",
  refused: [
    {
      when: "when it no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this profile",
      next: ["See your profiles", "/settings/business-profiles"],
    },
  ],
});

const NO_CARD = {
  state: "notConnected",
  connected: false,
  chargesEnabled: false,
  detailsSubmitted: false,
} as const;
const profile = () => {
  mockResponse("GET /api/business-profiles/{id}", PIPES);
  mockResponse("GET /api/business-profiles/{id}/numbering", []);
};

describeScreenStates("the card payments of a business", {
  path: `/settings/business-profiles/${PIPES.id}`,
  call: "GET /api/business-profiles/{id}/card",
  answer: NO_CARD,
  shows: "Set up card payments",
  besides: profile,
  fails: "Card payments could not be loaded",
});

const openCard = async () => {
  mockResponse("GET /api/business-profiles/{id}/card", NO_CARD);
  profile();
  return await openSignedIn(`/settings/business-profiles/${PIPES.id}`);
};

it("says that card payments are part of Plus when the plan does not include them", async () => {
  mockResponse("GET /api/subscription", { ...SELF_HOSTED, features: [] });
  await openCard();
  await screen.findByText(/^Card payments are part of Plus\./);
  expect(screen.queryByRole("button", { name: "Set up card payments" })).toBeNull();
  expect(screen.getByRole("link", { name: "See plans" }).getAttribute("href")).toBe("/settings/plan");
});

it("says that setting up card payments failed, and can try again", async () => {
  const user = await openCard();
  const sent = mockFault(
    "POST /api/business-profiles/{id}/card",
    respondJson(502, { message: "Stripe could not be reached." }),
  );
  const button = await screen.findByRole("button", { name: "Set up card payments" });
  await user.click(button);
  await findToast("The server had a problem. Your work is still here: please try again.");
  await user.click(await screen.findByRole("button", { name: "Set up card payments" }));
  await waitFor(() => expect(sent).toHaveLength(2));
});

describeFormSave("a new business profile", {
  path: "/settings/business-profiles/new",
  call: "POST /api/business-profiles",
  fields: [["Business name", PIPES.name]],
  refused: { path: "name", label: "Business name" },
  button: "Save business",
});

const openProfile = async (record: Partial<ProfileRecord>) => {
  mockResponse("GET /api/business-profiles/{id}", { ...PIPES, ...record } as ProfileRecord);
  mockResponse("GET /api/business-profiles/{id}/numbering", []);
  mockResponse("GET /api/business-profiles/{id}/card", NO_CARD);
  const user = await openSignedIn(`/settings/business-profiles/${PIPES.id}`);
  const find = () => screen.findByRole<HTMLButtonElement>("switch", { name: "Prices include VAT" });
  const save = async () => {
    const sent = mockResponse("PUT /api/business-profiles/{id}", PIPES);
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    return sent[0]?.body as Record<string, unknown>;
  };
  return { user, find, save };
};

it("saves the choice that prices include VAT", async () => {
  const { user, find, save } = await openProfile({ taxNumber: "GB416203590" });
  expect((await find()).getAttribute("aria-checked")).toBe("false");
  await user.click(await find());
  expect(await save()).toMatchObject({ pricesIncludeVat: true });
});

it("offers prices with VAT only to a business that charges it", async () => {
  const { find } = await openProfile({ taxNumber: "" });
  expect((await find()).disabled).toBe(true);
  screen.getByText("For businesses with a VAT number.");
});

it("does not send whether prices include VAT when the server did not say", async () => {
  const { user, find, save } = await openProfile({ taxNumber: "GB416203590", pricesIncludeVat: undefined });
  await find();
  await user.type(screen.getByLabelText("Phone (optional)"), "0113");
  const body = await save();
  expect(body).toMatchObject({ phone: "0113" });
  expect(JSON.parse(JSON.stringify(body))).not.toHaveProperty("pricesIncludeVat");
});

it("focuses the list's heading after a profile is saved with Enter in a field", async () => {
  // The template samples need them.
  await loadRules();
  mockResponse("GET /api/business-profiles", [PIPES]);
  mockResponse("GET /api/business-profiles/{id}", PIPES);
  mockResponse("GET /api/business-profiles/{id}/numbering", []);
  mockResponse("GET /api/business-profiles/{id}/card", NO_CARD);
  mockResponse("PUT /api/business-profiles/{id}", { ...PIPES, version: 2, phone: "0113 496 0142" });
  const user = await openSignedIn(`/settings/business-profiles/${PIPES.id}`);
  await fillField(user, await screen.findByLabelText("Phone (optional)"), "0113 496 0142");
  await user.keyboard("{Enter}");
  const heading = await findHeading("Business profiles");
  await waitFor(() => expect(document.activeElement).toBe(heading));
});
