import { useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import type { DisplayedPhoto } from "../../api/generated/DisplayedPhoto";
import type { GetPhotoUrl } from "./photoAddress";

/** One of several photos, as large as the window; the others a press away. */
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
  // Before it leaves the page: only then the browser gives the focus back.
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
