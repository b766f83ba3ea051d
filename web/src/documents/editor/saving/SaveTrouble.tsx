import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import type { SaveState } from "./states";

/** What keeps the document from being saved, and what to do about it. Nothing typed is lost meanwhile. */
export function SaveTrouble({ save, onConflict }: { save: SaveState; onConflict: () => void }) {
  if (save.kind === "refused") {
    return (
      <Banner tone="amber" className="m-4 mb-0" live>
        {`${save.message} Until then it is kept on this device.`}
      </Banner>
    );
  }
  if (save.kind === "conflict") {
    return (
      <Banner
        tone="amber"
        className="m-4 mb-0"
        live
        action={
          <Button onClick={onConflict} className="shrink-0">
            Choose
          </Button>
        }
      >
        The same was changed elsewhere meanwhile. Nothing more is saved until you choose what should stand.
      </Banner>
    );
  }
  return null;
}
