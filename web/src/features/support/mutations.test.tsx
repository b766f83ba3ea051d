// @vitest-environment window
import { describeWrites, IDS, writing } from "../../testing/cached-queries";
import { useSendMessage } from "./mutations";

const MESSAGE = { id: IDS.question, text: "Where is my logo?" };

describeWrites("what was written to support", {
  "a message is sent": writing({
    call: "POST /api/support",
    answer: MESSAGE,
    hook: useSendMessage,
    variables: { id: MESSAGE.id, input: {} as never },
    changes: { "the messages to support": [MESSAGE, { id: IDS.other }] },
  }),
});
