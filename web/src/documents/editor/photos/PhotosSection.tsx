import { Camera, ImagePlus } from "lucide-react";
import { useRef } from "react";
import type { Photo } from "../../../api/generated/Photo";
import { Button } from "../../../ui/Button";
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
  const camera = useRef<HTMLInputElement>(null);
  const library = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    deeds.add([...(input.files ?? [])], null);
    // The same picture may be chosen again.
    input.value = "";
  };
  const isFull = roomFor(all, null) === 0;
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
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label="Photo of the job"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={library}
        type="file"
        accept="image/*"
        multiple
        aria-label="Pictures of the job"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => take(event.currentTarget)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={isFull}
          onClick={() => camera.current?.click()}
          icon={<Camera aria-hidden size={20} strokeWidth={1.75} />}
        >
          Take a photo
        </Button>
        <Button
          disabled={isFull}
          onClick={() => library.current?.click()}
          icon={<ImagePlus aria-hidden size={20} strokeWidth={1.75} />}
        >
          Choose photos
        </Button>
      </div>
    </section>
  );
}
