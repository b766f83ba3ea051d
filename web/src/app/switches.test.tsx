// @vitest-environment window
// The switches that save immediately, without a button: each sends the state that it displays.
import { screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import type { Chasing } from "../api/generated/Chasing";
import type { NotificationSettings } from "../api/generated/NotificationSettings";
import { ChasingCard } from "../documents/chasing/ChasingCard";
import { PinCard } from "../features/accounts/settings/SignInCards";
import { ContactRemindersCard } from "../features/contacts/ContactPage";
import { NotificationSettingsPage } from "../features/notifications/NotificationSettingsPage";
import { ACCOUNT, createDraft } from "../testing/fixtures";
import {
  type ApiCall,
  mockFault,
  mockHeldResponse,
  mockResponse,
  type RecordedRequest,
  respondJson,
} from "../testing/network";
import { renderAlone } from "../testing/render-alone";
import { toastStore } from "../ui/toast";

interface SwitchSpec {
  part: ReactNode;
  label: string;
  call: ApiCall;
  /** Sets the state that the server responds with. */
  stands: (on: boolean) => void;
  /** The server's response after the switch was changed. */
  answer: (on: boolean) => unknown;
  sends: (on: boolean) => unknown;
}

const createChasing = (on: boolean): Chasing => ({
  planned: true,
  off: !on,
  contactOff: false,
  next: null,
  why: null,
  last: null,
  problem: null,
  message: null,
});

const TOPICS = [
  { topic: "quotes_accepted", label: "Quotes accepted", hint: "", on: true },
  { topic: "quotes_declined", label: "Quotes declined", hint: "", on: false },
  { topic: "card_payments", label: "Card payments", hint: "", on: true },
] satisfies NotificationSettings["topics"];

/** One topic is off from the start and must stay off when another is changed. */
const createSettings = (change: Partial<NotificationSettings>): NotificationSettings => ({
  showDetails: false,
  topics: TOPICS,
  ...change,
});
const createTopics = (on: boolean) =>
  createSettings({ topics: TOPICS.map((one) => (one.topic === "card_payments" ? { ...one, on } : one)) });
const createDetails = (showDetails: boolean) => createSettings({ showDetails });
const mockSettings = (answer: NotificationSettings) => {
  mockResponse("GET /api/notifications/settings", answer);
  mockResponse("GET /api/notifications/devices", { applicationServerKey: "", devices: [] });
};

const SWITCHES: Record<string, SwitchSpec> = {
  "the reminders of a quote": {
    part: <ChasingCard document={{ ...createDraft("quote"), status: "sent" }} isLate={false} />,
    label: "Send reminders for this quote",
    call: "PUT /api/quotes/{id}/chasing",
    stands: (on) => mockResponse("GET /api/quotes/{id}/chasing", createChasing(on)),
    answer: createChasing,
    sends: (on) => ({ off: !on }),
  },
  "the reminders of an invoice": {
    part: <ChasingCard document={{ ...createDraft("invoice"), status: "partially_paid" }} isLate={false} />,
    label: "Send reminders for this invoice",
    call: "PUT /api/invoices/{id}/chasing",
    stands: (on) => mockResponse("GET /api/invoices/{id}/chasing", createChasing(on)),
    answer: createChasing,
    sends: (on) => ({ off: !on }),
  },
  "the reminders of a customer": {
    part: <ContactRemindersCard contactId="c1" />,
    label: "Automatic reminders",
    call: "PUT /api/contacts/{id}/chasing",
    stands: (on) => mockResponse("GET /api/contacts/{id}/chasing", { off: !on }),
    answer: (on) => ({ off: !on }),
    sends: (on) => ({ off: !on }),
  },
  "a notification topic": {
    part: <NotificationSettingsPage />,
    label: "Card payments",
    call: "PUT /api/notifications/settings",
    stands: (on) => mockSettings(createTopics(on)),
    answer: createTopics,
    sends: (on) => ({
      showDetails: false,
      off: on ? ["quotes_declined"] : ["quotes_declined", "card_payments"],
    }),
  },
  "names and amounts on a lock screen": {
    part: <NotificationSettingsPage />,
    label: "Show amounts and names",
    call: "PUT /api/notifications/settings",
    stands: (on) => mockSettings(createDetails(on)),
    answer: createDetails,
    sends: (showDetails) => ({ showDetails, off: ["quotes_declined"] }),
  },
};

const findSwitch = (name: string) => screen.findByRole<HTMLButtonElement>("switch", { name });
const isOn = (one: HTMLElement) => one.getAttribute("aria-checked") === "true";

const REFUSAL_REASON = "It has just changed.";
/** Waits for the message that the change wasn't saved, and why. */
const findRefusal = () =>
  waitFor(() => {
    const { title = "", description = "", tone } = toastStore.snapshot() ?? {};
    expect({ said: [title, description], tone }).toEqual({
      said: expect.arrayContaining([REFUSAL_REASON]),
      tone: "bad",
    });
  });

describe.each(Object.entries(SWITCHES))("the switch for %s", (_, of) => {
  const { part, label, call, stands, answer, sends } = of;

  it.each([
    ["on", true],
    ["off", false],
  ])("sends that it is %s, and shows it", async (_, on) => {
    stands(!on);
    const { sent, release }: { sent: RecordedRequest<ApiCall>[]; release: () => void } = mockHeldResponse(
      call,
      answer(on) as never,
    );
    const user = await renderAlone(part);
    const one = await findSwitch(label);
    expect(isOn(one)).toBe(!on);
    await user.click(one);
    await waitFor(() => expect(sent).toHaveLength(1));
    // A second press before the response arrives.
    await user.click(one);
    release();
    await waitFor(() => {
      expect(isOn(one)).toBe(on);
      expect(one.disabled).toBe(false);
    });
    expect(sent.map(({ body }) => body)).toEqual([sends(on)]);
  });

  it("says why the server refuses, and stays as it was", async () => {
    stands(true);
    const sent = mockFault(call, respondJson(409, { message: REFUSAL_REASON }));
    const user = await renderAlone(part);
    const one = await findSwitch(label);
    await user.click(one);
    await findRefusal();
    await waitFor(() => expect(one.disabled).toBe(false));
    expect(sent).toHaveLength(1);
    expect(isOn(one)).toBe(true);
  });
});

it("cannot turn on the reminders of a document if they are off for its customer", async () => {
  mockResponse("GET /api/quotes/{id}/chasing", { ...createChasing(true), contactOff: true });
  await renderAlone(<ChasingCard document={{ ...createDraft("quote"), status: "sent" }} isLate={false} />);
  const one = await findSwitch("Send reminders for this quote");
  expect(isOn(one)).toBe(false);
  expect(one.disabled).toBe(true);
});

describe("the switch of the PIN", () => {
  const LABEL = "Log in with a PIN on this device";
  const show = (enrolled: boolean) => renderAlone(<PinCard account={{ ...ACCOUNT, pin: { enrolled } }} />);

  it("turns it off at once", async () => {
    const sent = mockResponse("DELETE /api/auth/pin", undefined as never);
    const user = await show(true);
    await user.click(await findSwitch(LABEL));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("says why the server refuses to turn it off, and stays on", async () => {
    mockFault("DELETE /api/auth/pin", respondJson(409, { message: REFUSAL_REASON }));
    const user = await show(true);
    const one = await findSwitch(LABEL);
    await user.click(one);
    await findRefusal();
    expect(isOn(one)).toBe(true);
  });

  it("asks for the digits before it is on", async () => {
    const user = await show(false);
    const one = await findSwitch(LABEL);
    await user.click(one);
    await screen.findByRole("dialog", { name: "Quick PIN Login" });
    expect(isOn(one)).toBe(false);
  });
});
