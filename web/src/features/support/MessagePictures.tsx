import { ImagePlus, X } from "lucide-react";
import { useRef } from "react";
import { getErrorMessage } from "../../api/errors";
import { buildFileUrl } from "../../api/requests";
import { Button } from "../../ui/Button";
import { IconButton } from "../../ui/IconButton";
import { toast } from "../../ui/toast";
import { useUploadPicture } from "./queries";

/** The most pictures in a message. */
const MAX_PICTURES = 5;

/** The address of a picture in the account's own questions. */
export const buildPictureAddress = (id: string): string =>
  buildFileUrl("/api/support/pictures/{id}", { params: { id } });

/**
 * The pictures of a message: each is uploaded when it is chosen, and the message then refers to it. An
 * uploaded picture is added to the current list, from which others may have been removed meanwhile.
 */
export function MessagePictures({
  pictures,
  isAdding,
  onAdding,
  onChange,
}: {
  pictures: string[];
  /** Whether uploads are in progress. */
  isAdding: boolean;
  onAdding: (is: boolean) => void;
  onChange: (change: (before: string[]) => string[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const add = useUploadPicture();
  const addFiles = async (files: File[]) => {
    const spaceLeft = MAX_PICTURES - pictures.length;
    onAdding(true);
    for (const file of files.slice(0, spaceLeft)) {
      try {
        const { id } = await add.mutateAsync(file);
        onChange((before) => [...before, id]);
      } catch (error) {
        toast({ title: `“${file.name}” wasn’t added`, description: getErrorMessage(error), tone: "bad" });
      }
    }
    onAdding(false);
    const leftOver = files.length - spaceLeft;
    if (leftOver > 0)
      toast({
        title: `${leftOver === 1 ? "1 picture was" : `${leftOver} pictures were`} left out`,
        description: `A message can have up to ${MAX_PICTURES}.`,
        tone: "bad",
      });
  };
  return (
    <div className="flex flex-col gap-3">
      {pictures.length > 0 ? (
        <ul aria-label="Pictures" className="flex flex-wrap gap-3">
          {pictures.map((id, at) => (
            <li key={id} className="flex items-start gap-1">
              <img
                src={buildPictureAddress(id)}
                alt={`Attached, ${at + 1} of ${pictures.length}`}
                className="size-20 rounded-md border border-line object-cover"
              />
              <IconButton
                label={`Remove picture ${at + 1}`}
                icon={<X aria-hidden size={18} strokeWidth={1.75} />}
                onClick={() => onChange((before) => before.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        multiple
        hidden
        aria-label="Pictures"
        onChange={(event) => {
          void addFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      {pictures.length < MAX_PICTURES ? (
        <Button
          className="md:self-start"
          busy={isAdding}
          busyLabel="Adding…"
          icon={<ImagePlus aria-hidden size={20} strokeWidth={1.75} />}
          onClick={() => input.current?.click()}
        >
          Add a picture
        </Button>
      ) : null}
    </div>
  );
}
