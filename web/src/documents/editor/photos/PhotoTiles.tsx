import { ImageOff } from "lucide-react";
import { useState } from "react";
import type { Photo } from "../../../api/generated/Photo";
import { useIsWaitingKnown } from "../../../offline/waiting/waiting-hooks";
import { cx } from "../../../ui/cx";
import { Spinner } from "../../../ui/Spinner";
import { getOwnPhotoUrl } from "../../photos/getOwnPhotoUrl";
import { PhotoDialog } from "./PhotoDialog";
import type { PhotoActions } from "./usePhotos";

/** Photos of a line or of the job, each opened by a press; those on their way keep their places. */
export function PhotoTiles({
  photos,
  pendingCount,
  subject,
  actions,
  small = false,
}: {
  photos: readonly Photo[];
  pendingCount: number;
  /** What they are of: 'line 2', 'the job'. */
  subject: string;
  actions: PhotoActions;
  small?: boolean;
}) {
  const [openPhotoId, setOpenPhotoId] = useState<string | null>(null);
  // Until then one that waits on this device is looked for elsewhere.
  const isKnown = useIsWaitingKnown();
  const placeholders = Array.from({ length: Math.max(0, pendingCount) }, (_, at) => `coming-${at}`);
  if (photos.length === 0 && placeholders.length === 0) return null;
  const sizeClass = small ? "size-16" : "aspect-square w-full";
  return (
    <>
      <ul
        aria-label={`Photos of ${subject}`}
        className={small ? "flex flex-wrap gap-2" : "grid grid-cols-3 gap-3 @md:grid-cols-4 @xl:grid-cols-6"}
      >
        {photos.map((photo, at) => (
          <li key={photo.id}>
            <button
              type="button"
              onClick={() => setOpenPhotoId(photo.id)}
              aria-label={`Photo ${at + 1} of ${subject}${photo.caption && `: ${photo.caption}`}`}
              className={cx(
                "block overflow-hidden rounded-md border border-line bg-canvas hover:border-line-strong",
                sizeClass,
              )}
            >
              <PhotoThumbnail key={String(isKnown)} id={photo.id} />
            </button>
            {!small && photo.caption && <p className="mt-1 truncate text-quiet text-sm">{photo.caption}</p>}
          </li>
        ))}
        {placeholders.map((place) => (
          <li key={place}>
            <span
              role="status"
              className={cx(
                "flex items-center justify-center rounded-md border border-line bg-canvas",
                sizeClass,
              )}
            >
              <Spinner label="Making the photo smaller" />
            </span>
          </li>
        ))}
      </ul>
      <PhotoDialog
        photos={photos}
        id={openPhotoId}
        subject={subject}
        actions={actions}
        onOpenPhoto={setOpenPhotoId}
      />
    </>
  );
}

function PhotoThumbnail({ id }: { id: string }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) {
    return (
      <span className="flex h-full w-full items-center justify-center text-quiet">
        <ImageOff aria-hidden size={20} strokeWidth={1.75} />
      </span>
    );
  }
  return (
    <img
      src={getOwnPhotoUrl(id)}
      alt=""
      loading="lazy"
      onError={() => setMissing(true)}
      className="h-full w-full object-cover"
    />
  );
}
