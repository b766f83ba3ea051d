import { useQuery } from "@tanstack/react-query";
import { Repeat } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { isStatus } from "../../api/client";
import { errorMessage } from "../../api/errors";
import type { DueUnit } from "../../api/generated/DueUnit";
import type { Recurring } from "../../api/generated/Recurring";
import { newId } from "../../api/ids";
import { type Draft, fromWire, withUnits } from "../../documents/editor/draft/draft";
import { newDraft } from "../../documents/editor/draft/newDraft";
import { documentQueries } from "../../documents/queries";
import { meQuery } from "../../entities/accounts/queries";
import { contactsQuery } from "../../entities/contacts/queries";
import { itemsQuery } from "../../entities/items/queries";
import type { Profile } from "../../entities/profiles/profile";
import { isOnItsWay, startingProfilesQuery } from "../../entities/profiles/queries";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { recurringQuery } from "./queries";
import { RecurringForm } from "./RecurringForm";
import { emptySeries, type SeriesForm, seriesOf, seriesOfInvoice } from "./recurring";

/** /recurring/create, with `?from=` an invoice that is to come again, and /recurring/edit/:id. */
export function EditRecurringPage() {
  const { id = "" } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const from = params.get("from") ?? "";
  const isNew = id === "";
  const one = useQuery({ ...recurringQuery(id), enabled: !isNew, staleTime: 0 });
  const invoice = useQuery({ ...documentQueries.one("invoice", from), enabled: isNew && from !== "" });
  const profiles = useQuery(startingProfilesQuery);
  const contacts = useQuery(contactsQuery);
  const items = useQuery(itemsQuery);
  const me = useQuery(meQuery);
  const rules = useRules();
  const title = isNew ? "New recurring invoice" : "Edit recurring invoice";
  const back = isNew
    ? from
      ? { to: `/invoices/${from}`, label: "Invoice" }
      : { to: "/recurring", label: "Recurring invoices" }
    : { to: `/recurring/${id}`, label: one.data?.name ?? "Recurring invoice" };
  const saved = (now: Recurring) => {
    toast({ title: isNew ? "The recurring invoice was saved" : "Your changes were saved", tone: "good" });
    void navigate(`/recurring/${now.id}`, { replace: !isNew });
  };
  const asked = isNew ? (from ? invoice : null) : one;
  const failed = asked?.error ?? profiles.error ?? contacts.error;
  const begin = (): { series: SeriesForm; draft: Draft } => {
    const today = todayInLondon();
    if (one.data && !isNew) {
      return { series: seriesOf(one.data), draft: draftOf(one.data, one.data.firstDay) };
    }
    if (invoice.data && from) {
      const { businessProfileId } = invoice.data;
      // A business that is gone sends nothing any more.
      const isThere = profiles.data?.some((profile) => profile.id === businessProfileId);
      const draft = draftOf(invoice.data, invoice.data.issueDate ?? today);
      return {
        series: seriesOfInvoice(rules, invoice.data, today),
        draft: { ...draft, businessProfileId: isThere ? businessProfileId : firstOf(profiles.data) },
      };
    }
    const contactId = params.get("contactId");
    const draft = newDraft(rules, "invoice", profiles.data ?? [], contactId, today, newId());
    return {
      series: emptySeries(today, ...usualTime(profiles.data?.[0])),
      draft: { ...draft, endDate: "" },
    };
  };
  const isReady = profiles.data && !isOnItsWay(profiles) && contacts.data && (!asked || asked.data);
  return (
    <Page width="table">
      <title>{`${title} · Plumbline`}</title>
      <PageHeader title={title} back={back} />
      {isReady && me.data ? (
        <Opened
          key={id || from}
          recurring={isNew ? undefined : one.data}
          begin={begin}
          profiles={profiles.data}
          contacts={contacts.data}
          items={items.data ?? []}
          owner={me.data}
          onSaved={saved}
        />
      ) : isStatus(asked?.error, 404) ? (
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
      ) : failed ? (
        <Card>
          <ErrorState
            title="This could not be loaded"
            message={errorMessage(failed)}
            onRetry={() => {
              void asked?.refetch();
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

/** In how many days or months an invoice is due by a business's terms. */
function usualTime(profile: Profile | undefined): [count: number, unit: DueUnit] {
  const count = profile?.invoiceDays ?? null;
  if (count === null) return [14, "days"];
  return [count, profile?.invoiceDueUnit === "months" ? "months" : "days"];
}

const firstOf = (profiles: readonly Profile[] | undefined) => profiles?.[0]?.id ?? null;

/** What is written on each. Its dates are its days': one of them stands for the rates of VAT that are offered. */
function draftOf(of: Parameters<typeof fromWire>[1], day: string): Draft {
  return { ...withUnits(fromWire("invoice", of, newId)), issueDate: day, endDate: "" };
}

/** Begun once: from here on what is typed is the form's, whatever is read again. */
function Opened({
  begin,
  ...rest
}: Omit<Parameters<typeof RecurringForm>[0], "begin"> & {
  begin: () => Parameters<typeof RecurringForm>[0]["begin"];
}) {
  const [begun] = useState(begin);
  const [recurring] = useState(rest.recurring);
  return <RecurringForm {...rest} recurring={recurring} begin={begun} />;
}
