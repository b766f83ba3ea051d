import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError, getErrorMessage } from "../../../api/errors";
import type { AccountExport } from "../../../api/generated/AccountExport";
import { askForPassword } from "../../../entities/accounts/ConfirmPasswordDialog";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Dialog } from "../../../ui/Dialog";
import { formatDateTime, formatFileSize } from "../../../ui/formats";
import { PasswordField, TextField } from "../../../ui/TextField";
import { CardAction } from "../AccountFormParts";
import { exportQuery, isExportRunning, useDeleteAccount, useStartExport } from "./queries";

/** Exports a copy of everything, made in the background. */
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

/** What has to be typed, so that nobody deletes an account by accident. */
const CONFIRMATION_WORD = "delete";

export function DeleteAccountCard() {
  const [open, setOpen] = useState(false);
  return (
    <Card
      title="Delete my account"
      hint="We delete your quotes, invoices, contacts and files for good, and your customers’ links stop working."
    >
      <CardAction>
        <Button className="text-bad!" onClick={() => setOpen(true)}>
          Delete account
        </Button>
      </CardAction>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Delete your account?"
        description="We delete everything for good and can’t bring it back. Download your data first if you may need it."
      >
        <DeleteAccountForm onClose={() => setOpen(false)} />
      </Dialog>
    </Card>
  );
}

function DeleteAccountForm({ onClose }: { onClose: () => void }) {
  const form = useId();
  const del = useDeleteAccount();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { word: "", password: "" },
  });
  const submit = handleSubmit(async ({ password }) => {
    try {
      await del.mutateAsync(password);
    } catch (error) {
      const passwordError = error instanceof ApiError ? error.errors[0]?.msg : undefined;
      setError(
        "password",
        { type: "server", message: passwordError ?? getErrorMessage(error) },
        { shouldFocus: true },
      );
    }
  });
  return (
    <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={`Type “${CONFIRMATION_WORD}” to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.word?.message}
        {...register("word", {
          validate: (word) =>
            word.trim().toLowerCase() === CONFIRMATION_WORD || `Type “${CONFIRMATION_WORD}” to continue.`,
        })}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register("password", { required: "Please enter your password." })}
      />
      <div className="mt-2 flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>Keep my account</Button>
        <Button type="submit" variant="danger" busy={formState.isSubmitting} busyLabel="Deleting…">
          Delete account
        </Button>
      </div>
    </form>
  );
}
