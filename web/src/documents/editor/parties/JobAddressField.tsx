import { MapPin } from "lucide-react";
import { useState } from "react";
import type { Site } from "../../../api/generated/Site";
import { Button } from "../../../ui/Button";
import { useEchoedText } from "../../../ui/hooks";
import { SelectField } from "../../../ui/SelectField";
import { TextArea } from "../../../ui/TextField";

/** The option for an address that isn't in the list. */
const OTHER_ADDRESS = "other";

/**
 * The address of the job, if it isn't the customer's own: one of the customer's site addresses, or one that
 * is typed. Without site addresses, there is no field until the user adds one.
 */
export function JobAddressField({
  sites,
  value,
  onChange,
  error,
}: {
  sites: readonly Site[];
  value: string;
  onChange: (address: string) => void;
  error: string | undefined;
}) {
  const [isOtherChosen, setOtherChosen] = useState(false);
  const [text, echo] = useEchoedText(value);
  const siteIndex = findSiteIndex(sites, text);
  // A field that is shown because of its text remains while the text is deleted.
  const isTyping = isOtherChosen || (text !== "" && siteIndex < 0);
  if (sites.length === 0 && !isTyping) {
    return (
      <Button
        icon={<MapPin aria-hidden size={18} strokeWidth={1.75} />}
        onClick={() => setOtherChosen(true)}
        className="justify-self-start"
      >
        Add a job address
      </Button>
    );
  }
  const choose = (choice: string) => {
    setOtherChosen(choice === OTHER_ADDRESS);
    const site = sites[Number(choice)];
    const address = choice === "" || choice === OTHER_ADDRESS || !site ? "" : formatSiteAddress(site);
    echo(address);
    onChange(address);
  };
  return (
    <div className="grid gap-3">
      {sites.length > 0 && (
        <SelectField
          label="Where the job is"
          value={isTyping ? OTHER_ADDRESS : siteIndex < 0 ? "" : String(siteIndex)}
          onChange={({ target }) => choose(target.value)}
          options={[
            { value: "", label: "The customer’s own address" },
            ...sites.map((site, index) => ({ value: String(index), label: getSiteName(site) })),
            { value: OTHER_ADDRESS, label: "Another address" },
          ]}
          help={siteIndex < 0 || isTyping ? undefined : text.split("\n").join(", ")}
        />
      )}
      {isTyping && (
        <TextArea
          id="jobAddress"
          label="Job address"
          optional
          rows={3}
          help="One line for each part of the address. It goes on the document, next to the dates."
          value={text}
          onChange={({ target }) => {
            echo(target.value);
            onChange(target.value);
          }}
          error={error}
        />
      )}
    </div>
  );
}

/** A site address as a document contains it: its parts, one per line, without the business's name for it. */
export function formatSiteAddress(site: Site): string {
  const { address_line1, address_line2, city, county, post_code } = site;
  return [address_line1, address_line2, city, county, post_code]
    .map((part) => part.trim())
    .filter(Boolean)
    .join("\n");
}

/** The label of a site address in a list. */
export function getSiteName(site: Site): string {
  return site.name.trim() || formatSiteAddress(site).split("\n").slice(0, 2).join(", ");
}

/** The index of the site with this address; -1 if there is none. */
export function findSiteIndex(sites: readonly Site[], address: string): number {
  return sites.findIndex((site) => formatSiteAddress(site) === address);
}
