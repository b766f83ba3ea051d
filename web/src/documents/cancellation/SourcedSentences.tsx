import type { SourcedSentence } from "../../api/generated/SourcedSentence";

/** Shown beside every rule that we haven't confirmed in a public source, and only there. */
export const UNCONFIRMED_RULE_NOTE = "Check this before you rely on it";

/** Sentences with their sources; those that aren't confirmed are marked. */
export function SourcedSentences({ sentences }: { sentences: readonly SourcedSentence[] }) {
  return (
    <ul className="grid gap-2 text-sm">
      {sentences.map(({ text, source, confirmed }) => (
        <li key={text}>
          {text}
          <span className="block text-quiet">
            {confirmed ? source : `${source} · ${UNCONFIRMED_RULE_NOTE}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
