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

/** The pictures that go with a message: each is sent as it is chosen, and named by the message after it. */
export function Pictures({
  pictures,
  onChange,
}: {
  pictures: string[];
  onChange: (pictures: string[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const add = useAddPicture();
  const take = async (files: File[]) => {
    let all = pictures;
    try {
      for (const file of files.slice(0, MOST - pictures.length)) {
        all = [...all, (await add.mutateAsync(file)).id];
        onChange(all);
      }
    } catch (error) {
      toast({ title: "The picture was not added", description: errorMessage(error), tone: "bad" });
    }
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
                onClick={() => onChange(pictures.filter((one) => one !== id))}
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
          busy={add.isPending}
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
