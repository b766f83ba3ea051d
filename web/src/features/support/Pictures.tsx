import { ImagePlus, X } from "lucide-react";
import { useRef } from "react";
import { fileAddress } from "../../api/calls";
import { errorMessage } from "../../api/errors";
import { Button } from "../../ui/Button";
import { IconButton } from "../../ui/IconButton";
import { toast } from "../../ui/toast";
import { useAddPicture } from "./mutations";

/** Most pictures of a message. */
const MOST = 5;

/** Where a picture of the account's own questions is read. */
export const pictureAddress = (id: string): string =>
  fileAddress("/api/support/pictures/{id}", { params: { id } });

/**
 * The pictures that go with a message: each is sent as it is chosen, and named by the message after it. What is on its
 * way is added to those that are there when it arrives: one may have been removed meanwhile.
 */
export function Pictures({
  pictures,
  isAdding,
  onAdding,
  onChange,
}: {
  pictures: string[];
  /** Some are on their way. */
  isAdding: boolean;
  onAdding: (is: boolean) => void;
  onChange: (change: (before: string[]) => string[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const add = useAddPicture();
  const take = async (files: File[]) => {
    const room = MOST - pictures.length;
    onAdding(true);
    for (const file of files.slice(0, room)) {
      try {
        const { id } = await add.mutateAsync(file);
        onChange((before) => [...before, id]);
      } catch (error) {
        toast({ title: `“${file.name}” wasn’t added`, description: errorMessage(error), tone: "bad" });
      }
    }
    onAdding(false);
    const over = files.length - room;
    if (over > 0)
      toast({
        title: `${over === 1 ? "1 picture was" : `${over} pictures were`} left out`,
        description: `A message can have up to ${MOST}.`,
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
                src={pictureAddress(id)}
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
          void take([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      {pictures.length < MOST ? (
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
