import { type ComponentType, useEffect, useState } from "react";
import { Button } from "../../ui/Button";
import { Sheet } from "../../ui/Sheet";

/** A sheet whose script is fetched when it is first asked for. */
export interface LaterSheet<Props> {
  /** null until it is here. */
  part: ComponentType<Props> | null;
  /** Fetches it. Where that failed, the next call tries again. */
  fetch: () => Promise<void>;
}

/** A sheet that most customers never open: its script comes with the tap, so that the page itself is sooner there. */
export function later<Props>(load: () => Promise<ComponentType<Props>>): LaterSheet<Props> {
  const sheet: LaterSheet<Props> = {
    part: null,
    fetch: async () => {
      sheet.part = await load();
    },
  };
  return sheet;
}

/** Such a sheet, open; where its script does not come, that is said, with a way to try again. */
export function Later<Props extends { onClose: () => void }>({
  sheet,
  props,
}: {
  sheet: LaterSheet<Props>;
  props: Props;
}) {
  const [Part, setPart] = useState(() => sheet.part);
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState<number | null>(null);
  useEffect(() => {
    let isHere = true;
    sheet.fetch().then(
      () => isHere && setPart(() => sheet.part),
      () => isHere && setFailed(tries),
    );
    return () => {
      isHere = false;
    };
  }, [sheet, tries]);
  if (Part) return <Part {...props} />;
  if (failed !== tries) return null;
  // A browser may keep that a script failed, and a new build has others: then the page itself is asked for again.
  const tryAgain = () => (tries === 0 ? setTries(1) : window.location.reload());
  return (
    <Sheet
      onClose={props.onClose}
      title="This did not load"
      description="Check your signal and try again. Nothing has been sent."
      footer={
        <>
          <Button onClick={props.onClose}>Close</Button>
          <Button variant="primary" onClick={tryAgain}>
            Try again
          </Button>
        </>
      }
    />
  );
}
