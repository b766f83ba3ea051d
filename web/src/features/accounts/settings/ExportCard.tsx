import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../../api/errors";
import type { AccountExport } from "../../../api/generated/AccountExport";
import { askForPassword } from "../../../entities/accounts/confirm-password";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { fileSize, moment } from "../../../ui/moment";
import { useExport } from "./mutations";
import { exportQuery, isUnderWay } from "./queries";

/** A copy of everything, made in the background. */
export function ExportCard() {
  const { data: made, refetch } = useQuery(exportQuery);
  const ask = useExport();
  const [problem, setProblem] = useState<string | null>(null);
  const begin = () => {
    setProblem(null);
    ask.mutate(undefined, { onError: (error) => setProblem(errorMessage(error)) });
  };
  const open = async () => {
    if (await askForPassword("download your data")) await refetch();
  };
  const underWay = isUnderWay(made);
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
        {made ? <Progress made={made} onOpen={() => void open()} /> : null}
        <Button
          className="md:self-end"
          disabled={underWay}
          busy={ask.isPending}
          busyLabel="Starting…"
          onClick={begin}
        >
          {made?.status === "ready" ? "Make a new copy" : "Make a copy of my data"}
        </Button>
      </div>
    </Card>
  );
}

function Progress({ made, onOpen }: { made: AccountExport; onOpen: () => void }) {
  if (isUnderWay(made)) {
    return (
      <div className="flex flex-col gap-2">
        <p role="status" className="text-quiet">
          Your copy is being prepared: {made.progress}%
        </p>
        <div
          role="progressbar"
          aria-label="Copy of your data"
          aria-valuenow={made.progress}
          aria-valuemin={0}
          aria-valuemax={100}
          className="h-2 overflow-hidden rounded-full bg-line"
        >
          <div className="h-full bg-ink transition-[width]" style={{ width: `${made.progress}%` }} />
        </div>
      </div>
    );
  }
  if (made.status === "failed") {
    return (
      <Banner tone="red" live>
        The copy could not be made. Please try again.
      </Banner>
    );
  }
  if (made.status !== "ready") return null;
  const size = made.size === null ? "" : ` (${fileSize(made.size)})`;
  const label = `Download the copy${size}`;
  const icon = <Download aria-hidden size={20} strokeWidth={1.75} />;
  return (
    <div className="flex flex-col gap-2">
      {made.url ? (
        <Button asChild variant="primary" block>
          <a href={made.url} download>
            {icon}
            {label}
          </a>
        </Button>
      ) : (
        <Button variant="primary" block icon={icon} onClick={onOpen}>
          {label}
        </Button>
      )}
      <p className="text-quiet text-sm">Ready until {moment(made.expiresAt)}.</p>
    </div>
  );
}
