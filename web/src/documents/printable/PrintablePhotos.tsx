import { type MouseEvent, useContext, useState } from "react";
import type { DisplayedPhoto } from "../../api/generated/DisplayedPhoto";
import { PhotoViewer } from "./PhotoViewer";
import { PhotoUrlContext } from "./photoAddress";
import "./photos.css";

/** Photos beside each other, with what stands below each. A press enlarges one; without scripts its link does. */
export function PrintablePhotos({
  photos,
  small = false,
}: {
  photos: readonly DisplayedPhoto[];
  small?: boolean;
}) {
  const getPhotoUrl = useContext(PhotoUrlContext);
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  if (!getPhotoUrl || photos.length === 0) return null;
  const open = (event: MouseEvent, at: number) => {
    // In a window of its own, where that is what was asked for.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setOpenIndex(at);
  };
  return (
    <>
      <ul className={small ? "paper-photos paper-photos-small" : "paper-photos"}>
        {photos.map((photo, at) => (
          <li key={photo.id}>
            <figure>
              <a
                href={getPhotoUrl(photo.id)}
                target="_blank"
                rel="noreferrer"
                onClick={(event) => open(event, at)}
              >
                <img
                  src={getPhotoUrl(photo.id)}
                  alt={photo.alt}
                  width={photo.width}
                  height={photo.height}
                  loading="lazy"
                  decoding="async"
                />
              </a>
              {photo.caption && <figcaption dir="auto">{photo.caption}</figcaption>}
            </figure>
          </li>
        ))}
      </ul>
      {openIndex !== null && (
        <PhotoViewer
          photos={photos}
          index={openIndex}
          getPhotoUrl={getPhotoUrl}
          onIndexChange={setOpenIndex}
          onClose={() => setOpenIndex(null)}
        />
      )}
    </>
  );
}
