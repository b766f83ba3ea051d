import { useQuery } from "@tanstack/react-query";
import { ShieldOff } from "lucide-react";
import { Outlet, useSearchParams } from "react-router";
import { SUPPORT_ENDED_PARAM } from "../entities/accounts/look";
import { meQuery } from "../entities/accounts/queries";
import { NotFoundPage, UnavailablePage } from "./ErrorPages";

/** The pages of the administration; to everybody else there is no such page. The server asks for itself. */
export function AdminRoute() {
  const { data: user } = useQuery(meQuery);
  const [params] = useSearchParams();
  if (user?.isAdmin) return <Outlet />;
  if (params.get(SUPPORT_ENDED_PARAM.name) !== SUPPORT_ENDED_PARAM.value) return <NotFoundPage />;
  // The role was taken away while its owner looked into an account.
  return (
    <UnavailablePage
      icon={ShieldOff}
      title="You’re no longer an administrator"
      windowTitle="Your access has ended"
    >
      Your access to the account has ended too.
    </UnavailablePage>
  );
}
