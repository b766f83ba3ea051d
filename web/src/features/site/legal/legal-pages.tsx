import type { ReactNode } from "react";
import { FRAME_CLASS, PageOpening } from "../blocks";
import type { PageAssets, PageMeta } from "../parts";
import { SitePage } from "../SitePage";

/** A page that is read from top to bottom. */
export function LegalPage({
  pageMeta,
  assets,
  title,
  lead,
  children,
}: {
  pageMeta: PageMeta;
  assets: PageAssets;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  return (
    <SitePage pageMeta={pageMeta} assets={assets}>
      <PageOpening label="The small print" title={title} lead={lead} />
      <div className={`${FRAME_CLASS} pt-8 pb-24 lg:pb-32 lg:pl-[14rem]`}>
        <div className="grid max-w-[64ch] grid-cols-1 gap-4 [&_h2]:mt-8 [&_h2]:font-semibold [&_h2]:text-ink [&_h2]:text-xl [&_h2]:tracking-tight [&_li]:mt-2 [&_ul]:list-disc [&_ul]:pl-5">
          {children}
        </div>
      </div>
    </SitePage>
  );
}
