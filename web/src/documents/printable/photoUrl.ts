import { createContext } from "react";

/** Returns the address of a quote's photo by its id. */
export type GetPhotoUrl = (id: string) => string;

/**
 * The function for the photos of the printable document around a component; null if photos aren't displayed.
 */
export const PhotoUrlContext = createContext<GetPhotoUrl | null>(null);
