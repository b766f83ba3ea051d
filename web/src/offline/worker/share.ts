// Photos that another app shares with this one: stored until a form takes them as receipts.

import { registerRoute } from "workbox-routing";
import { SHARE_FIELD, SHARE_PATH, SHARED_PARAM, type ShareRefusal, saveSharedPhotos } from "../shared-photos";

/** Redirects to the expense form, with the result of the share. */
const redirectToForm = (outcome: "true" | ShareRefusal) =>
  Response.redirect(`/expenses/create?${SHARED_PARAM}=${outcome}`, 303);

async function takeShare(request: Request): Promise<Response> {
  try {
    const shared = (await request.formData()).getAll(SHARE_FIELD).filter((one) => one instanceof File);
    return redirectToForm((await saveSharedPhotos(shared)) ?? "true");
  } catch (error) {
    console.warn("What you shared could not be saved.", error);
    return redirectToForm("not-kept");
  }
}

/** Makes the worker accept files that are shared with the app. */
export function handleShares(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
    ({ request }) => takeShare(request),
    "POST",
  );
}
