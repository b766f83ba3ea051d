// @vitest-environment happy-dom
import { describeWrites, ON_SHELF, writing } from "../../testing/shelf";
import { useSendMessage } from "./mutations";

const MESSAGE = { id: ON_SHELF.question, text: "Where is my logo?" };

describeWrites("what was written to support", {
  "a message is sent": writing({
    call: "POST /api/support",
    answer: MESSAGE,
    by: useSendMessage,
    with: { id: MESSAGE.id, input: {} as never },
    changes: { "the messages to support": [MESSAGE, { id: ON_SHELF.other }] },
  }),
});
