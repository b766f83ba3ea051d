import type { CaptchaProvider } from "../../../api/generated/CaptchaProvider";

/** The provider's keys and options, as the server gives them. */
export type ProviderOptions = Omit<Extract<CaptchaProvider, { provider: "recaptcha" }>, "provider">;

interface WidgetOptions {
  sitekey: string;
  theme: "light";
  size: "normal";
  callback: (token: string) => void;
  "expired-callback": () => void;
  "error-callback": () => void;
}

/** The provider's script, as far as we use it. */
export interface ProviderApi {
  ready: (then: () => void) => void;
  render: (place: HTMLElement, options: WidgetOptions) => number;
}

declare global {
  interface Window {
    grecaptcha?: Partial<ProviderApi> & { enterprise?: ProviderApi };
  }
}

/** The script's address; the widget is rendered explicitly, by us. */
export function scriptAddress({ enterprise, host }: ProviderOptions): string {
  const file = enterprise ? "enterprise.js" : "api.js";
  return `${host.replace(/\/+$/, "")}/recaptcha/${file}?render=explicit&hl=en-GB`;
}

function loaded(enterprise: boolean): ProviderApi | null {
  const api = enterprise ? window.grecaptcha?.enterprise : window.grecaptcha;
  return api?.ready && api.render ? (api as ProviderApi) : null;
}

const loading = new Map<string, Promise<ProviderApi>>();

/** Loads the provider's script, once. One that failed is tried anew by the next call. */
export function loadProvider(options: ProviderOptions): Promise<ProviderApi> {
  const address = scriptAddress(options);
  const known = loading.get(address);
  if (known) return known;
  const next = new Promise<ProviderApi>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.async = true;
    const fail = () => {
      loading.delete(address);
      script.remove();
      reject(new Error(`The human check's script could not be loaded from ${options.host}.`));
    };
    script.onerror = fail;
    script.onload = () => {
      const api = loaded(options.enterprise);
      if (api) api.ready(() => resolve(api));
      else fail();
    };
    document.head.append(script);
  });
  loading.set(address, next);
  return next;
}

/** The widget, 304 px wide and light. */
export function renderWidget(
  api: ProviderApi,
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
