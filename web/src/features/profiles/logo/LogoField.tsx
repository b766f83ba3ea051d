import { ImagePlus } from "lucide-react";
import { type ChangeEvent, lazy, Suspense, useRef, useState } from "react";
import { getErrorMessage } from "../../../api/errors";
import { Button } from "../../../ui/Button";
import { Spinner } from "../../../ui/Spinner";
import { useUploadLogo } from "../mutations";

/** More than a browser can draw quickly. The picture is shrunk here, so this isn't the server's limit. */
const LIMIT_BYTES = 25 * 1024 * 1024;
const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp"];

const CropDialog = lazy(() => import("./CropDialog"));

/** The business's logo: displayed, chosen, cropped, removed. Saved with the form. */
export function LogoField({
  value,
  onValueChange,
  error,
}: {
  value: string | null;
  onValueChange: (url: string | null) => void;
  error?: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadLogo();
  const [problem, setProblem] = useState<string | null>(null);
  // The picture being cropped: a file from the device, or the logo itself.
  const [croppingUrl, setCroppingUrl] = useState<string | null>(null);

  const handleFile = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (!file) return;
    if (!PICTURE_TYPES.includes(file.type)) {
      setProblem("Choose a PNG, JPEG or WebP picture.");
      return;
    }
    if (file.size > LIMIT_BYTES) {
      setProblem("This picture is larger than 25 MB. Choose a smaller one.");
      return;
    }
    setProblem(null);
    setCroppingUrl(URL.createObjectURL(file));
  };
  const closeCrop = () => {
    if (croppingUrl?.startsWith("blob:")) URL.revokeObjectURL(croppingUrl);
    setCroppingUrl(null);
  };
  const uploadLogo = async (logo: Blob) => {
    try {
      onValueChange((await upload.mutateAsync(new File([logo], "logo.png", { type: logo.type }))).url);
      setProblem(null);
    } catch (failure) {
      setProblem(getErrorMessage(failure));
    }
    closeCrop();
  };

  const message = problem ?? error;
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-4">
      <legend className="mb-1.5 font-medium text-ink text-sm">
        Logo <span className="font-normal text-quiet">(optional)</span>
      </legend>
      <span className="flex size-20 shrink-0 items-center justify-center overflow-hidden rounded-lg border border-line bg-canvas text-quiet">
        {upload.isPending ? (
          <Spinner />
        ) : value ? (
          <img src={value} alt="Your logo" className="size-full bg-paper object-contain p-1.5" />
        ) : (
          <ImagePlus aria-hidden size={26} strokeWidth={1.5} />
        )}
      </span>
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => input.current?.click()} disabled={upload.isPending}>
            {value ? "Change" : "Choose a logo"}
          </Button>
          {value ? (
            <Button onClick={() => setCroppingUrl(value)} disabled={upload.isPending}>
              Crop
            </Button>
          ) : null}
          {value ? (
            <Button variant="quiet" onClick={() => onValueChange(null)}>
              Remove
            </Button>
          ) : null}
        </div>
        <p
          className={message ? "text-bad text-sm" : "text-quiet text-sm"}
          role={message ? "alert" : undefined}
        >
          {message ?? "PNG, JPEG or WebP."}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES.join(",")}
        aria-label="Logo file"
        className="sr-only"
        tabIndex={-1}
        onChange={handleFile}
      />
      {croppingUrl ? (
        <Suspense>
          <CropDialog src={croppingUrl} busy={upload.isPending} onClose={closeCrop} onCropped={uploadLogo} />
        </Suspense>
      ) : null}
    </fieldset>
  );
}
