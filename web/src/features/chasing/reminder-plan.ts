import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ChasePlanInput } from "../../api/generated/ChasePlanInput";
import type { Moment } from "../../api/generated/Moment";
import type { Occasion } from "../../api/generated/Occasion";
import type { ProfileChasePlan } from "../../api/generated/ProfileChasePlan";
import type { Weekday } from "../../api/generated/Weekday";
import { get, newId, post, put } from "../../api/requests";
import { ALL_KINDS, type WrittenKind } from "../../documents/kind";
import { documentKeys } from "../../documents/queries";

/** A reminder in the form: what was typed, with a stable key. */
export interface ReminderStepRow {
  key: string;
  moment: Moment;
  days: string;
}

/** A reminder plan as edited in the form. */
export interface RemindersDraft extends Omit<ChasePlanInput, "steps"> {
  rows: ReminderStepRow[];
}

export const MAX_STEPS = 10;

/** The moments from which a reminder of each kind may be counted. */
export const MOMENTS: Record<WrittenKind, { value: Moment; label: string }[]> = {
  invoice: [
    { value: "beforeDue", label: "days before due" },
    { value: "onDue", label: "On the due day" },
    { value: "afterDue", label: "days after due" },
  ],
  quote: [
    { value: "afterSent", label: "days after sending" },
    { value: "beforeExpiry", label: "days before expiry" },
  ],
};

/** The occasions for which each kind has a reminder text, with their labels. */
export const OCCASIONS: Record<WrittenKind, { occasion: Occasion; label: string }[]> = {
  invoice: [
    { occasion: "beforeDue", label: "Before an invoice is due" },
    { occasion: "onDue", label: "On the day it is due" },
    { occasion: "afterDue", label: "After it’s overdue" },
  ],
  quote: [
    { occasion: "unanswered", label: "A quote with no reply" },
    { occasion: "expiring", label: "A quote that’s about to expire" },
  ],
};

export const WEEKDAYS: { value: Weekday; label: string }[] = [
  { value: "monday", label: "Monday" },
  { value: "tuesday", label: "Tuesday" },
  { value: "wednesday", label: "Wednesday" },
  { value: "thursday", label: "Thursday" },
  { value: "friday", label: "Friday" },
  { value: "saturday", label: "Saturday" },
  { value: "sunday", label: "Sunday" },
];

const MOMENT_KINDS: Record<Moment, WrittenKind> = {
  beforeDue: "invoice",
  onDue: "invoice",
  afterDue: "invoice",
  afterSent: "quote",
  beforeExpiry: "quote",
};

export const getKindOfMoment = (moment: Moment): WrittenKind => MOMENT_KINDS[moment];

export function toDraft(plan: ProfileChasePlan): RemindersDraft {
  const { steps, usual: _, ...rest } = plan;
  return {
    ...rest,
    rows: steps.map(({ moment, days }) => ({ key: newId(), moment, days: String(days) })),
  };
}

/** Converts the form to what is saved; the steps are in the order of the form's rows. */
export function toInput({ rows, ...rest }: RemindersDraft): ChasePlanInput {
  const steps = rows.map(({ moment, days }) => ({
    moment,
    days: moment === "onDue" ? 0 : Number(days || 0),
  }));
  return { ...rest, steps };
}

/** Another reminder of a kind: a week after the last one that is sent after the due date or the sending. */
export function nextStep(kind: WrittenKind, rows: ReminderStepRow[]): ReminderStepRow {
  const moment: Moment = kind === "invoice" ? "afterDue" : "afterSent";
  const days = rows.filter((row) => row.moment === moment).map((row) => Number(row.days) || 0);
  return { key: newId(), moment, days: String(Math.min(365, Math.max(0, ...days) + 7)) };
}

/** A business's reminder plan. */
export const chasePlanQuery = (id: string) =>
  queryOptions({
    queryKey: ["/api/business-profiles", id, "chasing"] as const,
    queryFn: ({ signal }) => get("/api/business-profiles/{id}/chasing", { params: { id }, signal }),
    // The form starts from this data, which must not change while somebody types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export function useSaveChasePlan(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChasePlanInput) =>
      put("/api/business-profiles/{id}/chasing", { params: { id }, body }),
    onSuccess: (plan) => {
      client.setQueryData(chasePlanQuery(id).queryKey, plan);
      for (const { kind } of ALL_KINDS) void client.invalidateQueries({ queryKey: documentKeys.all(kind) });
    },
  });
}

/** A preview of a reminder with this text. */
export const reminderPreviewQuery = (id: string, occasion: Occasion, words: string) =>
  queryOptions({
    queryKey: ["/api/business-profiles", id, "chasing", "sample", occasion, words] as const,
    queryFn: () =>
      post("/api/business-profiles/{id}/chasing/preview", { params: { id }, body: { occasion, words } }),
    staleTime: 0,
    gcTime: 0,
  });
