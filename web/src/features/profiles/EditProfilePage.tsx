import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { Link, useLocation, useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import { addProfileToState, readProfileReturn } from "../../entities/profiles/profileReturn";
import { profileQuery } from "../../entities/profiles/queries";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { CardPaymentsCard } from "./CardPaymentsCard";
import { DeleteProfileMenu } from "./DeleteProfile";
import { NumberingCard } from "./NumberingCard";
import { describeNewlyWaiting } from "./newly-waiting";
import { ProfileForm } from "./ProfileForm";
import { TradeCard } from "./TradeCard";

const LIST_PATH = "/settings/business-profiles";

export function EditProfilePage() {
  const { id = "" } = useParams();
  const isNew = id === "new";
  const navigate = useNavigate();
  const location = useLocation();
  const back = readProfileReturn(location.state);
  const { data: profile, error, isFetching, refetch } = useQuery({ ...profileQuery(id), enabled: !isNew });
  const title = isNew ? "Your business" : (profile?.name ?? "Business profile");
  return (
    <Page width="narrow">
      <title>{`${title} · Plumbline`}</title>
      <PageHeader
        title={title}
        subtitle={isNew ? "This is what your customers see. Only the name is needed to start." : undefined}
        back={back ? { to: back.to, label: "Back" } : { to: LIST_PATH, label: "Business profiles" }}
        actions={profile ? <DeleteProfileMenu profile={profile} /> : null}
      />
      {isNew || profile ? (
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
      ) : (
        <Card>
          {isStatus(error, 404) ? (
            <EmptyState
              icon={Building2}
              title="We couldn’t find this profile"
              action={
                <Button asChild>
                  <Link to={LIST_PATH}>See your profiles</Link>
                </Button>
              }
            >
              It may have been deleted.
            </EmptyState>
          ) : error && !isFetching ? (
            <ErrorState
              title="This profile could not be loaded"
              message={getErrorMessage(error)}
              onRetry={() => void refetch()}
            />
          ) : (
            <FormSkeleton fields={8} />
          )}
        </Card>
      )}
    </Page>
  );
}
