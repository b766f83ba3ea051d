import { createContext } from "react";

/** Where a photo of a quote is seen, by its id. */
export type GetPhotoUrl = (id: string) => string;

/** Where the photos of the paper around are seen; null: nowhere. */
export const PhotoUrlContext = createContext<GetPhotoUrl | null>(null);
