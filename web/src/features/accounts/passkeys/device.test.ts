import { afterEach, expect, test, vi } from "vitest";
import type { AuthConfig } from "../../../api/generated/AuthConfig";
import { canUsePasskeys, PasskeyAlreadyOnDevice, PasskeyPromptDismissed, signWithPasskey } from "./passkeys";

const config = (passkeysOf: string | null) => ({ passkeysOf }) as AuthConfig;

afterEach(() => vi.unstubAllGlobals());

test("passkeys can be used only on the configured host and in a browser that supports them", () => {
  const host = "quotes.example";
  expect(canUsePasskeys(config(host), host)).toBe(false);
  vi.stubGlobal("PublicKeyCredential", { parseRequestOptionsFromJSON: () => ({}) });
  expect(canUsePasskeys(config(host), host)).toBe(true);
  expect(canUsePasskeys(config(host), "127.0.0.1")).toBe(false);
  expect(canUsePasskeys(config(null), host)).toBe(false);
  expect(canUsePasskeys(undefined, host)).toBe(false);
});

test("distinguishes a dismissed prompt and an existing passkey from other errors", async () => {
  vi.stubGlobal("PublicKeyCredential", { parseRequestOptionsFromJSON: () => ({}) });
  const get = vi.fn();
  vi.stubGlobal("navigator", { credentials: { get } });
  get.mockRejectedValueOnce(new DOMException("no", "NotAllowedError"));
  await expect(signWithPasskey({})).rejects.toBeInstanceOf(PasskeyPromptDismissed);
  get.mockRejectedValueOnce(new DOMException("no", "InvalidStateError"));
  await expect(signWithPasskey({})).rejects.toBeInstanceOf(PasskeyAlreadyOnDevice);
  get.mockRejectedValueOnce(new TypeError("odd"));
  await expect(signWithPasskey({})).rejects.toBeInstanceOf(TypeError);
});
