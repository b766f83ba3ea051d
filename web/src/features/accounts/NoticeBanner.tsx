import { useQuery } from "@tanstack/react-query";
import { configQuery } from "../../entities/accounts/queries";
import { Banner } from "../../ui/Banner";
import type { AccountNotice } from "./messages";

/** A failed sign-in or sign-up in words, with the address where people help. */
export function AccountNoticeBanner({ notice }: { notice: AccountNotice }) {
  const { data: config } = useQuery(configQuery);
  return (
    <Banner tone="red" title={notice.title} live>
      {notice.list && notice.list.length > 0 ? (
        <ul className="list-disc pl-4">
          {notice.list.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        notice.text
      )}
      {config ? (
        <p className="mt-1">
          Need help? Write to{" "}
          <a href={`mailto:${config.supportEmail}`} className="wrap-anywhere font-semibold underline">
            {config.supportEmail}
          </a>
        </p>
      ) : null}
    </Banner>
  );
}
