import { ChevronLeft, ChevronRight, Trash2 } from "lucide-react";
import { useId } from "react";
import type { Photo } from "../../../api/generated/Photo";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { useEchoedText } from "../../../ui/hooks";
import { IconButton } from "../../../ui/IconButton";
import { TextField } from "../../../ui/TextField";
import { getOwnPhotoUrl } from "../../photos/getOwnPhotoUrl";
import type { PhotoActions } from "./usePhotos";

/** The longest caption of a photo, in characters. */
const MAX_CAPTION_LENGTH = 200;

/** A photo at full size, with its caption, its position and a button to remove it. */
export function PhotoDialog({
  photos,
  id,
  subject,
  actions,
  onOpenPhoto,
}: {
  photos: readonly Photo[];
  id: string | null;
  subject: string;
  actions: PhotoActions;
  onOpenPhoto: (id: string | null) => void;
}) {
  const at = photos.findIndex((one) => one.id === id);
  const photo = photos[at];
  return (
    <Dialog
      open={photo !== undefined}
      onOpenChange={(open) => {
        if (!open) onOpenPhoto(null);
      }}
      wide
      title={`Photo ${at + 1} of ${subject}`}
      footer={
        <div className="flex flex-1 flex-wrap items-center justify-between gap-2">
          <Button
            onClick={() => {
              onOpenPhoto(null);
              if (photo) actions.remove(photo.id);
            }}
            icon={<Trash2 aria-hidden size={20} strokeWidth={1.75} />}
          >
            Remove
          </Button>
          <span className="ml-auto flex gap-2">
            {photo && photos.length > 1 && (
              <>
                <IconButton
                  label="Move it forward"
                  variant="secondary"
                  disabled={at === 0}
                  onClick={() => actions.move(photo.id, -1)}
                  icon={<ChevronLeft aria-hidden size={20} strokeWidth={1.75} />}
                />
                <IconButton
                  label="Move it back"
                  variant="secondary"
                  disabled={at === photos.length - 1}
                  onClick={() => actions.move(photo.id, 1)}
                  icon={<ChevronRight aria-hidden size={20} strokeWidth={1.75} />}
                />
              </>
            )}
            <Button variant="primary" onClick={() => onOpenPhoto(null)}>
              Done
            </Button>
          </span>
        </div>
      }
    >
      {photo && (
        <div className="grid gap-3">
          <img
            src={getOwnPhotoUrl(photo.id)}
            width={photo.width}
            height={photo.height}
            alt={photo.caption || `Photo of ${subject}`}
            className="mx-auto h-auto max-h-[50dvh] w-auto max-w-full rounded-md"
          />
          <PhotoCaptionField
            key={photo.id}
            photo={photo}
            onCaption={(text) => actions.caption(photo.id, text)}
          />
        </div>
      )}
    </Dialog>
  );
}

function PhotoCaptionField({ photo, onCaption }: { photo: Photo; onCaption: (text: string) => void }) {
  const id = useId();
  const [text, echo] = useEchoedText(photo.caption);
  return (
    <TextField
      id={id}
      label="What it shows"
      optional
      help="Your customer sees this below the photo."
      maxLength={MAX_CAPTION_LENGTH}
      value={text}
      onChange={({ target }) => {
        echo(target.value);
        onCaption(target.value);
      }}
    />
  );
}
