import { useRouteError } from "react-router";
import { ErrorScreen } from "../ui/ErrorBoundary";

/** The failure screen for an error in a route; the error is logged for whoever looks. */
export function RouteErrorPage() {
  console.error(useRouteError());
  return <ErrorScreen />;
}
