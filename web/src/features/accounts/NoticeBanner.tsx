import { Banner } from "../../ui/Banner";
import type { Notice } from "./messages";

export function NoticeBanner({ notice }: { notice: Notice }) {
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
    </Banner>
  );
}
