import { useWaiting } from "../../offline/waiting/useWaiting";
import { sameThing, type Waiting } from "../../offline/waiting/waiting";
import { openHere } from "../offline/open-editors";
import { useStandings } from "../offline/standing";
import { useUnsentDocuments } from "./useUnsentDocuments";

const isAside = ({ problem }: Waiting) => problem !== null;

/** How many changes on this device do not go out before a person has looked at them. */
export function useNeedYou(): number {
  const aside = useWaiting().filter(isAside);
  const standings = useStandings();
  // A document and what waits to be done to it are mended at once; one whose editor is open here asks by itself.
  const documents = useUnsentDocuments().filter(
    ({ kind, id }) =>
      standings[id] && !openHere(id) && !aside.some(({ thing }) => sameThing(thing, { sort: kind, id })),
  );
  return aside.length + documents.length;
}
