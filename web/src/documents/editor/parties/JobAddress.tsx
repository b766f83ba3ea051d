import { MapPin } from "lucide-react";
import { useState } from "react";
import type { Site } from "../../../api/generated/Site";
import { Button } from "../../../ui/Button";
import { SelectField } from "../../../ui/SelectField";
import { TextArea } from "../../../ui/TextField";
import { useEcho } from "../../../ui/useEcho";
import { addressOf, nameOf, siteOf } from "./sites";

/** The value of a choice that is no place in the list. */
const OTHER = "other";

/**
 * Where the job is, where that is not the customer's own address: one of the places that are kept with the customer,
 * or one that is typed. There is no field until somebody asks for one or the customer has such places.
 */
export function JobAddress({
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
  const [asked, setAsked] = useState(false);
  const [text, echo] = useEcho(value);
  const at = siteOf(sites, text);
  // A field that came by typing stays while it is emptied.
  const typing = asked || (text !== "" && at < 0);
  if (sites.length === 0 && !typing) {
    return (
      <Button
        icon={<MapPin aria-hidden size={18} strokeWidth={1.75} />}
        onClick={() => setAsked(true)}
        className="justify-self-start"
      >
        Add a job address
      </Button>
    );
  }
  const choose = (choice: string) => {
    setAsked(choice === OTHER);
    const site = sites[Number(choice)];
    const address = choice === "" || choice === OTHER || !site ? "" : addressOf(site);
    echo(address);
    onChange(address);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {sites.length > 0 && (
        <SelectField
          label="Where the job is"
          value={typing ? OTHER : at < 0 ? "" : String(at)}
          onChange={({ target }) => choose(target.value)}
          options={[
            { value: "", label: "The customer’s own address" },
            ...sites.map((site, index) => ({ value: String(index), label: nameOf(site) })),
            { value: OTHER, label: "Another address" },
          ]}
          help={at < 0 || typing ? undefined : text.split("\n").join(", ")}
        />
      )}
      {typing && (
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
