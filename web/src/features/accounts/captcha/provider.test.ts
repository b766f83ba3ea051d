// @vitest-environment window
import { afterEach, expect, test, vi } from "vitest";
import { type CaptchaProviderApi, getProviderScriptUrl, loadProvider, renderWidget } from "./ProviderCheck";

const keys = { siteKey: "key", enterprise: false, host: "https://www.google.com" };

afterEach(() => {
  document.head.replaceChildren();
  window.grecaptcha = undefined;
});

test.each([
  [keys, "https://www.google.com/recaptcha/api.js?render=explicit&hl=en-GB"],
  [{ ...keys, enterprise: true }, "https://www.google.com/recaptcha/enterprise.js?render=explicit&hl=en-GB"],
  [
    { ...keys, host: "https://www.recaptcha.net/" },
    "https://www.recaptcha.net/recaptcha/api.js?render=explicit&hl=en-GB",
  ],
])("builds the script's URL from %o", (options, address) => {
  expect(getProviderScriptUrl(options)).toBe(address);
});

/** Intercepts the script elements that are added, so that they never load by themselves. */
function catchScripts(): HTMLScriptElement[] {
  const caught: HTMLScriptElement[] = [];
  vi.spyOn(document.head, "append").mockImplementation((...nodes) => {
    for (const node of nodes) if (node instanceof HTMLScriptElement) caught.push(node);
  });
  return caught;
}

test("loads the script once, and again after a failure", async () => {
  const scripts = catchScripts();
  const options = { ...keys, host: "https://one.example" };
  const first = loadProvider(options);
  expect(loadProvider(options)).toBe(first);
  scripts[0]?.onerror?.(new Event("error"));
  await expect(first).rejects.toThrow("https://one.example");

  const second = loadProvider(options);
  window.grecaptcha = { ready: (then) => then(), render: () => 1 };
  scripts[1]?.onload?.(new Event("load"));
  expect(await second).toBe(window.grecaptcha);
  expect(scripts).toHaveLength(2);
});

test("uses grecaptcha.enterprise for the enterprise edition", async () => {
  const scripts = catchScripts();
  const enterprise: CaptchaProviderApi = { ready: (then) => then(), render: () => 1 };
  const api = loadProvider({ ...keys, enterprise: true, host: "https://two.example" });
  window.grecaptcha = { enterprise };
  scripts[0]?.onload?.(new Event("load"));
  expect(await api).toBe(enterprise);
});

test("renders a light widget of normal size, and clears a token that has expired", () => {
  const render = vi.fn(() => 1);
  const onToken = vi.fn();
  const place = document.createElement("div");
  renderWidget({ ready: () => {}, render }, place, "key", onToken);
  const [[shownAt, options]] = render.mock.calls as unknown as [[HTMLElement, Record<string, unknown>]];
  expect(shownAt).toBe(place);
  expect(options).toMatchObject({ sitekey: "key", theme: "light", size: "normal" });
  (options.callback as (token: string) => void)("token");
  (options["expired-callback"] as () => void)();
  expect(onToken.mock.calls).toEqual([["token"], [null]]);
});
