import { useQuery } from "@tanstack/react-query";
import { Repeat } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
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
import { itemsQuery } from "../../entities/items/queries";
import type { Profile } from "../../entities/profiles/profile";
import { isLoadingProfiles, newDocumentProfilesQuery } from "../../entities/profiles/queries";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
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
  const title = isNew ? "New recurring invoice" : "Edit recurring invoice";
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
  const error = source?.error ?? profiles.error ?? contacts.error;
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
    <Page width="table">
      <title>{`${title} · Plumbline`}</title>
      <PageHeader title={title} back={back} />
      {isReady && me.data ? (
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
      ) : isStatus(source?.error, 404) ? (
        <Card>
          <EmptyState
            icon={Repeat}
            title={isNew ? "We couldn’t find this invoice" : "We couldn’t find this recurring invoice"}
            action={
              <Button asChild>
                <Link to="/recurring">See all recurring invoices</Link>
              </Button>
            }
          >
            It may have been deleted.
          </EmptyState>
        </Card>
      ) : error ? (
        <Card>
          <ErrorState
            title="This could not be loaded"
            message={getErrorMessage(error)}
            onRetry={() => {
              void source?.refetch();
              void profiles.refetch();
              void contacts.refetch();
            }}
          />
        </Card>
      ) : (
        <Card>
          <FormSkeleton fields={7} />
        </Card>
      )}
    </Page>
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
