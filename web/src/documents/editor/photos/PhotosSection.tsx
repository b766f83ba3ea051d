import type { Photo } from "../../../api/generated/Photo";
import { PicturePicker } from "../../../ui/PicturePicker";
import { roomFor } from "../draft/photos";
import { PhotoTiles } from "./PhotoTiles";
import type { PhotoDeeds } from "./usePhotos";

/** The photos of the job, taken or chosen. */
export function PhotosSection({
  photos,
  all,
  coming,
  deeds,
  error,
}: {
  photos: readonly Photo[];
  /** Those of the lines among them. */
  all: readonly Photo[];
  coming: number;
  deeds: PhotoDeeds;
  error: string | undefined;
}) {
  return (
    <section aria-labelledby="photos-heading" className="@container grid gap-3">
      <div>
        <h2 id="photos-heading" className="font-semibold text-base">
          Photos
        </h2>
        {photos.length === 0 && coming === 0 && (
          <p className="text-quiet text-sm">
            What the job looks like, for your customer. A line’s own photos are in its menu.
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
        names={{ camera: "Photo of the job", library: "Pictures of the job" }}
        choose="Choose photos"
        isFull={roomFor(all, null) === 0}
        onPick={(files) => deeds.add(files, null)}
        className="flex flex-wrap gap-2"
      />
    </section>
  );
}
