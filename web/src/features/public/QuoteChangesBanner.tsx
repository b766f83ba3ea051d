import { type ComponentType, type Ref, useEffect, useState } from "react";
import type { Comparison } from "../../api/generated/Comparison";
import { get } from "../../api/requests";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { changedToast } from "./lazy-sheets";

/** What is loaded on request: the changes, and the component that displays them. */
interface LoadedChanges {
  comparison: Comparison | null;
  List: ComponentType<{ comparison: Comparison }>;
}

const TITLE = "This quote has changed since you opened it";

/**
 * While a quote can be accepted: says that the business has changed it since it was read on this page, and on
 * request what has changed. It is at the top; further down a toast appears and is announced by screen
 * readers. An open sheet displays the notice itself.
 */
export function QuoteChangesBanner({
  token,
  version,
  isAcceptable,
  isSheetOpen,
  onShow,
  ref,
}: {
  token: string;
  version: string;
  isAcceptable: boolean;
  /** Whether a sheet about the quote is open. */
  isSheetOpen: boolean;
  /** Scrolls to this banner. */
  onShow: () => void;
  ref: Ref<HTMLElement>;
}) {
  const [readVersion, setReadVersion] = useState(version);
  const [notifiedVersion, setNotifiedVersion] = useState(version);
  const [loaded, setLoaded] = useState<(LoadedChanges & { version: string }) | null>(null);
  const [state, setState] = useState<"" | "busy" | "failed">("");
  if (isSheetOpen && notifiedVersion !== version) setNotifiedVersion(version);
  // After acceptance, the differences are the customer's own choices.
  if (!isAcceptable) {
    if (readVersion !== version) setReadVersion(version);
    return null;
  }
  if (readVersion === version) return null;
  const load = async () => {
    setNotifiedVersion(version);
    setState("busy");
    try {
      const request = get("/api/quotes/public/{token}/changes", {
        params: { token },
        query: { since: readVersion },
      });
      const [{ comparison }, { ChangeList }] = await Promise.all([
        request,
        import("../../documents/comparing/ChangeList"),
      ]);
      setLoaded({ comparison, List: ChangeList, version });
      setState("");
    } catch {
      // There is no connection, or the page is older than the server: the quote itself is displayed here.
      setState("failed");
    }
  };
  const current = loaded?.version === version ? loaded : null;
  return (
    <section ref={ref} tabIndex={-1} aria-label={TITLE} className="scroll-mt-4 outline-none">
      {notifiedVersion !== version && <ChangedToastLoader key={version} onShow={onShow} />}
      <Banner tone="amber" title={TITLE}>
        <div role="status">
          {current ? (
            current.comparison ? (
              <div className="mt-3 rounded-lg bg-paper p-3 text-text">
                <current.List comparison={current.comparison} />
              </div>
            ) : (
              <p>Look at it again before you accept.</p>
            )
          ) : state === "failed" ? (
            <p>We couldn’t load what changed. This page shows the quote as it is now.</p>
          ) : null}
        </div>
        <div className="mt-3 flex flex-wrap gap-2">
          {current ? null : (
            <Button busy={state === "busy"} busyLabel="Loading…" onClick={() => void load()}>
              See what changed
            </Button>
          )}
          <Button onClick={() => setReadVersion(version)}>Got it</Button>
        </div>
      </Banner>
    </section>
  );
}

/** The toast, once its script is loaded; if it fails to load, the banner alone announces the change. */
function ChangedToastLoader({ onShow }: { onShow: () => void }) {
  const [Toast, setToast] = useState(() => changedToast.component);
  useEffect(() => {
    changedToast.fetch().then(
      () => setToast(() => changedToast.component),
      () => null,
    );
  }, []);
  return Toast && <Toast onShow={onShow} />;
}
