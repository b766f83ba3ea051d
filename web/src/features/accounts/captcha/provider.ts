import type { CaptchaProvider } from "../../../api/generated/CaptchaProvider";

/** The provider's keys and options, as the server gives them. */
export type CaptchaProviderOptions = Omit<Extract<CaptchaProvider, { provider: "recaptcha" }>, "provider">;

interface CaptchaWidgetOptions {
  sitekey: string;
  theme: "light";
  size: "normal";
  callback: (token: string) => void;
  "expired-callback": () => void;
  "error-callback": () => void;
}

/** The provider's script, as far as we use it. */
export interface CaptchaProviderApi {
  ready: (then: () => void) => void;
  render: (place: HTMLElement, options: CaptchaWidgetOptions) => number;
}

declare global {
  interface Window {
    grecaptcha?: Partial<CaptchaProviderApi> & { enterprise?: CaptchaProviderApi };
  }
}

/** The script's address; the widget is rendered explicitly, by us. */
export function getProviderScriptUrl({ enterprise, host }: CaptchaProviderOptions): string {
  const file = enterprise ? "enterprise.js" : "api.js";
  return `${host.replace(/\/+$/, "")}/recaptcha/${file}?render=explicit&hl=en-GB`;
}

function getLoadedProvider(enterprise: boolean): CaptchaProviderApi | null {
  const api = enterprise ? window.grecaptcha?.enterprise : window.grecaptcha;
  return api?.ready && api.render ? (api as CaptchaProviderApi) : null;
}

const loadingScripts = new Map<string, Promise<CaptchaProviderApi>>();

/** Loads the provider's script, once. One that failed is tried anew by the next call. */
export function loadProvider(options: CaptchaProviderOptions): Promise<CaptchaProviderApi> {
  const address = getProviderScriptUrl(options);
  const known = loadingScripts.get(address);
  if (known) return known;
  const next = new Promise<CaptchaProviderApi>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.async = true;
    const fail = () => {
      loadingScripts.delete(address);
      script.remove();
      reject(new Error(`The human check's script could not be loaded from ${options.host}.`));
    };
    script.onerror = fail;
    script.onload = () => {
      const api = getLoadedProvider(options.enterprise);
      if (api) api.ready(() => resolve(api));
      else fail();
    };
    document.head.append(script);
  });
  loadingScripts.set(address, next);
  return next;
}

/** The widget, 304 px wide and light. */
export function renderWidget(
  api: CaptchaProviderApi,
  place: HTMLElement,
  siteKey: string,
  onToken: (token: string | null) => void,
): void {
  api.render(place, {
    sitekey: siteKey,
    theme: "light",
    size: "normal",
    callback: onToken,
    "expired-callback": () => onToken(null),
    "error-callback": () => onToken(null),
  });
}
