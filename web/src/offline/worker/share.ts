// Photos that another app shares with this one: stored until a form takes them as receipts.

import { registerRoute } from "workbox-routing";
import { FIELD, keepShared, type Refusal, SHARED, TARGET } from "../shared/photos";

/** A form that says what it has, or why it has nothing. */
const form = (said: "true" | Refusal) => Response.redirect(`/expenses/create?${SHARED}=${said}`, 303);

async function take(request: Request): Promise<Response> {
  try {
    const shared = (await request.formData()).getAll(FIELD).filter((one) => one instanceof File);
    return form((await keepShared(shared)) ?? "true");
  } catch (error) {
    console.warn("What you shared could not be saved.", error);
    return form("not-kept");
  }
}

/** Has the worker take what is shared with the app. */
export function takeShares(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === TARGET,
    ({ request }) => take(request),
    "POST",
  );
}
