import "./templates/bold.css";
import "./templates/classic.css";
import "./templates/colored.css";
import "./templates/minimal.css";
import "./templates/modern.css";
import type { CSSProperties } from "react";
import type { TemplateColours } from "../../api/generated/TemplateColours";

/** The names of the templates, the same as in core's presentation. */
export type TemplateName = "classic" | "modern" | "colored" | "bold" | "minimal";

/** What distinguishes a template besides its style sheet (docs/product.md, sections 2 and 3). */
export interface DocumentTemplate {
  name: TemplateName;
  /** The label in the business's choice of templates. */
  title: string;
  /** A short description. */
  hint: string;
  /** Whether the head contains the logo; otherwise the business's name is displayed there. */
  logo: boolean;
  /** The style of the closing 'Thank you for your business!'. */
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

/** The template of this name; classic if the name is unknown. */
export function findTemplate(name: string): DocumentTemplate {
  return TEMPLATES.find((template) => template.name === name) ?? CLASSIC;
}

/** The CSS variables for the business's own colours; undefined if it has none. */
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
