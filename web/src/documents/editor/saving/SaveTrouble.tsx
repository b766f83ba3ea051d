import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import type { SaveState } from "./states";

/** What keeps the document from being saved, and the way to it. Nothing typed is lost meanwhile. */
export function SaveTrouble({ save, onShow }: { save: SaveState; onShow: (() => void) | null }) {
  if (save.kind !== "refused") return null;
  return (
    <Banner
      tone="amber"
      className="m-4 mb-0"
      live
      action={
        onShow && (
          <Button onClick={onShow} className="-my-1 shrink-0">
            Show me
          </Button>
        )
      }
    >
      {`${save.message} What you typed is kept on this device.`}
    </Banner>
  );
}
