import type { SavedPhoto } from "../../api/generated/SavedPhoto";
import { register } from "../../offline/waiting/deeds";

const PHOTOS = "/api/quotes/photos";

/**
 * A photo is kept on this device first, wherever it is taken: the quote that names it goes out behind it, so that
 * neither is ever without the other.
 */
export function photosOffline(): void {
  register({
    method: "POST",
    path: PHOTOS,
    isKeptFirst: true,
    thing: (write) => ({ sort: "photo", id: idOf(write.body) }),
    label: () => "Photo for a quote",
    answer: ({ body }): SavedPhoto => ({ id: idOf(body), width: 0, height: 0 }),
  });
}

const idOf = (body: unknown) => (body instanceof FormData ? String(body.get("id")) : "");
