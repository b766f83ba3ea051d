import { type MouseEvent, useContext, useLayoutEffect, useRef, useState } from "react";
import type { DisplayedPhoto } from "../../api/generated/DisplayedPhoto";
import { type GetPhotoUrl, PhotoUrlContext } from "./photoUrl";
import "./photos.css";
import { createPortal } from "react-dom";

/** Photos side by side with captions. Pressing one enlarges it; without scripts, its link does. */
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
    // Let the browser open it in a new window if that is what the user wants.
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

/** One of several photos, as large as the window, with buttons for the others. */
export function PhotoViewer({
  photos,
  index,
  getPhotoUrl,
  onIndexChange,
  onClose,
}: {
  photos: readonly DisplayedPhoto[];
  index: number;
  getPhotoUrl: GetPhotoUrl;
  onIndexChange: (index: number) => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it is removed: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const photo = photos[index];
  if (!photo) return null;
  const step = (by: number) => photos[index + by] && onIndexChange(index + by);
  return createPortal(
    <dialog
      ref={dialog}
      className="photo-viewer"
      aria-label={photos.length > 1 ? `Photo ${index + 1} of ${photos.length}` : "Photo"}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={({ key }) => {
        if (key === "ArrowRight") step(1);
        if (key === "ArrowLeft") step(-1);
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <img src={getPhotoUrl(photo.id)} alt={photo.alt} width={photo.width} height={photo.height} />
      {photo.caption && <p dir="auto">{photo.caption}</p>}
      <div>
        {photos.length > 1 && (
          <>
            <button type="button" disabled={index === 0} onClick={() => step(-1)}>
              Previous
            </button>
            <button type="button" disabled={index === photos.length - 1} onClick={() => step(1)}>
              Next
            </button>
          </>
        )}
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </dialog>,
    document.body,
  );
}
