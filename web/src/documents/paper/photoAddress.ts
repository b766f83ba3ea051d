import { createContext } from "react";

/** Where a photo of a quote is seen, by its id. */
export type PhotoAddress = (id: string) => string;

/** Where the photos of the paper around are seen; null: nowhere. */
export const PhotoAddressContext = createContext<PhotoAddress | null>(null);
