import { Check, CloudOff, CloudUpload, Smartphone, TriangleAlert } from "lucide-react";
import { getOnlyHereText } from "./device";
import { Spinner } from "./Spinner";

export type SaveStateName = "idle" | "saving" | "saved" | "onDevice" | "unsent" | "error";

/** Where the typed text is: on the server, on its way, or only on this device. */
const getStatusText = (status: Exclude<SaveStateName, "idle">): string =>
  ({
    saving: "Saving",
    saved: "Saved",
    onDevice: getOnlyHereText(),
    unsent: getOnlyHereText(),
    error: "Not saved",
  })[status];

/** Shows whether the typed text is saved; announced politely. */
export function SaveStateLabel({ status, detail }: { status: SaveStateName; detail?: string }) {
  if (status === "idle") return <span role="status" className="sr-only" />;
  const icon = {
    saving: <Spinner className="scale-75" />,
    saved: <Check aria-hidden size={16} strokeWidth={2} />,
    onDevice: <Smartphone aria-hidden size={16} strokeWidth={1.75} />,
    unsent: detail ? (
      <CloudOff aria-hidden size={16} strokeWidth={1.75} />
    ) : (
      <CloudUpload aria-hidden size={16} strokeWidth={1.75} />
    ),
    error: <TriangleAlert aria-hidden size={16} strokeWidth={1.75} />,
  }[status];
  return (
    <span
      role="status"
      className={`flex items-center gap-1.5 whitespace-nowrap text-sm max-sm:text-xs ${status === "error" ? "text-bad" : "text-quiet"}`}
    >
      {icon}
      {getStatusText(status)}
      {detail ? <span className="hidden md:inline">· {detail}</span> : null}
    </span>
  );
}
