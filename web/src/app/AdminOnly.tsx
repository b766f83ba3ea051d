import { useQuery } from "@tanstack/react-query";
import { Outlet } from "react-router";
import { meQuery } from "../entities/accounts/queries";
import { NotFoundPage } from "./NotFoundPage";

/** The pages of the administration; to everybody else there is no such page. The server asks for itself. */
export function AdminOnly() {
  const { data: user } = useQuery(meQuery);
  return user?.isAdmin ? <Outlet /> : <NotFoundPage />;
}
