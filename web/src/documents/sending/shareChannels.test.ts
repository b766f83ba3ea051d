// @vitest-environment window
import { expect, it, vi } from "vitest";
import { buildSmsUrl, buildWhatsappUrl, listShareChannels, openShareSheet } from "./shareChannels";

const words = {
  title: "Quote Q-0001",
  text: "Hello Jo & Mo, here is quote Q-0001: £478.10\nhttps://p.example/q/abc",
  url: "https://p.example/q/abc",
  amount: "£478.10",
  amountLabel: "Total",
  phone: "447700900123",
};

it("leads to the customer's conversation, with the whole text", () => {
  const address = new URL(buildWhatsappUrl(words));
  expect(`${address.origin}${address.pathname}`).toBe("https://wa.me/447700900123");
  expect(address.searchParams.get("text")).toBe(words.text);
  expect(buildSmsUrl(words)).toBe(`sms:+447700900123?&body=${encodeURIComponent(words.text)}`);
});

it("lets the user choose the recipient if the number takes no messages", () => {
  expect(buildWhatsappUrl({ ...words, phone: null })).toMatch(/^https:\/\/wa\.me\/\?text=Hello%20Jo/);
  expect(buildSmsUrl({ ...words, phone: null })).toMatch(/^sms:\?&body=Hello%20Jo/);
});

it("offers the share sheet only if there is one, and treats closing it as cancelling", async () => {
  const plain = { ...navigator } as Navigator;
  vi.stubGlobal("navigator", plain);
  expect(listShareChannels()).not.toContain("share");
  const share = vi.fn().mockRejectedValueOnce(new DOMException("closed", "AbortError"));
  vi.stubGlobal("navigator", { ...plain, share });
  expect(listShareChannels()).toContain("share");
  await expect(openShareSheet(words)).resolves.toBe(true);
  share.mockRejectedValueOnce(new DOMException("too late", "NotAllowedError"));
  await expect(openShareSheet(words)).resolves.toBe(false);
  share.mockResolvedValueOnce(undefined);
  await openShareSheet(words);
  expect(share).toHaveBeenLastCalledWith({ title: words.title, text: words.text });
  vi.unstubAllGlobals();
});
