import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useNavigate, useParams } from "react-router";
import { FormPage } from "../../entities/forms/FormPage";
import { profileQuery } from "../../entities/profiles/queries";
import { NotFoundState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { RemindersForm } from "./RemindersForm";
import { chasePlanQuery } from "./reminder-plan";

/** When a business reminds its customers automatically, and the texts it sends. */
export function RemindersPage() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const profile = useQuery(profileQuery(id)).data;
  const query = useQuery(chasePlanQuery(id));
  const back = `/settings/business-profiles/${id}`;
  return (
    <FormPage
      title="Reminders"
      subtitle="Plumbline emails your customers on the days you choose, until they pay or reply."
      back={{ to: back, label: profile?.name || "Business profile" }}
      record={{
        query,
        errorTitle: "The reminders could not be loaded",
        absent: (
          <NotFoundState
            icon={Building2}
            title="We couldn’t find this profile"
            link={{ to: "/settings/business-profiles", label: "See your profiles" }}
          />
        ),
      }}
      skeletonFields={6}
    >
      {query.data && (
        <RemindersForm
          profileId={id}
          plan={query.data}
          onSaved={(saved) => {
            const on = saved.invoices || saved.quotes;
            toast({ title: on ? "Reminders are on" : "Reminders are off", tone: "good" });
            navigate(back);
          }}
        />
      )}
    </FormPage>
  );
}
