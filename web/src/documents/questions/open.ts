import type { Question } from "../../api/generated/Question";
import type { StoredDocument } from "../types";

/** Whether nobody has answered it yet. */
export const isUnanswered = ({ answeredAt }: Question): boolean => answeredAt === null;

/** Whether it is an offer that its customer has not answered. */
export const isWaitingForCustomer = ({ kind, status, archived }: StoredDocument): boolean =>
  kind === "quote" && status === "sent" && !archived;
