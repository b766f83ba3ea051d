import "./templates/bold.css";
import "./templates/classic.css";
import "./templates/colored.css";
import "./templates/minimal.css";
import "./templates/modern.css";
import type { CSSProperties } from "react";
import type { TemplateColours } from "../../api/generated/TemplateColours";

/** The names of the templates; core's `present` knows no other. */
export type TemplateName = "classic" | "modern" | "colored" | "bold" | "minimal";

/** What sets a template apart beside its style sheet (docs/product.md, sections 2 and 3). */
export interface DocumentTemplate {
  name: TemplateName;
  /** As the business reads it when it chooses. */
  title: string;
  /** What it is like, in half a line. */
  hint: string;
  /** Whether the head carries the logo; where it does not, the business's name stands there. */
  logo: boolean;
  /** How 'Thank you for your business!' closes the document. */
  footer: "simple" | "colored" | "bold";
}

export const TEMPLATES: DocumentTemplate[] = [
  { name: "classic", title: "Classic", hint: "Navy rule, plain table", logo: true, footer: "simple" },
  { name: "modern", title: "Modern", hint: "Soft cards, airy table", logo: true, footer: "simple" },
  {
    name: "colored",
    title: "Coloured",
    hint: "A band of blue or your colour",
    logo: true,
    footer: "colored",
  },
  {
    name: "bold",
    title: "Bold",
    hint: "Big type, yellow or your colour",
    logo: true,
    footer: "bold",
  },
  { name: "minimal", title: "Minimal", hint: "Type only, no logo", logo: false, footer: "simple" },
];

const [CLASSIC] = TEMPLATES as [DocumentTemplate];

/** The template of this name; an unknown one is classic. */
export function findTemplate(name: string): DocumentTemplate {
  return TEMPLATES.find((template) => template.name === name) ?? CLASSIC;
}

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
