import type { SourcedSentence } from "../../api/generated/SourcedSentence";
import { UNREAD } from "./unread";

/** Sentences, each with where it stands; what was not read there says so. */
export function Told({ said }: { said: readonly SourcedSentence[] }) {
  return (
    <ul className="grid gap-2 text-sm">
      {said.map(({ text, source, confirmed }) => (
        <li key={text}>
          {text}
          <span className="block text-quiet">{confirmed ? source : `${source} · ${UNREAD}`}</span>
        </li>
      ))}
    </ul>
  );
}
