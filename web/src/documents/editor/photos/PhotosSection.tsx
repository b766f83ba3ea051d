import { CircleAlert, ImageOff } from "lucide-react";
import { useState } from "react";
import type { Photo } from "../../../api/generated/Photo";
import { useIsWaitingKnown } from "../../../offline/waiting/waiting-hooks";
import { cx } from "../../../ui/cx";
import { PicturePicker } from "../../../ui/PicturePicker";
import { Spinner } from "../../../ui/Spinner";
import { getOwnPhotoUrl } from "../../photos/getOwnPhotoUrl";
import { PhotoDialog } from "./PhotoDialog";
import { getPhotoLimitMessage, type PhotoActions, type SkippedPhotosNotice } from "./usePhotos";

/** The photos of the job, taken with the camera or chosen. */
export function PhotosSection({
  photos,
  allPhotos,
  pendingCount,
  notice,
  actions,
  error,
}: {
  photos: readonly Photo[];
  /** Including the photos of lines. */
  allPhotos: readonly Photo[];
  pendingCount: number;
  /** What was left out when photos were last chosen. */
  notice: SkippedPhotosNotice | undefined;
  actions: PhotoActions;
  error: string | undefined;
}) {
  const limitMessage = getPhotoLimitMessage(allPhotos, null);
  return (
    <section aria-labelledby="photos-heading" className="@container grid gap-3">
      <div>
        <h2 id="photos-heading" className="font-semibold text-base">
          Photos
        </h2>
        {photos.length === 0 && pendingCount === 0 && (
          <p className="text-quiet text-sm">
            Show your customer what the job looks like. You can add photos to a line from its menu.
          </p>
        )}
      </div>
      <PhotoTiles photos={photos} pendingCount={pendingCount} subject="the job" actions={actions} />
      {error && (
        <p role="alert" className="text-bad text-sm">
          {error}
        </p>
      )}
      <PicturePicker
        names={{ camera: "Photo of the job", library: "Photos of the job" }}
        chooseLabel="Choose photos"
        isFull={limitMessage !== null}
        onPick={(files) => actions.add(files, null)}
        className="flex flex-wrap gap-2 *:px-3!"
      />
      <PhotoNotice notice={notice} />
      {limitMessage && !notice?.includesLimit && <p className="text-quiet text-sm">{limitMessage}</p>}
    </section>
  );
}

/**
 * What was left out when photos were chosen, displayed beside them: a toast would disappear before eighteen
 * photos are processed.
 */
export function PhotoNotice({ notice }: { notice: SkippedPhotosNotice | undefined }) {
  if (!notice) return null;
  return (
    <p role="alert" className="flex items-start gap-1.5 text-bad text-sm [overflow-wrap:anywhere]">
      <CircleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0" />
      {notice.text}
    </p>
  );
}

/** The photos of a line or job, each opened by pressing it, with placeholders for those being processed. */
export function PhotoTiles({
  photos,
  pendingCount,
  subject,
  actions,
  small = false,
}: {
  photos: readonly Photo[];
  pendingCount: number;
  /** What the photos show: 'line 2', 'the job'. */
  subject: string;
  actions: PhotoActions;
  small?: boolean;
}) {
  const [openPhotoId, setOpenPhotoId] = useState<string | null>(null);
  // Until the log has been read, the address of a waiting photo isn't known.
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
