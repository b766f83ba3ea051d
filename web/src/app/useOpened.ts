import { useEffect } from "react";
import { useNavigate } from "react-router";

/** Goes where a touched message on the device leads: the service worker says so to the window that it brings to the front. */
export function useNotificationNavigation(): void {
  const navigate = useNavigate();
  useEffect(() => {
    // Absent on an insecure address, and where somebody has turned it off.
    const workers = "serviceWorker" in navigator ? navigator.serviceWorker : null;
    const open = ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== "object" || data === null || !("type" in data) || data.type !== "OPEN") return;
      if ("path" in data && typeof data.path === "string") void navigate(data.path);
    };
    workers?.addEventListener("message", open);
    return () => workers?.removeEventListener("message", open);
  }, [navigate]);
}
