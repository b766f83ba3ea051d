import { Camera, ImagePlus } from "lucide-react";
import { useRef } from "react";
import { Button } from "./Button";

interface PicturePickerProps {
  /** The labels of the camera's and the library's input: 'Photo of a receipt', 'Pictures of receipts'. */
  names: { camera: string; library: string };
  /** The label of the library's button. */
  chooseLabel: string;
  /** No more pictures can be added. */
  isFull: boolean;
  onPick: (files: File[]) => void;
  /** The layout of the two buttons. */
  className: string;
}

/** Two buttons: take a picture with the camera, or choose existing ones. */
export function PicturePicker({ names, chooseLabel, isFull, onPick, className }: PicturePickerProps) {
  const camera = useRef<HTMLInputElement>(null);
  const library = useRef<HTMLInputElement>(null);
  const pickFiles = (input: HTMLInputElement) => {
    onPick([...(input.files ?? [])]);
    // Lets the same picture be chosen again.
    input.value = "";
  };
  const field = { type: "file", accept: "image/*", className: "sr-only", tabIndex: -1 } as const;
  return (
    <>
      <input
        {...field}
        ref={camera}
        capture="environment"
        aria-label={names.camera}
        onChange={(event) => pickFiles(event.currentTarget)}
      />
      <input
        {...field}
        ref={library}
        multiple
        aria-label={names.library}
        onChange={(event) => pickFiles(event.currentTarget)}
      />
      <div className={className}>
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
          {chooseLabel}
        </Button>
      </div>
    </>
  );
}
