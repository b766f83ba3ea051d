import { useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import type { DisplayedPhoto } from "../../api/generated/DisplayedPhoto";
import type { PhotoAddress } from "./photoAddress";

/** One of several photos, as large as the window; the others a press away. */
export function PhotoViewer({
  photos,
  at,
  addressOf,
  onSee,
  onClose,
}: {
  photos: readonly DisplayedPhoto[];
  at: number;
  addressOf: PhotoAddress;
  onSee: (at: number) => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before it leaves the page: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const photo = photos[at];
  if (!photo) return null;
  const step = (by: number) => photos[at + by] && onSee(at + by);
  return createPortal(
    <dialog
      ref={dialog}
      className="photo-viewer"
      aria-label={photos.length > 1 ? `Photo ${at + 1} of ${photos.length}` : "Photo"}
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
      <img src={addressOf(photo.id)} alt={photo.alt} width={photo.width} height={photo.height} />
      {photo.caption && <p dir="auto">{photo.caption}</p>}
      <div>
        {photos.length > 1 && (
          <>
            <button type="button" disabled={at === 0} onClick={() => step(-1)}>
              Previous
            </button>
            <button type="button" disabled={at === photos.length - 1} onClick={() => step(1)}>
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
