// @vitest-environment window
import { expect, it, vi } from "vitest";
import { buildSmsUrl, buildWhatsappUrl, listShareChannels, openShareSheet } from "./shareChannels";

const content = {
  title: "Quote Q-0001",
  text: "Hello Jo & Mo, here is quote Q-0001: £478.10\nhttps://p.example/q/abc",
  url: "https://p.example/q/abc",
  amount: "£478.10",
  amountLabel: "Total",
  phone: "447700900123",
};

it("opens the customer's conversation with the whole text", () => {
  const address = new URL(buildWhatsappUrl(content));
  expect(`${address.origin}${address.pathname}`).toBe("https://wa.me/447700900123");
  expect(address.searchParams.get("text")).toBe(content.text);
  expect(buildSmsUrl(content)).toBe(`sms:+447700900123?&body=${encodeURIComponent(content.text)}`);
});

it("lets the user choose the recipient if the number takes no messages", () => {
  expect(buildWhatsappUrl({ ...content, phone: null })).toMatch(/^https:\/\/wa\.me\/\?text=Hello%20Jo/);
  expect(buildSmsUrl({ ...content, phone: null })).toMatch(/^sms:\?&body=Hello%20Jo/);
});

it("offers the share sheet only if there is one, and treats closing it as cancelling", async () => {
  const plain = { ...navigator } as Navigator;
  vi.stubGlobal("navigator", plain);
  expect(listShareChannels()).not.toContain("share");
  const share = vi.fn().mockRejectedValueOnce(new DOMException("closed", "AbortError"));
  vi.stubGlobal("navigator", { ...plain, share });
  expect(listShareChannels()).toContain("share");
  await expect(openShareSheet(content)).resolves.toBe(true);
  share.mockRejectedValueOnce(new DOMException("too late", "NotAllowedError"));
  await expect(openShareSheet(content)).resolves.toBe(false);
  share.mockResolvedValueOnce(undefined);
  await openShareSheet(content);
  expect(share).toHaveBeenLastCalledWith({ title: content.title, text: content.text });
  vi.unstubAllGlobals();
});
