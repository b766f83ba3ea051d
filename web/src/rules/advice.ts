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

/** Both sides of a job, as the notice and the form name them: each address in one line. */
export interface CancellationParties {
  business: { name: string; address: string; phone: string; email: string };
  customer: { name: string; address: string; email: string };
  /** What the business says of when the work is done, of complaints and of goods that go back; empty: in our words. */
  says: { workTime: string; complaints: string; returns: string };
}

/** What core decides by whether a job may be cancelled; whether its lines supply goods it sees by their `prices`. */
export interface AgreedJob extends Omit<CancellationSituation, "goods"> {
  /** The quantity and the price of each line, one after the other. */
  prices: readonly string[];
}

/** What core advises on a document while it is typed. Nothing is decided on this side. */
export interface DocumentAdvice {
  /**
   * What is kept of a total in pounds, less CIS, VAT and what the materials cost, with the percentage of the flat rate
   * scheme, empty where the business is not in it, and the one that is put aside for tax. Of a job's final invoice it is of
   * the whole job, with its earlier ones.
   */
  calculateTakeHome: (
    amounts: { total: string; cis: string; vat: string; materials: string; flat: string; pot: string },
    invoiced: readonly Invoiced[],
  ) => TakeHome;
  /** The questions of the reverse charge, in HMRC's order. */
  listReverseChargeQuestions: () => QuestionWithText[];
  /** Whether it applies to a draft, a flat document of a save, of a business that is registered, by what was answered. */
  decideReverseCharge: (answers: Partial<VatAnswers>, document: object) => ReverseChargeDecision;
  /** The reliefs with their rates on a day, YYYY-MM-DD. */
  listReliefs: (day: string) => VatReliefOn[];
  /**
   * Whether only a business can be the customer of a document with a CIS rate, empty without one, and these VAT
   * treatments, its own and its lines'.
   */
  isTradeOnly: (cisRate: string, treatments: readonly Treatment[]) => boolean;
  /** Whether the customer of a job may cancel it, and why. */
  decideCancellation: (job: AgreedJob) => CancellationDecision;
  /** What they are shown of it before they accept; null where they are told nothing. */
  describeCancellation: (
    job: AgreedJob,
    sides: CancellationParties,
    heading: string,
    varies: boolean,
  ) => Cancellation | null;
}

let loadedAdvice: DocumentAdvice | null = null;

/** Core's advice in the browser: the server's own functions. */
export async function loadAdvice(): Promise<DocumentAdvice> {
  loadedAdvice ??= createAdvice(await loadRules());
  return loadedAdvice;
}

function createAdvice(rules: Rules): DocumentAdvice {
  return {
    calculateTakeHome: ({ total, cis, vat, materials, flat, pot }, invoiced) =>
      JSON.parse(rules.kept(total, cis, vat, materials, flat, pot, invoiced)) as TakeHome,
    listReverseChargeQuestions: () => JSON.parse(rules.questions()) as QuestionWithText[],
    decideReverseCharge: ({ notConstruction, inCis, customerRegistered, staff, endUserNotice }, document) =>
      JSON.parse(
        rules.reverseCharge(
          document,
          notConstruction ?? [],
          inCis ?? undefined,
          customerRegistered ?? undefined,
          staff ?? undefined,
          endUserNotice ?? undefined,
        ),
      ) as ReverseChargeDecision,
    listReliefs: (day) => JSON.parse(rules.reliefs(day)) as VatReliefOn[],
    isTradeOnly: (cisRate, treatments) => rules.isForTheTrade(cisRate, [...treatments]),
    decideCancellation: (job) =>
      JSON.parse(rules.cancellation(...toCoreAnswers(job))) as CancellationDecision,
    describeCancellation: (job, { business, customer, says }, heading, varies) => {
      const { name, address, phone, email } = business;
      const { workTime, complaints, returns } = says;
      const sides = [
        ...[name, address, phone, email, customer.name, customer.address],
        ...[workTime, complaints, returns, customer.email],
      ];
      return JSON.parse(
        rules.cancellationOffered(...toCoreAnswers(job), sides, heading, varies),
      ) as Cancellation | null;
    },
  };
}

/** A job as the package takes it: texts in their order, and two answers. */
function toCoreAnswers(job: AgreedJob): [said: string[], urgent: boolean, newBuild: boolean] {
  const { agreement, said, company, vatNumber, usual, total, inTrade, prices } = job;
  const { customer, place, urgent, newBuild, supplies } = agreement;
  const answers = [customer, place, said, company, vatNumber, usual, total, inTrade ? "yes" : "", supplies];
  return [[...answers.map((text) => text ?? ""), ...prices], urgent ?? false, newBuild ?? false];
}
