import { useEffect } from "react";
import { Navigate, useParams } from "react-router";
import { PageSpinner } from "../../ui/Spinner";
import { useMarkNotificationRead } from "./mutations";
import { findNotificationPath } from "./notification-path";

/** Where a touch of a message on the device leads: notes that it was seen, and goes on to what it is about. */
export function OpenNotificationPage() {
  const { id = "" } = useParams();
  const { mutate, data, isError } = useMarkNotificationRead();
  useEffect(() => mutate(id), [mutate, id]);
  if (isError) return <Navigate to="/notifications" replace />;
  if (!data) return <PageSpinner />;
  return <Navigate to={findNotificationPath(data) ?? "/notifications"} replace />;
}
