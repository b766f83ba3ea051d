import { useEffect } from "react";
import { Navigate, useParams } from "react-router";
import { PageSpinner } from "../../ui/Spinner";
import { useReadOne } from "./mutations";
import { placeOf } from "./place";

/** Where a touch of a message on the device leads: notes that it was seen, and goes on to what it is about. */
export function NotificationPage() {
  const { id = "" } = useParams();
  const { mutate, data, isError } = useReadOne();
  useEffect(() => mutate(id), [mutate, id]);
  if (isError) return <Navigate to="/notifications" replace />;
  if (!data) return <PageSpinner />;
  return <Navigate to={placeOf(data) ?? "/notifications"} replace />;
}
