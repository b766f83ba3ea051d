import { useQuery } from "@tanstack/react-query";
import { Building2, EllipsisVertical, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { getErrorMessage } from "../../api/errors";
import { FormPage } from "../../entities/forms/FormPage";
import type { Profile } from "../../entities/profiles/profile";
import { addProfileToState, readProfileReturn } from "../../entities/profiles/profileReturn";
import { profileQuery, profilesQuery } from "../../entities/profiles/queries";
import { taxYearQuery } from "../../entities/trades/queries";
import { TradeField } from "../../entities/trades/TradeField";
import { useSignalMark } from "../../offline/waiting/useNeedsSignal";
import { todayInLondon } from "../../rules/calendar";
import { getTaxYear } from "../../rules/periods";
import { Card } from "../../ui/Card";
import { ConfirmDialog } from "../../ui/Dialog";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { NotFoundState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { CardPaymentsCard } from "./CardPaymentsCard";
import { useDeleteProfile } from "./mutations";
import { NumberingCard } from "./NumberingCard";
import { ProfileForm } from "./ProfileForm";
import { describeNewlyWaiting } from "./WaitingDetailsBanner";

const LIST_PATH = "/settings/business-profiles";

export function EditProfilePage() {
  const { id = "" } = useParams();
  const isNew = id === "new";
  const navigate = useNavigate();
  const location = useLocation();
  const back = readProfileReturn(location.state);
  const query = useQuery({ ...profileQuery(id), enabled: !isNew });
  const profile = query.data;
  return (
    <FormPage
      title={isNew ? "Your business" : (profile?.name ?? "Business profile")}
      subtitle={isNew ? "This is what your customers see. Only the name is needed to start." : undefined}
      back={back ? { to: back.to, label: "Back" } : { to: LIST_PATH, label: "Business profiles" }}
      actions={profile ? <DeleteProfileMenu profile={profile} /> : null}
      record={{
        query,
        errorTitle: "This profile could not be loaded",
        absent: (
          <NotFoundState
            icon={Building2}
            title="We couldn’t find this profile"
            link={{ to: LIST_PATH, label: "See your profiles" }}
          />
        ),
      }}
      skeletonFields={8}
    >
      {(isNew || profile) && (
        <ProfileForm
          key={id}
          profile={profile}
          cardPayments={profile ? <CardPaymentsCard profile={profile} /> : null}
          numbering={profile ? <NumberingCard profile={profile} /> : null}
          trade={profile ? <TradeCard profile={profile} /> : null}
          onSaved={(saved) => {
            toast({
              title: `${saved.name} was saved`,
              description: describeNewlyWaiting(profile, saved),
              tone: "good",
            });
            if (back)
              navigate(back.to, {
                replace: true,
                state: isNew ? addProfileToState(back, saved.id) : back.state,
              });
            else navigate(isNew ? "/dashboard" : LIST_PATH);
          }}
        />
      )}
    </FormPage>
  );
}

/** The menu with 'Delete profile', and its confirmation. */
export function DeleteProfileMenu({ profile }: { profile: Profile }) {
  const whenOnline = useSignalMark();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const deleteProfile = useDeleteProfile();
  const handleConfirm = async () => {
    try {
      await deleteProfile.mutateAsync(profile);
      navigate("/settings/business-profiles", { replace: true });
      toast({ title: `${profile.name} was deleted` });
    } catch (error) {
      setAsking(false);
      toast({ title: `${profile.name} wasn’t deleted`, description: getErrorMessage(error), tone: "bad" });
    }
  };
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton
            label="More actions"
            variant="secondary"
            icon={<EllipsisVertical aria-hidden size={20} strokeWidth={1.75} />}
          />
        }
        items={[
          whenOnline({
            label: "Delete profile",
            icon: Trash2,
            danger: true,
            onSelect: () => setAsking(true),
          }),
        ]}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete ${profile.name}?`}
        description="Existing quotes and invoices keep it. New ones can’t use it."
        confirmLabel="Delete profile"
        busy={deleteProfile.isPending}
        onConfirm={handleConfirm}
      />
    </>
  );
}

/** Which trade a business belongs to for Income Tax, where the account has several businesses. */
export function TradeCard({ profile }: { profile: Profile }) {
  const hasSeveral = (useQuery(profilesQuery).data?.length ?? 0) > 1;
  const { data } = useQuery({ ...taxYearQuery(getTaxYear(todayInLondon())), enabled: hasSeveral });
  const trade = data?.trades.find(({ businesses }) => businesses.some(({ id }) => id === profile.id));
  if (!hasSeveral || !trade) return null;
  return (
    <Card
      title="Trade"
      hint="HMRC wants Income Tax updates and return pages for each trade. We count your businesses with the same trade together. Leave this empty if you have one trade."
    >
      {/* The key resets the field when the trade was changed elsewhere. */}
      <TradeField key={trade.name} profile={profile.id} label="What this business does" trade={trade.name} />
    </Card>
  );
}
