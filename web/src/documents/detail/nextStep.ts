import { useQuery } from "@tanstack/react-query";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { chasingQuery } from "../chasing/queries";
import { getEndDate } from "../kind";
import { documentQueries } from "../queries";
import { isUnanswered, isWaitingForCustomer } from "../questions/open";
import type { StoredDocument } from "../types";
import { hasPaymentToConfirm } from "./PaymentsCard";

/**
 * What comes next with a quote that waits for its customer, whether they have opened it or not: to answer what they
 * asked (which stands at the head of the page), to chase them, or where nobody is to be chased to write down that they
 * said yes.
 */
export type QuoteNextStep = "answer" | "chase" | "accept";

/** The one that comes next; none of what waits for nobody, or for a payment to be confirmed. */
export function useQuoteNextStep(doc: StoredDocument): QuoteNextStep | null {
  const { reached } = useConnection();
  const mayWait = isWaitingForCustomer(doc) && !hasPaymentToConfirm(doc) && !doc.variationOf?.closed;
  const isLapsed = useRules().hasPassed(getEndDate(doc.kind, doc) ?? "", todayInLondon());
  const timeline = useQuery({ ...documentQueries.timeline(doc.kind, doc.id), enabled: mayWait });
  const chasing = useQuery({ ...chasingQuery(doc.kind, doc.id), enabled: mayWait && !isLapsed });
  if (!mayWait) return null;
  if (timeline.data?.questions?.some(isUnanswered)) return "answer";
  // Until the server has said otherwise: its button waits for that.
  const mayChase = chasing.data ? chasing.data.message !== null : !(chasing.isError && reached);
  if (!isLapsed && mayChase) return "chase";
  return doc.publicToken ? "accept" : null;
}
