import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useState } from "react";
import { getErrorMessage } from "../../api/errors";
import type { Occasion } from "../../api/generated/Occasion";
import type { ReminderTexts } from "../../api/generated/ReminderTexts";
import type { WrittenKind } from "../../documents/kind";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { LoadingRegion, Skeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { TextArea } from "../../ui/TextField";
import { reminderPreviewQuery } from "./queries";
import { OCCASIONS } from "./reminder-plan";

/** What the reminders of one kind say, each with a look at the mail as it would go out. */
export function ReminderTextFields({
  profileId,
  kind,
  texts,
  defaults,
  findError,
  onChange,
}: {
  profileId: string;
  kind: WrittenKind;
  texts: ReminderTexts;
  defaults: ReminderTexts;
  findError: (occasion: Occasion) => string | undefined;
  onChange: (words: ReminderTexts) => void;
}) {
  const [previewed, setPreviewed] = useState<Occasion | null>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {OCCASIONS[kind].map(({ occasion, label }) => (
        <div key={occasion} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <TextArea
            label={label}
            optional
            rows={4}
            maxLength={5000}
            placeholder={defaults[occasion]}
            value={texts[occasion]}
            onChange={(event) => onChange({ ...texts, [occasion]: event.target.value })}
            error={findError(occasion)}
          />
          <Button
            className="w-fit"
            icon={<Eye aria-hidden size={20} strokeWidth={1.75} />}
            onClick={() => setPreviewed(occasion)}
            aria-label={`Preview: ${label}`}
          >
            Preview
          </Button>
        </div>
      ))}
      {previewed && (
        <ReminderPreview
          profileId={profileId}
          occasion={previewed}
          text={texts[previewed]}
          onClose={() => setPreviewed(null)}
        />
      )}
    </div>
  );
}

function ReminderPreview({
  profileId,
  occasion,
  text,
  onClose,
}: {
  profileId: string;
  occasion: Occasion;
  text: string;
  onClose: () => void;
}) {
  const { data, error, isFetching, refetch } = useQuery(reminderPreviewQuery(profileId, occasion, text));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      wide
      title="How your customer sees it"
      description="With a made-up customer and job. The PDF is attached."
    >
      {data ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <p className="wrap-anywhere">
            <span className="text-quiet">Subject: </span>
            <span className="font-semibold text-ink">{data.subject}</span>
          </p>
          <iframe
            title="The email"
            // No script runs in it, and no link of it opens anything here.
            sandbox=""
            srcDoc={data.html}
            className="h-[60dvh] w-full rounded-lg border border-line bg-canvas"
          />
        </div>
      ) : error && !isFetching ? (
        <ErrorState
          title="The preview could not be made"
          message={getErrorMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingRegion>
          <Skeleton className="h-[60dvh] w-full rounded-lg" />
        </LoadingRegion>
      )}
    </Dialog>
  );
}
