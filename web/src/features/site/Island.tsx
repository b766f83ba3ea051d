// The marketing pages are HTML that the build renders from these components (`vite.site.ts`), complete
// without a script. One small script (`site.ts`) starts the interactive parts, each a React tree of its own,
// when they come near the window. The initial output of a part is hard-coded; a test compares it with the
// rules, which load only when the part is touched.

import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";

/**
 * An interactive part of a page. Its HTML is in the page from the start; `site.ts` hydrates it by its name
 * once it is near the window. It is a React tree of its own, so that its ids are those that the browser will
 * generate.
 */
export function Island({ name, children }: { name: string; children: ReactElement }) {
  const html = renderToString(children, { identifierPrefix: name });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own rendering of our own components
  const part = <div data-island={name} dangerouslySetInnerHTML={{ __html: html }} />;
  return (
    <>
      {part}
      <noscript>
        <p className="mt-3 text-quiet text-sm">
          Scripts are off in this browser, so this example doesn’t move.
        </p>
      </noscript>
    </>
  );
}
