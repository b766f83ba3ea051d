import { useRef, useState } from "react";
import ReactCrop, { type PercentCrop } from "react-image-crop";
import "react-image-crop/dist/ReactCrop.css";
import { getErrorMessage } from "../../../api/errors";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { cropToPng, findContentOfPicture, getWholeArea, type PictureArea } from "./crop-picture";

const WHOLE_PICTURE: PercentCrop = { unit: "%", x: 0, y: 0, width: 100, height: 100 };

/**
 * Chooses the part of a picture that becomes the logo. It starts without the margins, which most pictures
 * have and which make a logo small on a document.
 */
export default function LogoCropDialog({
  src,
  busy,
  onClose,
  onCropped,
}: {
  /** The address of the picture. */
  src: string;
  busy: boolean;
  onClose: () => void;
  onCropped: (logo: Blob) => void;
}) {
  const image = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState<PercentCrop>();
  const [problem, setProblem] = useState<string | null>(null);

  const cropTo = async (findArea: (image: HTMLImageElement) => PictureArea) => {
    if (!image.current) return;
    try {
      onCropped(await cropToPng(image.current, findArea(image.current)));
    } catch (failure) {
      setProblem(getErrorMessage(failure));
    }
  };
  const startCrop = (loaded: HTMLImageElement) => {
    const { part, scale } = findContentOfPicture(loaded);
    if (!part) return setCrop(WHOLE_PICTURE);
    // A small margin, so that rounding from the reduced picture doesn't cut an edge.
    const margin = 1;
    const toPercentRange = (from: number, length: number, total: number) => {
      const low = Math.max(0, (from - margin) / (total * scale));
      return { low: low * 100, long: (Math.min(1, (from + length + margin) / (total * scale)) - low) * 100 };
    };
    const horizontal = toPercentRange(part.x, part.width, loaded.naturalWidth);
    const vertical = toPercentRange(part.y, part.height, loaded.naturalHeight);
    setCrop({ unit: "%", x: horizontal.low, width: horizontal.long, y: vertical.low, height: vertical.long });
  };
  const readChosenArea = ({ naturalWidth, naturalHeight }: HTMLImageElement): PictureArea => {
    const { x, y, width, height } = crop ?? WHOLE_PICTURE;
    return {
      x: (x / 100) * naturalWidth,
      y: (y / 100) * naturalHeight,
      width: Math.max(1, (width / 100) * naturalWidth),
      height: Math.max(1, (height / 100) * naturalHeight),
    };
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Crop your logo"
      description="Drag the edges, or move them with the arrow keys. Anything outside is cut off."
      wide
      footer={
        <>
          <Button onClick={() => cropTo(getWholeArea)} disabled={busy}>
            Use the whole picture
          </Button>
          <Button
            variant="primary"
            onClick={() => cropTo(readChosenArea)}
            busy={busy}
            busyLabel="Saving…"
            disabled={!crop?.width || !crop.height}
          >
            Use this part
          </Button>
        </>
      }
    >
      {problem ? (
        <Banner tone="red" live>
          {problem}
        </Banner>
      ) : null}
      <div className="flex justify-center rounded-md border border-line bg-canvas p-3">
        <ReactCrop
          crop={crop}
          onChange={(_, percent) => setCrop(percent)}
          minWidth={12}
          minHeight={12}
          keepSelection
          ariaLabels={{
            cropArea: "The part that is your logo. Move it with the arrow keys.",
            nwDragHandle: "Top left corner",
            nDragHandle: "Top edge",
            neDragHandle: "Top right corner",
            eDragHandle: "Right edge",
            seDragHandle: "Bottom right corner",
            sDragHandle: "Bottom edge",
            swDragHandle: "Bottom left corner",
            wDragHandle: "Left edge",
          }}
        >
          <img
            ref={image}
            src={src}
            alt="What you chose, in full"
            className="max-h-[45dvh] max-w-full"
            onLoad={({ currentTarget }) => startCrop(currentTarget)}
            onError={() => setProblem("This picture can’t be read. Choose another.")}
          />
        </ReactCrop>
      </div>
    </Dialog>
  );
}
