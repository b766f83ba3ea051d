import type { CSSProperties } from "react";
import type { TemplateColours } from "../../api/generated/TemplateColours";

/** The variables of a template's style sheet that are the business's own; nothing where it has no colour. */
export function getColourVariables(colours: TemplateColours | undefined): CSSProperties | undefined {
  if (!colours) return undefined;
  const variables: Record<string, string> = {
    "--paper-accent": colours.accent,
    "--paper-ink": colours.ink,
    "--paper-tint": colours.tint,
    "--paper-line": colours.line,
    "--paper-mark": colours.mark,
    "--paper-on-mark": colours.onMark,
  };
  return variables as CSSProperties;
}
