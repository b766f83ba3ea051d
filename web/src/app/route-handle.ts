/** What a route may tell the shell about itself. */
export interface RouteHandle {
  /** The page brings its own actions for the bottom of a phone: no tab bar, no 'New' button there. */
  focused?: boolean;
  /** Something is made or changed here: shut once the plan has lapsed. Or of which of its addresses that is so. */
  writes?: boolean | ((params: Record<string, string | undefined>) => boolean);
  /** What is there is changed here: not for support, which only looks. */
  edits?: boolean;
  /** A form that only the account's owner may use: support reads it, with nothing to press. */
  own?: boolean;
  /** Nothing is begun from here: no 'New' button over the page on a phone. */
  quiet?: boolean;
}
