import { Camera, ImagePlus } from "lucide-react";
import { useRef } from "react";
import { Button } from "./Button";

interface PicturePickerProps {
  /** What the camera's and the library's field are called: 'Photo of a receipt', 'Pictures of receipts'. */
  names: { camera: string; library: string };
  /** On the button of the library. */
  chooseLabel: string;
  /** There is room for no more. */
  isFull: boolean;
  onPick: (files: File[]) => void;
  /** How the two buttons stand. */
  className: string;
}

/** Pictures, taken now or chosen among those that there are. */
export function PicturePicker({ names, chooseLabel, isFull, onPick, className }: PicturePickerProps) {
  const camera = useRef<HTMLInputElement>(null);
  const library = useRef<HTMLInputElement>(null);
  const pickFiles = (input: HTMLInputElement) => {
    onPick([...(input.files ?? [])]);
    // The same picture may be chosen again.
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
