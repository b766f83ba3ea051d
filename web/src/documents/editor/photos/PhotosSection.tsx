import type { Photo } from "../../../api/generated/Photo";
import { PicturePicker } from "../../../ui/PicturePicker";
import { fullWords, type Notice } from "./leftOut";
import { PhotoNotice } from "./PhotoNotice";
import { PhotoTiles } from "./PhotoTiles";
import type { PhotoDeeds } from "./usePhotos";

/** The photos of the job, taken or chosen. */
export function PhotosSection({
  photos,
  all,
  coming,
  notice,
  deeds,
  error,
}: {
  photos: readonly Photo[];
  /** Those of the lines among them. */
  all: readonly Photo[];
  coming: number;
  /** What was left out when some were last chosen. */
  notice: Notice | undefined;
  deeds: PhotoDeeds;
  error: string | undefined;
}) {
  const full = fullWords(all, null);
  return (
    <section aria-labelledby="photos-heading" className="@container grid gap-3">
      <div>
        <h2 id="photos-heading" className="font-semibold text-base">
          Photos
        </h2>
        {photos.length === 0 && coming === 0 && (
          <p className="text-quiet text-sm">
            Show your customer what the job looks like. You can add photos to a line from its menu.
          </p>
        )}
      </div>
      <PhotoTiles photos={photos} coming={coming} of="the job" deeds={deeds} />
      {error && (
        <p role="alert" className="text-bad text-sm">
          {error}
        </p>
      )}
      <PicturePicker
        names={{ camera: "Photo of the job", library: "Photos of the job" }}
        choose="Choose photos"
        isFull={full !== null}
        onPick={(files) => deeds.add(files, null)}
        className="flex flex-wrap gap-2 *:px-3!"
      />
      <PhotoNotice notice={notice} />
      {full && !notice?.saysLimit && <p className="text-quiet text-sm">{full}</p>}
    </section>
  );
}
