import { type ComponentType, useEffect, useState } from "react";
import { Button } from "../../ui/Button";
import { Sheet } from "../../ui/Sheet";

/** A sheet whose script is loaded when it is first opened. */
export interface LazySheetLoader<Props> {
  /** null until it is loaded. */
  component: ComponentType<Props> | null;
  /** Loads it. After a failure, the next call tries again. */
  fetch: () => Promise<void>;
}

/**
 * A sheet that most customers never open: its script is loaded on demand, so that the page itself appears
 * sooner.
 */
export function createLazySheet<Props>(load: () => Promise<ComponentType<Props>>): LazySheetLoader<Props> {
  const sheet: LazySheetLoader<Props> = {
    component: null,
    fetch: async () => {
      sheet.component = await load();
    },
  };
  return sheet;
}

/** Such a sheet, open; if its script fails to load, it says so and offers to try again. */
export function LazySheet<Props extends { onClose: () => void }>({
  sheet,
  props,
}: {
  sheet: LazySheetLoader<Props>;
  props: Props;
}) {
  const [Part, setPart] = useState(() => sheet.component);
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState<number | null>(null);
  useEffect(() => {
    let isMounted = true;
    sheet.fetch().then(
      () => isMounted && setPart(() => sheet.component),
      () => isMounted && setFailedAttempt(attempt),
    );
    return () => {
      isMounted = false;
    };
  }, [sheet, attempt]);
  if (Part) return <Part {...props} />;
  if (failedAttempt !== attempt) return null;
  // A browser may remember that a script failed, and a new build has other scripts, so the second attempt
  // reloads the page.
  const tryAgain = () => (attempt === 0 ? setAttempt(1) : window.location.reload());
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

// The toast that says that the quote has changed, at whichever part is being read.
export const changedToast = createLazySheet(
  async () => (await import("./QuoteChangedToast")).QuoteChangedToast,
);

// The sheets that confirm the customer's actions.
export const acceptSheet = createLazySheet(async () => (await import("./AcceptSheet")).AcceptSheet);
export const declineSheet = createLazySheet(async () => (await import("./DeclineSheet")).DeclineSheet);
export const askSheet = createLazySheet(async () => (await import("./AskSheet")).AskSheet);
export const cancelSheet = createLazySheet(async () => (await import("./CancelSheet")).CancelSheet);
