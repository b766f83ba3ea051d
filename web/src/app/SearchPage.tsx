import { SearchPanel } from "../features/search/SearchPanel";
import { useLooking } from "../ui/looking";
import { Page, PageHeader } from "../ui/PageHeader";
import { useSearchText } from "../ui/useSearchText";
import { useCommands } from "./shell/useCommands";

/** The search as a page of its own, for phones: 'back' comes back to what was found. */
export function SearchPage() {
  const [typed, setTyped] = useSearchText();
  const commands = useCommands(useLooking());
  return (
    <Page width="narrow">
      <title>Search · Plumbline</title>
      <PageHeader title="Search" />
      <SearchPanel typed={typed} onType={setTyped} commands={commands} autoFocus />
    </Page>
  );
}
