import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { getErrorMessage } from "../../../api/errors";
import type { AccountExport } from "../../../api/generated/AccountExport";
import { askForPassword } from "../../../entities/accounts/confirm-password";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { formatDateTime, formatFileSize } from "../../../ui/formats";
import { useStartExport } from "./mutations";
import { exportQuery, isExportRunning } from "./queries";

/** A copy of everything, made in the background. */
export function AccountExportCard() {
  const { data: latestExport, refetch } = useQuery(exportQuery);
  const startExport = useStartExport();
  const [problem, setProblem] = useState<string | null>(null);
  const handleStart = () => {
    setProblem(null);
    startExport.mutate(undefined, { onError: (error) => setProblem(getErrorMessage(error)) });
  };
  const handleDownload = async () => {
    if (await askForPassword("download your data")) await refetch();
  };
  const isRunning = isExportRunning(latestExport);
  return (
    <Card
      title="Download my data"
      hint="Everything in your account as JSON and CSV, with your files, in one zip. You can download it for 3 days."
    >
      <div className="flex flex-col gap-4">
        {problem ? (
          <Banner tone="red" live>
            {problem}
          </Banner>
        ) : null}
        {latestExport ? (
          <ExportProgress latestExport={latestExport} onOpen={() => void handleDownload()} />
        ) : null}
        <Button
          className="md:self-end"
          disabled={isRunning}
          busy={startExport.isPending}
          busyLabel="Starting…"
          onClick={handleStart}
        >
          {latestExport?.status === "ready" ? "Make a new copy" : "Make a copy of my data"}
        </Button>
      </div>
    </Card>
  );
}

function ExportProgress({ latestExport, onOpen }: { latestExport: AccountExport; onOpen: () => void }) {
  if (isExportRunning(latestExport)) {
    return (
      <div className="flex flex-col gap-2">
        <p role="status" className="text-quiet">
          Your copy is being prepared: {latestExport.progress}%
        </p>
        <div
          role="progressbar"
          aria-label="Copy of your data"
          aria-valuenow={latestExport.progress}
          aria-valuemin={0}
          aria-valuemax={100}
          className="h-2 overflow-hidden rounded-full bg-line"
        >
          <div className="h-full bg-ink transition-[width]" style={{ width: `${latestExport.progress}%` }} />
        </div>
      </div>
    );
  }
  if (latestExport.status === "failed") {
    return (
      <Banner tone="red" live>
        The copy could not be made. Please try again.
      </Banner>
    );
  }
  if (latestExport.status !== "ready") return null;
  const size = latestExport.size === null ? "" : ` (${formatFileSize(latestExport.size)})`;
  const label = `Download the copy${size}`;
  const icon = <Download aria-hidden size={20} strokeWidth={1.75} />;
  return (
    <div className="flex flex-col gap-2">
      {latestExport.url ? (
        <Button asChild variant="primary" block>
          <a href={latestExport.url} download>
            {icon}
            {label}
          </a>
        </Button>
      ) : (
        <Button variant="primary" block icon={icon} onClick={onOpen}>
          {label}
        </Button>
      )}
      <p className="text-quiet text-sm">Ready until {formatDateTime(latestExport.expiresAt)}.</p>
    </div>
  );
}
