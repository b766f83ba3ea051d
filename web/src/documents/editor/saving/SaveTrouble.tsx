import { Banner } from "../../../ui/Banner";
import type { SaveState } from "./states";

/** What keeps the document from being saved. Nothing typed is lost meanwhile. */
export function SaveTrouble({ save }: { save: SaveState }) {
  if (save.kind !== "refused") return null;
  return (
    <Banner tone="amber" className="m-4 mb-0" live>
      {`${save.message} Until then it is kept on this device.`}
    </Banner>
  );
}
