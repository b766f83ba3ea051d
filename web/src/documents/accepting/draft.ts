/**
 * What somebody has typed, ticked and drawn who is about to accept. It outlives the form, so that whoever looks at the
 * quote once more finds it again.
 */
export interface AcceptanceDraft {
  name: string;
  /** A signature stands under the version that it was drawn under, and under no other. */
  signed: { version: string; strokes: number[][] };
  /** The words beside a box that was ticked: other words are not ticked by that. */
  agreed: string | null;
  early: string | null;
}

/** Nothing is typed yet. */
export const EMPTY_ACCEPTANCE_DRAFT: AcceptanceDraft = {
  name: "",
  signed: { version: "", strokes: [] },
  agreed: null,
  early: null,
};

/** What was drawn under this version. */
export function getStrokes({ signed }: AcceptanceDraft, version: string): number[][] {
  return signed.version === version ? signed.strokes : [];
}

/** Whether it was signed under another version, and is to be signed again. */
export function isSignatureOutdated({ signed }: AcceptanceDraft, version: string): boolean {
  return signed.version !== version && signed.strokes.length > 0;
}

/** Whether the box beside these words is ticked. */
export function isTicked(ticked: string | null, text: string | undefined): boolean {
  return ticked !== null && ticked === text;
}
