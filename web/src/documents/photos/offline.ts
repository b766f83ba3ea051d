import type { SavedPhoto } from "../../api/generated/SavedPhoto";
import { registerOfflineMutations } from "../../offline/waiting/offline-mutations";

const PHOTOS_PATH = "/api/quotes/photos";

/**
 * A photo is kept on this device first, wherever it is taken: the quote that names it goes out behind it, so that
 * neither is ever without the other.
 */
export function registerPhotoMutation(): void {
  registerOfflineMutations({
    method: "POST",
    path: PHOTOS_PATH,
    isLoggedFirst: true,
    thing: (write) => ({ sort: "photo", id: getPhotoId(write.body) }),
    label: () => "Photo for a quote",
    respond: ({ body }): SavedPhoto => ({ id: getPhotoId(body), width: 0, height: 0 }),
  });
}

const getPhotoId = (body: unknown) => (body instanceof FormData ? String(body.get("id")) : "");
