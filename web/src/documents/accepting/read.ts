import { ApiError } from "../../api/errors";
import type { PublicPage } from "../../api/generated/PublicPage";

/** What somebody has read who accepts: the version and, of a variation, what was agreed of its job by then. */
export const getReadVersion = ({ version, agreed }: Pick<PublicPage, "version" | "agreed">): string =>
  agreed === undefined ? version : `${version} ${agreed}`;

/** Whether an acceptance was refused because something else is to be read first. */
export const mustReadAgain = (error: Error | null): boolean =>
  error instanceof ApiError && ["document_changed", "agreed_changed"].includes(error.code);
