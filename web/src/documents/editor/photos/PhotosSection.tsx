import type { Photo } from "../../../api/generated/Photo";
import { PicturePicker } from "../../../ui/PicturePicker";
import { getPhotoLimitMessage, type SkippedPhotosNotice } from "./leftOut";
import { PhotoNotice } from "./PhotoNotice";
import { PhotoTiles } from "./PhotoTiles";
import type { PhotoActions } from "./usePhotos";

/** The photos of the job, taken or chosen. */
export function PhotosSection({
  photos,
  allPhotos,
  pendingCount,
  notice,
  actions,
  error,
}: {
  photos: readonly Photo[];
  /** Those of the lines among them. */
  allPhotos: readonly Photo[];
  pendingCount: number;
  /** What was left out when some were last chosen. */
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
