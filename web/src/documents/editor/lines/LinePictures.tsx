import type { PhotoActions } from "../photos/usePhotos";

const PHOTO_INPUT_ID = "line-pictures";

/** Asks for photos of a line, with the field below. */
export function openLinePhotoPicker(line: string): void {
  const input = document.getElementById(PHOTO_INPUT_ID);
  if (!(input instanceof HTMLInputElement)) return;
  input.dataset.line = line;
  input.click();
}

/** The field that photos of any of the lines are chosen with. */
export function LinePhotoInput({ add }: Pick<PhotoActions, "add">) {
  return (
    <input
      id={PHOTO_INPUT_ID}
      type="file"
      accept="image/*"
      multiple
      aria-label="Photos of the line"
      className="sr-only"
      tabIndex={-1}
      onChange={({ currentTarget: input }) => {
        add([...(input.files ?? [])], input.dataset.line ?? null);
        // The same picture may be chosen again.
        input.value = "";
      }}
    />
  );
}
