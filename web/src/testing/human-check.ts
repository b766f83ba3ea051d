// A stand-in for the script of the human check's provider, as far as a page uses it.
import { onTestFinished, vi } from "vitest";
import type { AuthConfig } from "../api/generated/AuthConfig";
import type { CaptchaProviderApi } from "../features/accounts/captcha/ProviderCheck";

/** A server with a provider's keys. */
export const RECAPTCHA: Pick<AuthConfig, "captcha"> = {
  captcha: { provider: "recaptcha", siteKey: "site-key", enterprise: true, host: "https://check.example" },
};

type HumanCheckOptions = Parameters<CaptchaProviderApi["render"]>[1];

/** Installs the stand-in. Its box is a button named "I'm not a robot". */
export function stubHumanCheck() {
  const scripts: string[] = [];
  const rendered: HumanCheckOptions[] = [];
  let number = 0;
  const api: CaptchaProviderApi = {
    ready: (then) => then(),
    render(place, options) {
      rendered.push(options);
      const box = document.createElement("button");
      box.type = "button";
      box.textContent = "I'm not a robot";
      box.onclick = () => {
        number += 1;
        options.callback(`token-${number}`);
      };
      place.append(box);
      return rendered.length;
    },
  };
  const append = document.head.append.bind(document.head);
  vi.spyOn(document.head, "append").mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement)) append(node);
      else {
        scripts.push(node.src);
        window.grecaptcha = { enterprise: api };
        queueMicrotask(() => node.onload?.(new Event("load")));
      }
    }
  });
  onTestFinished(() => {
    window.grecaptcha = undefined;
  });
  return { scripts, rendered };
}
