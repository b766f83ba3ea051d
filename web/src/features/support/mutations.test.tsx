// @vitest-environment window
import { defineMutation, describeMutations, IDS } from "../../testing/cached-queries";
import { useSendSupportMessage } from "./queries";

const MESSAGE = { id: IDS.question, text: "Where is my logo?" };

describeMutations("messages to support", {
  "a message is sent": defineMutation({
    call: "POST /api/support",
    answer: MESSAGE,
    hook: useSendSupportMessage,
    variables: { id: MESSAGE.id, input: {} as never },
    changes: { "the messages to support": [MESSAGE, { id: IDS.other }] },
  }),
});
