import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";

/**
 * A part of a page that moves. Its HTML stands in the page from the first; `site.ts` brings it to life by its name once
 * it is near the window. It is a tree of its own, so that the ids in it are those that the browser will make.
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
