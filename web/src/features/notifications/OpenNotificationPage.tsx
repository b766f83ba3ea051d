import { useEffect } from "react";
import { Navigate, useParams } from "react-router";
import { PageSpinner } from "../../ui/Spinner";
import { useMarkNotificationRead } from "./mutations";
import { findNotificationPath } from "./notification-path";

/** The page opened by a push notification: marks it as read and continues to its subject. */
export function OpenNotificationPage() {
  const { id = "" } = useParams();
  const { mutate, data, isError } = useMarkNotificationRead();
  useEffect(() => mutate(id), [mutate, id]);
  if (isError) return <Navigate to="/notifications" replace />;
  if (!data) return <PageSpinner />;
  return <Navigate to={findNotificationPath(data) ?? "/notifications"} replace />;
}
