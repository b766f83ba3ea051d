import { useQuery } from "@tanstack/react-query";
import { ShieldOff } from "lucide-react";
import { Outlet, useSearchParams } from "react-router";
import { LOOK_OVER } from "../entities/accounts/look";
import { meQuery } from "../entities/accounts/queries";
import { NotFoundPage, WayHome } from "./NotFoundPage";

/** The pages of the administration; to everybody else there is no such page. The server asks for itself. */
export function AdminOnly() {
  const { data: user } = useQuery(meQuery);
  const [params] = useSearchParams();
  if (user?.isAdmin) return <Outlet />;
  if (params.get(LOOK_OVER.name) !== LOOK_OVER.value) return <NotFoundPage />;
  // The role was taken away while its owner looked into an account.
  return (
    <WayHome icon={ShieldOff} title="You’re no longer an administrator" name="Your access has ended">
      Your access to the account has ended too.
    </WayHome>
  );
}
