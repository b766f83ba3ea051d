// @vitest-environment window
import { afterEach, expect, test, vi } from "vitest";
import { FULL_CONSENT, NECESSARY_CONSENT, saveConsent } from "../consent/consent";
import { reportConversion } from "./reportConversion";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const answering = (answer: () => Promise<Response>) => {
  const asked = vi.fn(answer);
  vi.stubGlobal("fetch", asked);
  return asked;
};

test("without consent to marketing nothing leaves the browser", async () => {
  const asked = answering(async () => Response.json({ destination: "none" }));
  // biome-ignore lint/suspicious/noDocumentCookie: as the browser stores it
  document.cookie = "plumbline_consent=; Path=/; Max-Age=0";
  await reportConversion("Purchase", { contentName: "plus" });
  saveConsent({ ...NECESSARY_CONSENT, analytics: true });
  await reportConversion("Purchase", { contentName: "plus" });
  expect(asked).not.toHaveBeenCalled();
});

test("a conversion is worth zero pounds, and has its own id", async () => {
  saveConsent(FULL_CONSENT);
  const bodies: { eventId: string; data: object }[] = [];
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    bodies.push(request instanceof Request ? await request.json() : JSON.parse(String(init?.body)));
    return Response.json({ destination: "meta" });
  });
  await reportConversion("CompleteRegistration", {
    contentName: "Plumbline account",
    email: "sam@example.com",
  });
  await reportConversion("Purchase", { contentName: "Plus", user: { id: "u-1", email: "kim@example.com" } });
  expect(bodies[0]).toMatchObject({
    eventName: "CompleteRegistration",
    data: {
      value: 0,
      currency: "GBP",
      email: "sam@example.com",
      contentName: "Plumbline account",
      contentCategory: "account",
    },
  });
  expect(bodies[1]).toMatchObject({
    eventName: "Purchase",
    userId: "u-1",
    data: { value: 0, contentName: "Plus", contentCategory: "plan", email: "kim@example.com" },
  });
  expect(bodies[0]?.eventId).not.toBe(bodies[1]?.eventId);
});

test("a failure is only logged", async () => {
  saveConsent(FULL_CONSENT);
  answering(async () => Response.json({ code: "internal" }, { status: 500 }));
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  await reportConversion("SubscriptionCancelled", { contentName: "plus" });
  expect(warned).toHaveBeenCalledOnce();
});

test("the recipient is returned, and nothing more is sent once there is none", async () => {
  saveConsent(FULL_CONSENT);
  let destination = "meta";
  const asked = answering(async () => Response.json({ destination }));
  expect(await reportConversion("Purchase", { contentName: "Plus" })).toBe("meta");
  destination = "none";
  expect(await reportConversion("SubscriptionUpgrade", { contentName: "Plus" })).toBe("none");
  expect(await reportConversion("SubscriptionCancelled", { contentName: "Plus" })).toBe("none");
  expect(asked).toHaveBeenCalledTimes(2);
});
