import type { SourcedSentence } from "../../api/generated/SourcedSentence";

/** What stands beside a rule that was not read where it is made, and beside no other. */
export const UNCONFIRMED_RULE_NOTE = "Check this before you rely on it";

/** Sentences, each with where it stands; what was not read there says so. */
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
