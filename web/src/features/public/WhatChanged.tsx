import { type ComponentType, useState } from "react";
import type { Comparison } from "../../api/generated/Comparison";
import { get } from "../../api/reads";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";

/** What is loaded when it is asked for: what changed, and how that is shown. */
interface Loaded {
  comparison: Comparison | null;
  List: ComponentType<{ comparison: Comparison }>;
}

/**
 * While a quote can be accepted: that the business has changed it since it was read on this page, and on a press what.
 */
export function WhatChanged({ token, version, open }: { token: string; version: string; open: boolean }) {
  const [read, setRead] = useState(version);
  const [loaded, setLoaded] = useState<(Loaded & { version: string }) | null>(null);
  const [state, setState] = useState<"" | "busy" | "failed">("");
  // What was accepted is as the customer themselves picked it.
  if (!open) {
    if (read !== version) setRead(version);
    return null;
  }
  if (read === version) return null;
  const load = async () => {
    setState("busy");
    try {
      const asked = get("/api/quotes/public/{token}/changes", { params: { token }, query: { since: read } });
      const [{ comparison }, { ChangeList }] = await Promise.all([
        asked,
        import("../../documents/comparing/ChangeList"),
      ]);
      setLoaded({ comparison, List: ChangeList, version });
      setState("");
    } catch {
      // No signal, or a page from before the server was renewed: the quote itself is here.
      setState("failed");
    }
  };
  const shown = loaded?.version === version ? loaded : null;
  return (
    <Banner tone="amber" live title="This quote has changed since you opened it">
      {shown ? (
        shown.comparison ? (
          <div className="mt-3 rounded-lg bg-paper p-3 text-text">
            <shown.List comparison={shown.comparison} />
          </div>
        ) : (
          <p>Look at it again before you accept.</p>
        )
      ) : state === "failed" ? (
        <p>What changed could not be loaded. The quote as it is now is on this page.</p>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2">
        {shown ? null : (
          <Button busy={state === "busy"} busyLabel="Loading…" onClick={() => void load()}>
            See what changed
          </Button>
        )}
        <Button onClick={() => setRead(version)}>Got it</Button>
      </div>
    </Banner>
  );
}
