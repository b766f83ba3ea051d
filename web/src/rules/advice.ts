import type { Cancellation } from "../api/generated/Cancellation";
import type { CancellationDecision } from "../api/generated/CancellationDecision";
import type { CancellationSituation } from "../api/generated/CancellationSituation";
import type { Invoiced } from "../api/generated/Invoiced";
import type { QuestionWithText } from "../api/generated/QuestionWithText";
import type { ReverseChargeDecision } from "../api/generated/ReverseChargeDecision";
import type { TakeHome } from "../api/generated/TakeHome";
import type { Treatment } from "../api/generated/Treatment";
import type { VatAnswers } from "../api/generated/VatAnswers";
import type { VatReliefOn } from "../api/generated/VatReliefOn";
import { loadRules, type Rules } from "./rules";

/** Both parties of a job, as the notice and the form name them, with each address on one line. */
export interface CancellationParties {
  business: { name: string; address: string; phone: string; email: string };
  customer: { name: string; address: string; email: string };
  /**
   * What the business says about the time of the work, complaints and returned goods; empty for our default
   * text.
   */
  says: { workTime: string; complaints: string; returns: string };
}

/**
 * What core needs to decide whether a job can be cancelled; it sees by the `prices` whether the lines supply
 * goods.
 */
export interface AgreedJob extends Omit<CancellationSituation, "goods"> {
  /** The quantity and price of each line, alternating. */
  prices: readonly string[];
}

/** Core's advice on a document while it is being edited. This side decides nothing. */
export interface DocumentAdvice {
  /**
   * What remains of a total in pounds after CIS, VAT and materials. `flat` is the percentage of the flat rate
   * scheme, empty if the business doesn't use it; `pot` is the percentage set aside for tax. For a job's
   * final invoice it covers the whole job with its earlier invoices.
   */
  calculateTakeHome: (
    amounts: { total: string; cis: string; vat: string; materials: string; flat: string; pot: string },
    invoiced: readonly Invoiced[],
  ) => TakeHome;
  /** The questions about the reverse charge, in HMRC's order. */
  listReverseChargeQuestions: () => QuestionWithText[];
  /**
   * Whether the reverse charge applies to a draft, given as the flat document of a save, of a VAT-registered
   * business, according to the answers.
   */
  decideReverseCharge: (answers: Partial<VatAnswers>, document: object) => ReverseChargeDecision;
  /** The reliefs with their rates on a day, YYYY-MM-DD. */
  listReliefs: (day: string) => VatReliefOn[];
  /**
   * Whether only a business can be the customer, given a CIS rate (empty if there is none) and the VAT
   * treatments of the document and its lines.
   */
  isTradeOnly: (cisRate: string, treatments: readonly Treatment[]) => boolean;
  /** Whether the customer of a job may cancel it, and why. */
  decideCancellation: (job: AgreedJob) => CancellationDecision;
  /** What customers are shown about cancelling before they accept; null if nothing is shown. */
  describeCancellation: (
    job: AgreedJob,
    sides: CancellationParties,
    heading: string,
    varies: boolean,
  ) => Cancellation | null;
}

let loadedAdvice: DocumentAdvice | null = null;

/** Core's advice in the browser: the same functions as on the server. */
export async function loadAdvice(): Promise<DocumentAdvice> {
  loadedAdvice ??= createAdvice(await loadRules());
  return loadedAdvice;
}

function createAdvice(rules: Rules): DocumentAdvice {
  return {
    calculateTakeHome: ({ total, cis, vat, materials, flat, pot }, invoiced) =>
      JSON.parse(rules.calculateTakeHome(total, cis, vat, materials, flat, pot, invoiced)) as TakeHome,
    listReverseChargeQuestions: () => JSON.parse(rules.listReverseChargeQuestions()) as QuestionWithText[],
    decideReverseCharge: ({ notConstruction, inCis, customerRegistered, staff, endUserNotice }, document) =>
      JSON.parse(
        rules.decideReverseCharge(
          document,
          notConstruction ?? [],
          inCis ?? undefined,
          customerRegistered ?? undefined,
          staff ?? undefined,
          endUserNotice ?? undefined,
        ),
      ) as ReverseChargeDecision,
    listReliefs: (day) => JSON.parse(rules.listVatReliefs(day)) as VatReliefOn[],
    isTradeOnly: (cisRate, treatments) => rules.isBusinessOnly(cisRate, [...treatments]),
    decideCancellation: (job) =>
      JSON.parse(rules.decideCancellation(...toCoreAnswers(job))) as CancellationDecision,
    describeCancellation: (job, { business, customer, says }, heading, varies) => {
      const { name, address, phone, email } = business;
      const { workTime, complaints, returns } = says;
      const sides = [
        ...[name, address, phone, email, customer.name, customer.address],
        ...[workTime, complaints, returns, customer.email],
      ];
      return JSON.parse(
        rules.presentCancellation(...toCoreAnswers(job), sides, heading, varies),
      ) as Cancellation | null;
    },
  };
}

/** A job in the form that core takes: a list of texts and two answers. */
function toCoreAnswers(job: AgreedJob): [said: string[], urgent: boolean, newBuild: boolean] {
  const { agreement, said, company, vatNumber, usual, total, inTrade, prices } = job;
  const { customer, place, urgent, newBuild, supplies } = agreement;
  const answers = [customer, place, said, company, vatNumber, usual, total, inTrade ? "yes" : "", supplies];
  return [[...answers.map((text) => text ?? ""), ...prices], urgent ?? false, newBuild ?? false];
}
