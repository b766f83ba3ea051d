import { SearchPanel } from "../features/search/SearchPanel";
import { Page, PageHeader } from "../ui/PageHeader";
import { useSearchText } from "../ui/SearchBox";
import { useSupportView } from "../ui/support-view";
import { useSearchCommands } from "./shell/search-commands";

/** The search as a page, for phones, so that going back returns to the results. */
export function SearchPage() {
  const [text, setTyped] = useSearchText();
  const commands = useSearchCommands(useSupportView());
  return (
    <Page width="narrow">
      <title>Search · Plumbline</title>
      <PageHeader title="Search" />
      <SearchPanel typed={text} onType={setTyped} commands={commands} autoFocus />
    </Page>
  );
}
