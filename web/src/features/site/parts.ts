/** What the server puts in when it answers: where it is reached, and where its people are written to. */
export const ORIGIN = "{{origin}}";
export const SUPPORT = "{{support}}";

/** What a page says of itself. */
export interface About {
  path: string;
  title: string;
  description: string;
}

/** What the build made for every page. */
export interface Assets {
  script: string;
  css: string;
}
