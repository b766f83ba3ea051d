import { useQuery } from "@tanstack/react-query";
import { Repeat } from "lucide-react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import type { DueUnit } from "../../api/generated/DueUnit";
import type { Recurring } from "../../api/generated/Recurring";
import { newId } from "../../api/requests";
import { createDraft } from "../../documents/editor/draft/createDraft";
import {
  type DocumentDraft,
  fillDraftLabourUnits,
  toDocumentDraft,
} from "../../documents/editor/draft/draft";
import { documentQueries } from "../../documents/queries";
import { meQuery } from "../../entities/accounts/queries";
import { contactsQuery } from "../../entities/contacts/queries";
import { FormPage } from "../../entities/forms/FormPage";
import { itemsQuery } from "../../entities/items/queries";
import type { Profile } from "../../entities/profiles/profile";
import { isLoadingProfiles, newDocumentProfilesQuery } from "../../entities/profiles/queries";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { NotFoundState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { useSearchParams } from "../../ui/useSearchParams";
import { recurringQuery } from "./queries";
import { RecurringForm } from "./RecurringForm";
import { createSeries, type RecurringSeriesForm, startSeriesFromInvoice, toSeriesForm } from "./series-form";

/** /recurring/create, with `?from=` for an invoice to repeat, and /recurring/edit/:id. */
export function EditRecurringPage() {
  const { id = "" } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const from = params.get("from") ?? "";
  const isNew = id === "";
  const recurringQueryResult = useQuery({ ...recurringQuery(id), enabled: !isNew, staleTime: 0 });
  const invoice = useQuery({ ...documentQueries.one("invoice", from), enabled: isNew && from !== "" });
  const profiles = useQuery(newDocumentProfilesQuery);
  const contacts = useQuery(contactsQuery);
  const items = useQuery(itemsQuery);
  const me = useQuery(meQuery);
  const rules = useRules();
  const back = isNew
    ? from
      ? { to: `/invoices/${from}`, label: "Invoice" }
      : { to: "/recurring", label: "Recurring invoices" }
    : { to: `/recurring/${id}`, label: recurringQueryResult.data?.name ?? "Recurring invoice" };
  const handleSaved = (savedRecurring: Recurring) => {
    toast({ title: isNew ? "The recurring invoice was saved" : "Your changes were saved", tone: "good" });
    void navigate(`/recurring/${savedRecurring.id}`, { replace: !isNew });
  };
  const source = isNew ? (from ? invoice : null) : recurringQueryResult;
  const createInitialForm = (): { series: RecurringSeriesForm; draft: DocumentDraft } => {
    const today = todayInLondon();
    if (recurringQueryResult.data && !isNew) {
      return {
        series: toSeriesForm(recurringQueryResult.data),
        draft: toDraft(recurringQueryResult.data, recurringQueryResult.data.firstDay),
      };
    }
    if (invoice.data && from) {
      const { businessProfileId } = invoice.data;
      // A deleted business can't send anything.
      const hasProfile = profiles.data?.some((profile) => profile.id === businessProfileId);
      const draft = toDraft(invoice.data, invoice.data.issueDate ?? today);
      return {
        series: startSeriesFromInvoice(rules, invoice.data, today),
        draft: {
          ...draft,
          businessProfileId: hasProfile ? businessProfileId : getFirstProfileId(profiles.data),
        },
      };
    }
    const contactId = params.get("contactId");
    const draft = createDraft(rules, "invoice", profiles.data ?? [], contactId, today, newId());
    return {
      series: createSeries(today, ...getUsualPaymentTerm(profiles.data?.[0])),
      draft: { ...draft, endDate: "" },
    };
  };
  const isReady = profiles.data && !isLoadingProfiles(profiles) && contacts.data && (!source || source.data);
  return (
    <FormPage
      title={isNew ? "New recurring invoice" : "Edit recurring invoice"}
      back={back}
      width="table"
      record={{
        query: {
          error: source?.error ?? profiles.error ?? contacts.error,
          isFetching: false,
          refetch: () => {
            void source?.refetch();
            void profiles.refetch();
            void contacts.refetch();
          },
        },
        isAbsent: isStatus(source?.error, 404),
        absent: (
          <NotFoundState
            icon={Repeat}
            title={isNew ? "We couldn’t find this invoice" : "We couldn’t find this recurring invoice"}
            link={{ to: "/recurring", label: "See all recurring invoices" }}
          />
        ),
      }}
      skeletonFields={7}
    >
      {isReady && me.data && (
        <OpenedRecurringForm
          key={id || from}
          recurring={isNew ? undefined : recurringQueryResult.data}
          begin={createInitialForm}
          profiles={profiles.data}
          contacts={contacts.data}
          items={items.data ?? []}
          owner={me.data}
          onSaved={handleSaved}
        />
      )}
    </FormPage>
  );
}

/** The payment terms of a business, in days or months. */
function getUsualPaymentTerm(profile: Profile | undefined): [count: number, unit: DueUnit] {
  const count = profile?.invoiceDays ?? null;
  if (count === null) return [14, "days"];
  return [count, profile?.invoiceDueUnit === "months" ? "months" : "days"];
}

const getFirstProfileId = (profiles: readonly Profile[] | undefined) => profiles?.[0]?.id ?? null;

/**
 * The draft of each invoice. Its dates depend on the series; a date is needed only to offer the VAT rates of
 * that day.
 */
function toDraft(input: Parameters<typeof toDocumentDraft>[1], day: string): DocumentDraft {
  return { ...fillDraftLabourUnits(toDocumentDraft("invoice", input, newId)), issueDate: day, endDate: "" };
}

/** Starts the form once: from then on its input isn't replaced, even if the data is refetched. */
function OpenedRecurringForm({
  begin,
  ...rest
}: Omit<Parameters<typeof RecurringForm>[0], "begin"> & {
  begin: () => Parameters<typeof RecurringForm>[0]["begin"];
}) {
  const [initialForm] = useState(begin);
  const [recurring] = useState(rest.recurring);
  return <RecurringForm {...rest} recurring={recurring} begin={initialForm} />;
}
