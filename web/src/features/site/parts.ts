/** What the server puts in when it answers: where it is reached, and where its people are written to. */
export const SITE_ORIGIN = "{{origin}}";
export const SUPPORT_EMAIL = "{{support}}";

/** What a page says of itself. */
export interface PageMeta {
  path: string;
  title: string;
  description: string;
}

/** What the build made for every page. */
export interface PageAssets {
  script: string;
  css: string;
}
